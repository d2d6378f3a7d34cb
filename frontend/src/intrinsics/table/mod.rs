//! The rows, by subject. The position of a row in the whole is its [`crate::ir::IntrinsicId`].

use super::row::Row;

mod arrays;
mod bits;
mod gnu;
mod inquiry;
mod math;
mod modules;
mod numeric;
mod special;
mod subroutines;

/// All rows.
pub const TABLES: &[&[Row]] = &[
    numeric::ROWS,
    math::ROWS,
    special::ROWS,
    arrays::ROWS,
    inquiry::ROWS,
    bits::ROWS,
    subroutines::ROWS,
    gnu::ROWS,
    modules::ROWS,
];
