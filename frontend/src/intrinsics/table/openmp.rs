//! Procedures of the module `omp_lib` of OpenMP. Numbers of threads, times and locks are passive.
//!
//! Values may change from one call to the next, as those of the clock: no optimisation moves or repeats a call.

use crate::intrinsics::openmp::MODULE;
use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use ResultRank as R;
use ResultType as T;

const INTEGER: ResultType = T::Fixed(Ty::Integer(4));
const LOGICAL: ResultType = T::Fixed(Ty::Logical(4));
const TIME: ResultType = T::Fixed(Ty::Real(8));

const fn function(name: &'static str, args: &'static [ArgSpec], result: ResultType) -> Row {
    Row::new(name, Class::Impure, args, result)
        .rank(R::Scalar)
        .module(MODULE)
}

const fn number(name: &'static str) -> Row {
    function(name, &[], INTEGER)
}

const fn truth(name: &'static str) -> Row {
    function(name, &[], LOGICAL)
}

const fn sub(name: &'static str, args: &'static [ArgSpec]) -> Row {
    Row::new(name, Class::Subroutine, args, T::Nothing).module(MODULE)
}

const LEVEL: &[ArgSpec] = &[req("level", A::INTEGER)];
const PLACE: &[ArgSpec] = &[req("place_num", A::INTEGER)];

const LOCK: &str = "adc cannot tell whether another thread has the lock";

pub(super) const ROWS: &[Row] = &[
    // ---- threads
    number("omp_get_thread_num"),
    number("omp_get_num_threads"),
    number("omp_get_max_threads"),
    number("omp_get_num_procs"),
    number("omp_get_thread_limit"),
    number("omp_get_level"),
    number("omp_get_active_level"),
    number("omp_get_max_active_levels"),
    number("omp_get_supported_active_levels"),
    function("omp_get_ancestor_thread_num", LEVEL, INTEGER),
    function("omp_get_team_size", LEVEL, INTEGER),
    number("omp_get_num_teams"),
    number("omp_get_team_num"),
    number("omp_get_max_teams"),
    number("omp_get_teams_thread_limit"),
    number("omp_get_max_task_priority"),
    truth("omp_in_parallel"),
    truth("omp_in_final"),
    truth("omp_get_dynamic"),
    truth("omp_get_nested"),
    truth("omp_get_cancellation"),
    sub("omp_set_num_threads", &[req("num_threads", A::INTEGER)]),
    sub("omp_set_dynamic", &[req("dynamic_threads", A::LOGICAL)]),
    sub("omp_set_nested", &[req("nested", A::LOGICAL)]),
    sub("omp_set_max_active_levels", &[req("max_levels", A::INTEGER)]),
    sub("omp_set_num_teams", &[req("num_teams", A::INTEGER)]),
    sub("omp_set_teams_thread_limit", &[req("thread_limit", A::INTEGER)]),
    sub(
        "omp_set_schedule",
        &[req("kind", A::INTEGER), req("chunk_size", A::INTEGER)],
    ),
    sub(
        "omp_get_schedule",
        &[req("kind", A::INTEGER).out(), req("chunk_size", A::INTEGER).out()],
    ),
    // ---- places and devices
    number("omp_get_proc_bind"),
    number("omp_get_num_places"),
    number("omp_get_place_num"),
    number("omp_get_partition_num_places"),
    function("omp_get_place_num_procs", PLACE, INTEGER),
    sub(
        "omp_get_place_proc_ids",
        &[req("place_num", A::INTEGER), req("ids", A::INTEGER).out()],
    ),
    sub("omp_get_partition_place_nums", &[req("place_nums", A::INTEGER).out()]),
    number("omp_get_default_device"),
    number("omp_get_initial_device"),
    number("omp_get_num_devices"),
    number("omp_get_device_num"),
    truth("omp_is_initial_device"),
    sub("omp_set_default_device", &[req("device_num", A::INTEGER)]),
    sub("omp_display_env", &[req("verbose", A::LOGICAL)]),
    // ---- time
    function("omp_get_wtime", &[], TIME),
    function("omp_get_wtick", &[], TIME),
    // ---- locks
    sub("omp_init_lock", &[req("svar", A::INTEGER).out()]),
    sub("omp_init_nest_lock", &[req("nvar", A::INTEGER).out()]),
    sub(
        "omp_init_lock_with_hint",
        &[req("svar", A::INTEGER).out(), req("hint", A::INTEGER)],
    ),
    sub(
        "omp_init_nest_lock_with_hint",
        &[req("nvar", A::INTEGER).out(), req("hint", A::INTEGER)],
    ),
    sub("omp_set_lock", &[req("svar", A::INTEGER).inout()]),
    sub("omp_set_nest_lock", &[req("nvar", A::INTEGER).inout()]),
    sub("omp_unset_lock", &[req("svar", A::INTEGER).inout()]),
    sub("omp_unset_nest_lock", &[req("nvar", A::INTEGER).inout()]),
    sub("omp_destroy_lock", &[req("svar", A::INTEGER).inout()]),
    sub("omp_destroy_nest_lock", &[req("nvar", A::INTEGER).inout()]),
    function("omp_test_lock", &[req("svar", A::INTEGER)], LOGICAL).rule(Rule::Unsupported(LOCK)),
    function("omp_test_nest_lock", &[req("nvar", A::INTEGER)], INTEGER).rule(Rule::Unsupported(LOCK)),
];
