//! Procedures of the intrinsic modules. The resolver provides their derived types: a result of such a type is
//! [`ResultType::Nothing`] here.

use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use Class::{Elemental, Inquiry, Subroutine};
use ResultRank as R;
use ResultType as T;

const C: &str = "iso_c_binding";
const ENV: &str = "iso_fortran_env";
const IEEE: &str = "ieee_arithmetic";
const EXCEPTIONS: &str = "ieee_exceptions";

const LOGICAL: ResultType = T::Fixed(Ty::Logical(4));
const X: &[ArgSpec] = &[req("x", A::REAL)];
const X_Y: &[ArgSpec] = &[req("x", A::REAL), req("y", A::REAL)];
const ADDRESS: Rule = Rule::Unsupported("it uses an address, through which variables may change unnoticed");
const MAYBE_X: &[ArgSpec] = &[opt("x", A::REAL).inquire()];

const fn ieee(name: &'static str, args: &'static [ArgSpec], result: ResultType) -> Row {
    Row::new(name, Elemental, args, result).module(IEEE)
}

const fn supports(name: &'static str) -> Row {
    Row::new(name, Inquiry, MAYBE_X, LOGICAL).module(IEEE)
}

const fn flags(name: &'static str, args: &'static [ArgSpec]) -> Row {
    Row::new(name, Subroutine, args, T::Nothing).module(EXCEPTIONS)
}

const fn mode(name: &'static str, args: &'static [ArgSpec]) -> Row {
    Row::new(name, Subroutine, args, T::Nothing).module(IEEE)
}

