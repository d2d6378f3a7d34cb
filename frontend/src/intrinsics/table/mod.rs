//! The rows, by subject. The position of a row in the whole table is its [`crate::ir::IntrinsicId`].

use super::row::Row;

mod arrays;
mod bits;
mod gnu;
mod inquiry;
pub mod linear;
mod math;
mod modules;
mod numeric;
mod openmp;
mod sets;
mod special;
mod subroutines;

/// All rows, under the headings of the reference.
pub const TABLES: &[(&str, &[Row])] = &[
    ("Conversions, remainders, extrema", numeric::ROWS),
    ("Elementary functions", math::ROWS),
    ("Special functions", special::ROWS),
    ("Arrays", arrays::ROWS),
    ("Inquiries", inquiry::ROWS),
    ("Bits, logicals, characters", bits::ROWS),
    ("Subroutines", subroutines::ROWS),
    ("GNU extensions", gnu::ROWS),
    ("Procedures of intrinsic modules", modules::ROWS),
    ("Procedures of OpenMP", openmp::ROWS),
];

/// The rows that only generated code needs: the reference lacks them.
pub(super) const INTERNAL: [&[Row]; 2] = [linear::ROWS, sets::ROWS];
