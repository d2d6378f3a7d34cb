//! Error function, gamma function, Bessel functions. Formulas: Abramowitz and Stegun, 6.3.1, 7.1.19, 9.1.27, 9.1.28.

use crate::intrinsics::row::*;
use Accept as A;
use Class::Elemental;
use ResultType as T;

const X: &[ArgSpec] = &[req("x", A::REAL)];
const N1_N2_X: &[ArgSpec] = &[req("n1", A::INTEGER), req("n2", A::INTEGER), req("x", A::REAL)];
const N_X: &[ArgSpec] = &[req("n", A::INTEGER), req("x", A::REAL)];

const fn f(name: &'static str, formulas: &'static [Partial]) -> Row {
    Row::new(name, Elemental, X, T::Like(0))
        .partials(formulas)
        .since(Standard::F2008)
}

/// Note on the runtime file that defines `adc_digamma`.
const NEEDS_SPECIAL: &str = "The derivative uses `runtime-fortran/adc_special.f90`, for `real(4)` and `real(8)`.";

/// A Bessel function at one point, for a range of orders. Programs cannot write this name: the number of arguments
/// selects the row.
const fn orders(name: &'static str) -> Row {
    Row::new(name, Class::Transformational, N1_N2_X, T::Like(2))
        .rank(ResultRank::Vector)
        .rule(Rule::Unsupported(
            "it is taken order by order, as an array constructor of `bessel_jn(k, x)` or `bessel_yn(k, x)`",
        ))
        .since(Standard::F2008)
}

pub(super) const ROWS: &[Row] = &[
    f("erf", &[p("x", "2.0/sqrt(acos(-1.0))*exp(-x**2)")])
        .also(&[d("derf")])
        .probe(&[&[0.7], &[-1.3]]),
    f("erfc", &[p("x", "-2.0/sqrt(acos(-1.0))*exp(-x**2)")])
        .also(&[d("derfc")])
        .probe(&[&[0.7], &[-1.3]]),
    f("erfc_scaled", &[p("x", "2.0*x*erfc_scaled(x) - 2.0/sqrt(acos(-1.0))")]).probe(&[&[0.7], &[-0.3]]),
    f("gamma", &[p("x", "gamma(x)*adc_digamma(x)")])
        .also(&[d("dgamma")])
        .note(NEEDS_SPECIAL)
        .probe(&[&[0.7], &[5.0], &[-1.3]]),
    f("log_gamma", &[p("x", "adc_digamma(x)")])
        .also(&[r("algama"), d("dlgama"), synonym("lgamma")])
        .note(NEEDS_SPECIAL)
        .probe(&[&[0.7], &[5.0], &[-1.3]]),
    f("adc_digamma", &[p("x", "adc_polygamma(1, x)")])
        .module("adc_special")
        .note("`gamma'/gamma`, in `runtime-fortran/adc_special.f90`.")
        .probe(&[&[0.7], &[5.0], &[-1.3]]),
    Row::new("adc_polygamma", Elemental, N_X, T::Like(1))
        .partials(&[p("x", "adc_polygamma(n + 1, x)")])
        .since(Standard::F2008)
        .module("adc_special")
        .note("Derivatives of `adc_digamma`, in `runtime-fortran/adc_special.f90`.")
        .probe(&[&[1.0, 0.7], &[2.0, 5.0], &[1.0, -1.3]]),
    f("bessel_j0", &[p("x", "-bessel_j1(x)")])
        .also(&[synonym("besj0"), d("dbesj0")])
        .probe(&[&[0.7], &[5.0]]),
    // differences of neighbours, not j0 - j1/x: finite at 0
    f("bessel_j1", &[p("x", "0.5*(bessel_j0(x) - bessel_jn(2, x))")])
        .also(&[synonym("besj1"), d("dbesj1")])
        .probe(&[&[0.7], &[5.0], &[0.0]]),
    // order -1 is order 1 with the opposite sign
    Row::new("bessel_jn", Elemental, N_X, T::Like(1))
        .partials(&[p(
            "x",
            "0.5*(merge(-1.0, 1.0, n == 0)*bessel_jn(abs(n - 1), x) - bessel_jn(n + 1, x))",
        )])
        .since(Standard::F2008)
        .also(&[synonym("besjn"), d("dbesjn")])
        .note("The order has no derivative.")
        .probe(&[&[0.0, 0.7], &[1.0, 0.7], &[3.0, 2.0]]),
    orders("bessel_jn(n1:n2)"),
    f("bessel_y0", &[p("x", "-bessel_y1(x)")])
        .also(&[synonym("besy0"), d("dbesy0")])
        .probe(&[&[0.7], &[5.0]]),
    f("bessel_y1", &[p("x", "0.5*(bessel_y0(x) - bessel_yn(2, x))")])
        .also(&[synonym("besy1"), d("dbesy1")])
        .probe(&[&[0.7], &[5.0]]),
    Row::new("bessel_yn", Elemental, N_X, T::Like(1))
        .partials(&[p(
            "x",
            "0.5*(merge(-1.0, 1.0, n == 0)*bessel_yn(abs(n - 1), x) - bessel_yn(n + 1, x))",
        )])
        .since(Standard::F2008)
        .also(&[synonym("besyn"), d("dbesyn")])
        .note("The order has no derivative.")
        .probe(&[&[0.0, 0.7], &[1.0, 0.7], &[3.0, 2.0]]),
    orders("bessel_yn(n1:n2)"),
];
