//! Procedures of the runtime that Jacobians with zeros need: sets of independents in place of derivatives
//! (`adc_patterns.f90`), and sparse Jacobians (`adc_sparsejacobians.f90`).

use crate::intrinsics::row::*;
use crate::intrinsics::rule::Rule;
use Accept as A;
use Class::{Elemental, Subroutine, Transformational};
use ResultRank as R;
use ResultType as T;

const SETS: &str = "adc_patterns";
const MATRICES: &str = "adc_sparsejacobians";
const RULE: Rule = Rule::Unsupported("it works on patterns, which have no derivative");

const fn set(name: &'static str, class: Class, args: &'static [ArgSpec]) -> Row {
    Row::new(name, class, args, T::Like(0)).module(SETS).rule(RULE)
}

const fn sub(name: &'static str, args: &'static [ArgSpec]) -> Row {
    Row::new(name, Subroutine, args, T::Nothing).module(MATRICES).rule(RULE)
}

const MATRIX: ArgSpec = req("matrix", A::DERIVED).inout();

/// The arrays of a matrix that takes rows.
const FIRST: ArgSpec = req("first", A::INTEGER).inout();
const COLUMN: ArgSpec = req("column", A::INTEGER).inout();
const VALUE: ArgSpec = req("value", A::REAL).inout();
const IS_SET: ArgSpec = req("is_set", A::LOGICAL).inout();
const QUICK: ArgSpec = req("quick", A::LOGICAL).inout();

/// Arguments of the procedures that store entries of a row.
const OF_ROW: &[ArgSpec] = &[
    MATRIX,
    req("row", A::INTEGER),
    req("columns", A::INTEGER),
    req("values", A::REAL),
    req("at", A::INTEGER).inout(),
    FIRST,
    COLUMN,
    VALUE,
    IS_SET,
    QUICK,
];

pub(super) const ROWS: &[Row] = &[
    set("adc_union", Elemental, &[req("a", A::REAL), req("b", A::REAL)]),
    set(
        "adc_union_all",
        Transformational,
        &[req("a", A::REAL), opt("mask", A::LOGICAL)],
    )
    .rank(R::Scalar),
    set("adc_union_along", Transformational, &[req("a", A::REAL), DIM]).rank(R::Reduction),
    set(
        "adc_union_matmul_left",
        Transformational,
        &[req("a", A::REAL), req("x", A::REAL)],
    )
    .rank(R::Matmul),
    set(
        "adc_union_matmul_right",
        Transformational,
        &[req("x", A::REAL), req("b", A::REAL)],
    )
    .rank(R::Matmul),
    Row::new(
        "adc_wants_pattern",
        Transformational,
        &[MATRIX, req("rows", A::INTEGER), req("columns", A::INTEGER)],
        T::Logical,
    )
    .module(MATRICES)
    .rule(RULE),
    Row::new("adc_is_right", Transformational, &[MATRIX], T::Logical)
        .module(MATRICES)
        .rule(RULE),
    Row::new("adc_directions", Transformational, &[MATRIX], T::Integer)
        .module(MATRICES)
        .rule(RULE),
    Row::new("adc_weights", Transformational, &[MATRIX], T::Integer)
        .module(MATRICES)
        .rule(RULE),
    sub("adc_allow_symmetry", &[MATRIX]),
    sub("adc_allow_weights", &[MATRIX]),
    sub(
        "adc_seed_weights",
        &[MATRIX, req("weights", A::REAL).out(), req("count", A::INTEGER)],
    ),
    sub(
        "adc_take_weights",
        &[MATRIX, req("derivatives", A::REAL), req("count", A::INTEGER)],
    ),
    sub("adc_start_pattern", &[MATRIX]),
    sub(
        "adc_seed_pattern",
        &[MATRIX, req("sets", A::REAL).out(), req("count", A::INTEGER)],
    ),
    sub(
        "adc_take_pattern",
        &[MATRIX, req("sets", A::REAL), req("count", A::INTEGER)],
    ),
    sub("adc_end_pattern", &[MATRIX]),
    sub(
        "adc_seed",
        &[
            MATRIX,
            req("values", A::REAL),
            req("directions", A::REAL).out(),
            req("count", A::INTEGER),
        ],
    ),
    sub(
        "adc_take",
        &[MATRIX, req("derivatives", A::REAL), req("count", A::INTEGER)],
    ),
    sub(
        "adc_start_rows",
        &[
            MATRIX,
            req("rows", A::INTEGER),
            req("columns", A::INTEGER),
            FIRST,
            COLUMN,
            VALUE,
            IS_SET,
            QUICK,
        ],
    ),
    sub("adc_set_row", OF_ROW),
    sub("adc_add_row", OF_ROW),
    sub("adc_end_rows", &[MATRIX, FIRST, COLUMN, VALUE, IS_SET]),
];