pub(super) const ROWS: &[Row] = &[
    // ---- iso_c_binding
    Row::new("c_loc", Inquiry, &[req("x", A::ANY).inquire()], T::Nothing)
        .module(C)
        .rule(ADDRESS),
    Row::new("c_funloc", Inquiry, &[req("x", A::ANY).inquire()], T::Nothing).module(C),
    Row::new(
        "c_associated",
        Inquiry,
        &[req("c_ptr_1", A::DERIVED), opt("c_ptr_2", A::DERIVED)],
        LOGICAL,
    )
    .module(C),
    Row::new(
        "c_sizeof",
        Inquiry,
        &[req("x", A::ANY).inquire()],
        T::Fixed(Ty::Integer(8)),
    )
    .module(C),
    Row::new(
        "c_f_pointer",
        Subroutine,
        &[
            req("cptr", A::DERIVED),
            req("fptr", A::ANY).out(),
            opt("shape", A::INTEGER),
        ],
        T::Nothing,
    )
    .module(C)
    .rule(ADDRESS),
    Row::new(
        "c_f_procpointer",
        Subroutine,
        &[req("cptr", A::DERIVED), req("fptr", A::ANY).out()],
        T::Nothing,
    )
    .module(C)
    .rule(ADDRESS),
    // ---- iso_fortran_env
    Row::new("compiler_version", Inquiry, &[], T::Fixed(Ty::Character))
        .module(ENV)
        .since(Standard::F2008),
    Row::new("compiler_options", Inquiry, &[], T::Fixed(Ty::Character))
        .module(ENV)
        .since(Standard::F2008),
    // ---- ieee_arithmetic
    ieee("ieee_is_nan", X, LOGICAL),
    ieee("ieee_is_finite", X, LOGICAL),
    ieee("ieee_is_normal", X, LOGICAL),
    ieee("ieee_is_negative", X, LOGICAL),
    ieee("ieee_unordered", X_Y, LOGICAL),
    ieee("ieee_signbit", X, LOGICAL),
    ieee("ieee_class", X, T::Nothing),
    ieee(
        "ieee_value",
        &[req("x", A::REAL).inquire(), req("class", A::DERIVED)],
        T::Like(0),
    ),
    ieee("ieee_logb", X, T::Like(0)),
    ieee("ieee_rint", X, T::Like(0)),
    ieee("ieee_copy_sign", X_Y, T::Like(0))
        .partials(&[p("x", "merge(1.0, -1.0, x >= 0.0)*sign(1.0, y)")])
        .note("As `sign`.")
        .probe(&[&[0.7, 2.0], &[0.7, -2.0], &[-0.7, 2.0], &[-0.7, -2.0]]),
    ieee("ieee_next_after", X_Y, T::Like(0))
        .partials(&[p("x", "1.0")])
        .note("As `nearest`.")
        .probe(&[&[0.7, 2.0]]),
    ieee("ieee_scalb", &[req("x", A::REAL), req("i", A::INTEGER)], T::Like(0))
        .partials(&[p("x", "scale(1.0, i)")])
        .probe(&[&[0.7, 3.0]]),
    ieee("ieee_rem", X_Y, T::Promoted)
        .rule(Rule::Unsupported(
            "adc has no derivative for it; use `x - y*anint(x/y)`",
        ))
        .note("Use `x - y*anint(x/y)`."),
    ieee("ieee_max_num", X_Y, T::Promoted).rule(Rule::Unsupported("adc has no derivative for it; use `max`")),
    ieee("ieee_min_num", X_Y, T::Promoted).rule(Rule::Unsupported("adc has no derivative for it; use `min`")),
    ieee(
        "ieee_fma",
        &[req("a", A::REAL), req("b", A::REAL), req("c", A::REAL)],
        T::Like(0),
    )
    .since(Standard::F2018)
    .partials(&[p("a", "b"), p("b", "a"), p("c", "1.0")]),
    supports("ieee_support_datatype"),
    supports("ieee_support_denormal"),
    supports("ieee_support_subnormal"),
    supports("ieee_support_divide"),
    supports("ieee_support_inf"),
    supports("ieee_support_io"),
    supports("ieee_support_nan"),
    supports("ieee_support_sqrt"),
    supports("ieee_support_standard"),
    supports("ieee_support_underflow_control"),
    Row::new(
        "ieee_support_rounding",
        Inquiry,
        &[req("round_value", A::DERIVED), opt("x", A::REAL).inquire()],
        LOGICAL,
    )
    .module(IEEE),
    Row::new(
        "ieee_selected_real_kind",
        Class::Transformational,
        &[opt("p", A::INTEGER), opt("r", A::INTEGER), opt("radix", A::INTEGER)],
        T::Fixed(Ty::Integer(4)),
    )
    .rank(R::Scalar)
    .module(IEEE),
    mode("ieee_get_rounding_mode", &[req("round_value", A::DERIVED).out()]),
    mode("ieee_set_rounding_mode", &[req("round_value", A::DERIVED)]),
    mode("ieee_get_underflow_mode", &[req("gradual", A::LOGICAL).out()]),
    mode("ieee_set_underflow_mode", &[req("gradual", A::LOGICAL)]),
    // ---- ieee_exceptions, also accessible through ieee_arithmetic
    Row::new(
        "ieee_support_flag",
        Inquiry,
        &[req("flag", A::DERIVED), opt("x", A::REAL).inquire()],
        LOGICAL,
    )
    .module(EXCEPTIONS),
    Row::new("ieee_support_halting", Inquiry, &[req("flag", A::DERIVED)], LOGICAL).module(EXCEPTIONS),
    flags(
        "ieee_get_flag",
        &[req("flag", A::DERIVED), req("flag_value", A::LOGICAL).out()],
    ),
    flags(
        "ieee_set_flag",
        &[req("flag", A::DERIVED), req("flag_value", A::LOGICAL)],
    ),
    flags(
        "ieee_get_halting_mode",
        &[req("flag", A::DERIVED), req("halting", A::LOGICAL).out()],
    ),
    flags(
        "ieee_set_halting_mode",
        &[req("flag", A::DERIVED), req("halting", A::LOGICAL)],
    ),
    flags("ieee_get_status", &[req("status_value", A::DERIVED).out()]),
    flags("ieee_set_status", &[req("status_value", A::DERIVED)]),
];
