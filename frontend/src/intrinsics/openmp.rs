//! Constants of the module `omp_lib` of OpenMP, with the values of gfortran 12 on x86-64. Its procedures are rows of the
//! table (`table/openmp.rs`). Those for memory, devices and events are left out: programs that name them are refused.
//!
//! A module `omp_lib` among the given files comes first. `omp_lib.h` is this module, too ([`header`]).

use super::modules::{Constant, Value};
use crate::ir::Ty;

/// The module.
pub const MODULE: &str = "omp_lib";

const fn int4(name: &'static str, value: i64) -> Constant {
    (name, Ty::Integer(4), Value::Int(value))
}

/// The constants of `omp_lib_kinds`, and the version.
pub(super) const CONSTANTS: &[Constant] = &[
    int4("omp_lock_kind", 4),
    int4("omp_nest_lock_kind", 8),
    int4("omp_sched_kind", 4),
    int4("omp_proc_bind_kind", 4),
    int4("omp_sync_hint_kind", 4),
    int4("omp_lock_hint_kind", 4),
    int4("omp_sched_static", 1),
    int4("omp_sched_dynamic", 2),
    int4("omp_sched_guided", 3),
    int4("omp_sched_auto", 4),
    int4("omp_proc_bind_false", 0),
    int4("omp_proc_bind_true", 1),
    int4("omp_proc_bind_primary", 2),
    int4("omp_proc_bind_master", 2),
    int4("omp_proc_bind_close", 3),
    int4("omp_proc_bind_spread", 4),
    int4("omp_sync_hint_none", 0),
    int4("omp_lock_hint_none", 0),
    int4("omp_sync_hint_uncontended", 1),
    int4("omp_lock_hint_uncontended", 1),
    int4("omp_sync_hint_contended", 2),
    int4("omp_lock_hint_contended", 2),
    int4("omp_sync_hint_nonspeculative", 4),
    int4("omp_lock_hint_nonspeculative", 4),
    int4("omp_sync_hint_speculative", 8),
    int4("omp_lock_hint_speculative", 8),
    ("openmp_version", Ty::Integer(4), Value::Unknown(0)),
];

/// The text that stands for a header, by the name in an INCLUDE line.
pub fn header(name: &str) -> Option<&'static str> {
    // columns of fixed form suit free form, too
    name.eq_ignore_ascii_case("omp_lib.h").then_some("      use omp_lib\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intrinsics::in_module;

    #[test]
    fn names_are_unique_and_of_openmp() {
        let procedures = in_module(MODULE).map(|id| id.name());
        let mut all: Vec<&str> = CONSTANTS.iter().map(|c| c.0).chain(procedures).collect();
        assert!(all.iter().all(|n| n.starts_with("omp_") || *n == "openmp_version"));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
