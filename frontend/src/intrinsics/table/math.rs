//! Elementary functions.
//!
//! Where a function is finite and its slope is not (`sqrt` at 0, `asin` and `acos` at ±1, `acosh` at 1, `atan2` and
//! `hypot` at the origin), the derivative is defined as zero: Tapenade 3.16 guards `sqrt`, `asin`, `acos` and powers in
//! this way, and the others follow. The guards are `merge`s, so that the formulas stay elemental. They guard the
//! operands, so that the alternative not taken never divides by zero. Where the function itself is infinite (`log` at
//! 0, `atanh` at ±1, `tan` at its poles) there is no guard.

use crate::intrinsics::row::*;
use Accept as A;
use Class::Elemental;
use ResultType as T;

const X: &[ArgSpec] = &[req("x", A::REAL_COMPLEX)];
const X_REAL: &[ArgSpec] = &[req("x", A::REAL)];

const fn f(name: &'static str, formulas: &'static [Partial]) -> Row {
    Row::new(name, Elemental, X, T::Like(0))
        .partials(formulas)
        .since(Standard::F77)
}

const fn degrees(name: &'static str, formulas: &'static [Partial]) -> Row {
    Row::new(name, Elemental, X_REAL, T::Like(0))
        .partials(formulas)
        .since(Standard::Gnu)
}

