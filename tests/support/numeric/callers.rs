//! Callers of the head: procedures that a driver calls instead, because no driver can do what they do, such as
//! associating pointers and their shadows.
//!
//! Their folder contains
//!
//! | file | with | calls |
//! |---|---|---|
//! | `caller.f90` | `f` | the head |
//! | `caller_d.f90` | `f_@`, its tangent | the head's tangent |
//! | `caller_b.f90` | `f_@`, its adjoint | the head's adjoint |
//! | `caller_dv.f90`, `caller_bv.f90` | `f_@` | the same for many directions |
//! | `caller_hv.f90` | `f_@` | the second derivative |
//!
//! The interfaces are those that derivatives of `f` have. In the files, `@` stands for the suffix of the derivative.

use super::joined::{read, Part};
use super::spec::Mode;
use std::path::Path;

/// The caller of a derivative.
pub fn of_derivative(folder: &Path, part: &Part) -> Result<String, String> {
    let kind = match (part.suffix, part.mode) {
        (own @ ("dv" | "bv" | "hv"), _) => own,
        (_, Mode::Tangent) => "d",
        (_, Mode::Adjoint) => "b",
    };
    Ok(read(&folder.join(format!("caller_{kind}.f90")))?.replace('@', part.suffix))
}
