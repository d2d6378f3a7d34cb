//! Names of the module `mpi`, as of MPI 3.1. The module comes with a library, not with a compiler, and adc has no source
//! of it.
//!
//! Values of most constants differ between implementations: they are unknown ([`Value::Unknown`]). `mpif.h` is this
//! module, too (`crate::lines`).

use super::modules::{Constant, Value};
use crate::ir::Ty;
use std::sync::LazyLock;

/// Integer constants whose value is unknown.
const UNKNOWN: &str = include_str!("constants.txt");
/// Subroutines, and functions that are passed as arguments.
const ROUTINES: &str = include_str!("routines.txt");

/// Constants with a known value, and those that are no integer scalars.
const OTHERS: &[Constant] = &[
    ("mpi_success", I4, Value::Int(0)),
    ("mpi_address_kind", I4, Value::Int(8)),
    ("mpi_count_kind", I4, Value::Int(8)),
    ("mpi_offset_kind", I4, Value::Int(8)),
    ("mpi_integer_kind", I4, Value::Int(4)),
    ("mpi_bottom", I4, Value::Unknown(0)),
    ("mpi_in_place", I4, Value::Unknown(0)),
    ("mpi_status_ignore", I4, Value::Unknown(1)),
    ("mpi_statuses_ignore", I4, Value::Unknown(2)),
    ("mpi_errcodes_ignore", I4, Value::Unknown(1)),
    ("mpi_unweighted", I4, Value::Unknown(1)),
    ("mpi_weights_empty", I4, Value::Unknown(1)),
    ("mpi_argv_null", Ty::Character, Value::Unknown(1)),
    ("mpi_argvs_null", Ty::Character, Value::Unknown(2)),
    ("mpi_subarrays_supported", Ty::Logical(4), Value::Unknown(0)),
    ("mpi_async_protects_nonblocking", Ty::Logical(4), Value::Unknown(0)),
];

const I4: Ty = Ty::Integer(4);

/// The constants.
pub(super) static CONSTANTS: LazyLock<Vec<Constant>> = LazyLock::new(|| {
    let unknown = UNKNOWN.split_whitespace().map(|name| (name, I4, Value::Unknown(0)));
    unknown.chain(OTHERS.iter().copied()).collect()
});

/// The functions with the types of their values.
const FUNCTIONS: [(&str, Ty); 4] = [
    ("mpi_wtime", Ty::Real(8)),
    ("mpi_wtick", Ty::Real(8)),
    ("mpi_aint_add", Ty::Integer(8)),
    ("mpi_aint_diff", Ty::Integer(8)),
];

/// The procedures.
pub fn procedures() -> impl Iterator<Item = &'static str> {
    ROUTINES.split_whitespace().chain(FUNCTIONS.iter().map(|f| f.0))
}

/// The type of a function's value, [`Ty::None`] for a subroutine; `None` if there is no such procedure.
pub fn procedure(name: &str) -> Option<Ty> {
    let function = FUNCTIONS.iter().find(|f| f.0 == name).map(|f| f.1);
    function.or_else(|| ROUTINES.split_whitespace().any(|r| r == name).then_some(Ty::None))
}

/// The text that stands for a header, by the name in an INCLUDE line.
pub fn header(name: &str) -> Option<&'static str> {
    // columns of fixed form suit free form, too
    name.eq_ignore_ascii_case("mpif.h").then_some("      use mpi\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut all: Vec<&str> = CONSTANTS.iter().map(|c| c.0).chain(procedures()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|n| n.starts_with("mpi_")));
    }

    #[test]
    fn procedures_have_types() {
        assert_eq!(procedure("mpi_wtime"), Some(Ty::Real(8)));
        assert_eq!(procedure("mpi_send"), Some(Ty::None));
        assert_eq!(procedure("mpi_sent"), None);
    }
}