pub(super) const ROWS: &[Row] = &[
    f("sqrt", &[p("x", "0.5*sqrt(x)/merge(1.0, x, x == 0.0)")])
        .flops(4)
        .also(&[d("dsqrt"), c("csqrt"), z("zsqrt"), z("cdsqrt")])
        .note("Zero at 0, as Tapenade.")
        .probe(&[&[2.3], &[1.0e-3]])
        .probe_complex(&[(0.7, 0.4), (-0.7, -0.4)])
        .kinks(&[kink(&[0.0], &[0.0])]),
    f("exp", &[p("x", "exp(x)")])
        .also(&[d("dexp"), c("cexp"), z("zexp"), z("cdexp")])
        .probe(&[&[0.7], &[-2.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f("log", &[p("x", "1.0/x")])
        .also(&[r("alog"), d("dlog"), c("clog"), z("zlog"), z("cdlog")])
        .note("No guard at 0, where the function is infinite.")
        .probe(&[&[0.7], &[20.0]])
        .probe_complex(&[(0.7, 0.4), (-0.7, 0.4)]),
    Row::new("log10", Elemental, X_REAL, T::Like(0))
        .partials(&[p("x", "1.0/(x*log(10.0))")])
        .since(Standard::F77)
        .also(&[r("alog10"), d("dlog10")])
        .note("No guard at 0, where the function is infinite.")
        .probe(&[&[0.7], &[20.0]]),
    f("sin", &[p("x", "cos(x)")])
        .also(&[d("dsin"), c("csin"), z("zsin"), z("cdsin")])
        .probe(&[&[0.7], &[4.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f("cos", &[p("x", "-sin(x)")])
        .also(&[d("dcos"), c("ccos"), z("zcos"), z("cdcos")])
        .probe(&[&[0.7], &[4.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f("tan", &[p("x", "1.0 + tan(x)**2")])
        .also(&[d("dtan")])
        .probe(&[&[0.7], &[2.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f(
        "asin",
        &[p(
            "x",
            "merge(0.0, 1.0, abs(x) == 1.0)/sqrt(merge(1.0, (1.0 - x)*(1.0 + x), abs(x) == 1.0))",
        )],
    )
    .also(&[d("dasin")])
    .complex(Rule::Partials(&[p(
        "x",
        "merge(0.0, 1.0, x == 1.0 .or. x == -1.0)/sqrt(merge((1.0, 0.0), (1.0 - x)*(1.0 + x), x == 1.0 .or. x == -1.0))",
    )]))
    .note("Zero at -1 and 1, as Tapenade.")
    .probe(&[&[0.3], &[-0.8]])
    .probe_complex(&[(0.7, 0.4)])
    .kinks(&[kink(&[1.0], &[0.0]), kink(&[-1.0], &[0.0])]),
    f(
        "acos",
        &[p(
            "x",
            "-merge(0.0, 1.0, abs(x) == 1.0)/sqrt(merge(1.0, (1.0 - x)*(1.0 + x), abs(x) == 1.0))",
        )],
    )
    .also(&[d("dacos")])
    .complex(Rule::Partials(&[p(
        "x",
        "-merge(0.0, 1.0, x == 1.0 .or. x == -1.0)/sqrt(merge((1.0, 0.0), (1.0 - x)*(1.0 + x), x == 1.0 .or. x == -1.0))",
    )]))
    .note("Zero at -1 and 1, as Tapenade.")
    .probe(&[&[0.3], &[-0.8]])
    .probe_complex(&[(0.7, 0.4)])
    .kinks(&[kink(&[1.0], &[0.0]), kink(&[-1.0], &[0.0])]),
    f("atan", &[p("x", "1.0/(1.0 + x**2)")])
        .also(&[d("datan")])
        .note("With two arguments it is `atan2`.")
        .probe(&[&[0.7], &[-3.0]])
        .probe_complex(&[(0.7, 0.4)]),
    Row::new("atan2", Elemental, &[req("y", A::REAL), req("x", A::REAL)], T::Like(0))
        .partials(&[
            p("y", "x/merge(1.0, x**2 + y**2, x**2 + y**2 == 0.0)"),
            p("x", "-y/merge(1.0, x**2 + y**2, x**2 + y**2 == 0.0)"),
        ])
        .since(Standard::F77)
        .also(&[d("datan2")])
        .note("Zero at the origin.")
        .probe(&[&[0.7, 0.4], &[-0.7, 0.4], &[0.7, -0.4], &[-0.7, -0.4]])
        .kinks(&[kink(&[0.0, 0.0], &[0.0, 0.0])]),
    f("sinh", &[p("x", "cosh(x)")])
        .also(&[d("dsinh")])
        .probe(&[&[0.7], &[-1.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f("cosh", &[p("x", "sinh(x)")])
        .also(&[d("dcosh")])
        .probe(&[&[0.7], &[-1.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f("tanh", &[p("x", "1.0 - tanh(x)**2")])
        .also(&[d("dtanh")])
        .probe(&[&[0.7], &[-1.0]])
        .probe_complex(&[(0.7, 0.4)]),
    f("asinh", &[p("x", "1.0/sqrt(1.0 + x**2)")])
        .also(&[d("dasinh")])
        .complex(Rule::Partials(&[p(
            "x",
            "merge(0.0, 1.0, x**2 == -1.0)/sqrt(merge((1.0, 0.0), 1.0 + x**2, x**2 == -1.0))",
        )]))
        .since(Standard::F2008)
        .note("Of a complex: zero at the branch points.")
        .probe(&[&[0.7], &[-3.0]])
        .probe_complex(&[(0.7, 0.4), (-0.7, 0.4)]),
    f(
        "acosh",
        &[p(
            "x",
            "merge(0.0, 1.0, x == 1.0)/sqrt(merge(1.0, (x - 1.0)*(x + 1.0), x == 1.0))",
        )],
    )
    .also(&[d("dacosh")])
    // the product of roots, not the root of the product: their branch cuts differ in the left half plane
    .complex(Rule::Partials(&[p(
        "x",
        "merge(0.0, 1.0, x == 1.0 .or. x == -1.0)/merge((1.0, 0.0), sqrt(x - 1.0)*sqrt(x + 1.0), x == 1.0 .or. x == -1.0)",
    )]))
    .since(Standard::F2008)
    .note("Zero at 1.")
    .probe(&[&[1.7], &[12.0]])
    .probe_complex(&[(0.7, 0.4), (-0.7, 0.4), (-0.7, -0.4)])
    .kinks(&[kink(&[1.0], &[0.0])]),
    f("atanh", &[p("x", "1.0/((1.0 - x)*(1.0 + x))")])
        .also(&[d("datanh")])
        .since(Standard::F2008)
        .note("No guard at -1 and 1, where the function is infinite.")
        .probe(&[&[0.7], &[-0.3]])
        .probe_complex(&[(0.7, 0.4)]),
    Row::new("hypot", Elemental, &[req("x", A::REAL), req("y", A::REAL)], T::Promoted)
        .partials(&[
            p("x", "x/merge(1.0, hypot(x, y), hypot(x, y) == 0.0)"),
            p("y", "y/merge(1.0, hypot(x, y), hypot(x, y) == 0.0)"),
        ])
        .since(Standard::F2008)
        .note("Zero at the origin.")
        .probe(&[&[0.7, 0.4], &[-0.7, 3.0]])
        .kinks(&[kink(&[0.0, 0.0], &[0.0, 0.0])]),
    degrees("sind", &[p("x", "acos(-1.0)/180.0*cosd(x)")]).also(&[d("dsind")]).probe(&[&[40.0]]),
    degrees("cosd", &[p("x", "-acos(-1.0)/180.0*sind(x)")]).also(&[d("dcosd")]).probe(&[&[40.0]]),
    degrees("tand", &[p("x", "acos(-1.0)/180.0*(1.0 + tand(x)**2)")]).also(&[d("dtand")]).probe(&[&[40.0]]),
    degrees(
        "asind",
        &[p(
            "x",
            "180.0/acos(-1.0)*merge(0.0, 1.0, abs(x) == 1.0)/sqrt(merge(1.0, (1.0 - x)*(1.0 + x), abs(x) == 1.0))",
        )],
    )
    .also(&[d("dasind")])
    .note("Zero at -1 and 1, as `asin`.")
    .probe(&[&[0.3]])
    .kinks(&[kink(&[1.0], &[0.0]), kink(&[-1.0], &[0.0])]),
    degrees(
        "acosd",
        &[p(
            "x",
            "-180.0/acos(-1.0)*merge(0.0, 1.0, abs(x) == 1.0)/sqrt(merge(1.0, (1.0 - x)*(1.0 + x), abs(x) == 1.0))",
        )],
    )
    .also(&[d("dacosd")])
    .note("Zero at -1 and 1, as `acos`.")
    .probe(&[&[0.3]])
    .kinks(&[kink(&[1.0], &[0.0]), kink(&[-1.0], &[0.0])]),
    degrees("atand", &[p("x", "180.0/acos(-1.0)/(1.0 + x**2)")]).also(&[d("datand")]).probe(&[&[0.7]]),
    Row::new("atan2d", Elemental, &[req("y", A::REAL), req("x", A::REAL)], T::Like(0))
        .partials(&[
            p("y", "180.0/acos(-1.0)*x/merge(1.0, x**2 + y**2, x**2 + y**2 == 0.0)"),
            p("x", "-180.0/acos(-1.0)*y/merge(1.0, x**2 + y**2, x**2 + y**2 == 0.0)"),
        ])
        .since(Standard::Gnu)
        .also(&[d("datan2d")])
        .note("Zero at the origin.")
        .probe(&[&[0.7, -0.4]])
        .kinks(&[kink(&[0.0, 0.0], &[0.0, 0.0])]),
    degrees("cotan", &[p("x", "-1.0 - cotan(x)**2")]).also(&[d("dcotan")]).probe(&[&[0.7]]),
    degrees("cotand", &[p("x", "-acos(-1.0)/180.0*(1.0 + cotand(x)**2)")]).also(&[d("dcotand")]).probe(&[&[40.0]]),
];
