//! Functions that `adc` writes into programs itself: values with partial derivatives of their own.
//!
//! ```text
//! y = with_partial(with_partial(passive(sin(u)*v), u, cu), v, cv)
//! ```
//!
//! assigns `sin(u)*v`, and the derivative of `y` is `cu*u' + cv*v'`. No program can name them, and printed code has only
//! their values.

use crate::intrinsics::row::*;
use Accept as A;
use Class::Elemental;
use ResultType as T;

/// The module of these functions; none has its name, which is no Fortran name.
pub const MODULE: &str = "adc%linear";

const fn f(name: &'static str, args: &'static [ArgSpec]) -> Row {
    Row::new(name, Elemental, args, T::Like(0)).module(MODULE).flops(0)
}

pub(super) const ROWS: &[Row] = &[
    f("passive", &[req("value", A::REAL)]),
    f(
        "with_partial",
        &[req("value", A::REAL), req("x", A::REAL), req("partial", A::REAL)],
    )
    .partials(&[p("value", "1.0"), p("x", "partial")]),
];
