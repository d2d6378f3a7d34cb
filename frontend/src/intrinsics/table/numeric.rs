//! Conversions, rounding, remainders, signs, extrema and the parts of floating-point numbers.
//!
//! At a kink the derivative is that of the branch taken. If both branches give the same value, the choice follows the
//! code that Tapenade 3.16 writes for the function: `abs`: `x >= 0`; `max(a, b)`: `b` if `a < b`, else `a`;
//! `min(a, b)`: `b` if `a > b`, else `a`: the first of equals.

use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use Class::Elemental;
use ResultType as T;
use Standard::{Gnu, F77, F90};

const A_REAL_KIND: &[ArgSpec] = &[req("a", A::REAL), KIND];
const X_REAL: &[ArgSpec] = &[req("x", A::REAL)];

pub(super) const ROWS: &[Row] = &[
    // ---- conversions
    Row::new("real", Elemental, &[req("a", A::NUMERIC), KIND], T::Real)
        .flops(1)
        .rule(Rule::Structural(Structural::Real))
        .since(F77)
        .also(&[
            specific("float", Ty::Integer(4), Ty::Real(4)),
            specific("sngl", Ty::Real(8), Ty::Real(4)),
            specific("dreal", Ty::Complex(8), Ty::Real(8)),
            synonym("realpart"),
        ]),
    Row::new("dble", Elemental, &[req("a", A::NUMERIC)], T::Fixed(Ty::Real(8)))
        .flops(1)
        .rule(Rule::Structural(Structural::Real))
        .since(F77)
        .also(&[specific("dfloat", Ty::Integer(4), Ty::Real(8))]),
    Row::new(
        "cmplx",
        Elemental,
        &[req("x", A::NUMERIC), opt("y", A::INTEGER_REAL), KIND],
        T::Complex,
    )
    .flops(1)
    .rule(Rule::Structural(Structural::Cmplx))
    .since(F77),
    Row::new(
        "dcmplx",
        Elemental,
        &[req("x", A::NUMERIC), opt("y", A::INTEGER_REAL)],
        T::Fixed(Ty::Complex(8)),
    )
    .flops(1)
    .rule(Rule::Structural(Structural::Cmplx))
    .since(Gnu),
    Row::new(
        "complex",
        Elemental,
        &[req("x", A::INTEGER_REAL), req("y", A::INTEGER_REAL)],
        T::ComplexPromoted,
    )
    .flops(1)
    .rule(Rule::Structural(Structural::Cmplx))
    .since(Gnu),
    Row::new("aimag", Elemental, &[req("z", A::COMPLEX)], T::RealLike(0))
        .flops(1)
        .rule(Rule::Structural(Structural::Imag))
        .since(F77)
        .also(&[
            specific("dimag", Ty::Complex(8), Ty::Real(8)),
            synonym("imag"),
            synonym("imagpart"),
        ]),
    Row::new("conjg", Elemental, &[req("z", A::COMPLEX)], T::Like(0))
        .flops(1)
        .rule(Rule::Structural(Structural::Conjg))
        .since(F77)
        .also(&[z("dconjg")]),
    Row::new(
        "int",
        Elemental,
        &[req("a", A::NUMERIC.or(A::LOGICAL)), KIND],
        T::Integer,
    )
    .flops(1)
    .since(F77)
    .also(&[
        specific("ifix", Ty::Real(4), Ty::Integer(4)),
        specific("idint", Ty::Real(8), Ty::Integer(4)),
    ]),
    Row::new("int2", Elemental, &[req("a", A::NUMERIC)], T::Fixed(Ty::Integer(2)))
        .flops(1)
        .since(Gnu)
        .also(&[synonym("short")]),
    Row::new("int8", Elemental, &[req("a", A::NUMERIC)], T::Fixed(Ty::Integer(8)))
        .flops(1)
        .since(Gnu),
    Row::new("long", Elemental, &[req("a", A::NUMERIC)], T::Fixed(Ty::Integer(4)))
        .flops(1)
        .since(Gnu),
    Row::new("nint", Elemental, A_REAL_KIND, T::Integer)
        .flops(1)
        .since(F77)
        .also(&[specific("idnint", Ty::Real(8), Ty::Integer(4))]),
    Row::new("floor", Elemental, A_REAL_KIND, T::Integer).flops(3),
    Row::new("ceiling", Elemental, A_REAL_KIND, T::Integer).flops(3),
    Row::new("aint", Elemental, A_REAL_KIND, T::LikeKind)
        .flops(3)
        .since(F77)
        .also(&[d("dint")])
        .note("Zero, at the steps too."),
    Row::new("anint", Elemental, A_REAL_KIND, T::LikeKind)
        .flops(3)
        .since(F77)
        .also(&[d("dnint")])
        .note("Zero, at the steps too."),
    // ---- signs, remainders, extrema
    Row::new("abs", Elemental, &[req("a", A::NUMERIC)], T::RealLike(0))
        .flops(1)
        .partials(&[p("a", "merge(1.0, -1.0, a >= 0.0)")])
        .complex(Rule::Structural(Structural::ComplexAbs))
        .since(F77)
        .also(&[
            i("iabs"),
            d("dabs"),
            specific("cabs", Ty::Complex(4), Ty::Real(4)),
            specific("zabs", Ty::Complex(8), Ty::Real(8)),
            specific("cdabs", Ty::Complex(8), Ty::Real(8)),
        ])
        .note("1 at 0, as Tapenade. Of a complex: zero at 0.")
        .probe(&[&[0.7], &[-0.7]])
        .kinks(&[kink(&[0.0], &[1.0])]),
    Row::new(
        "sign",
        Elemental,
        &[req("a", A::INTEGER_REAL), req("b", A::INTEGER_REAL)],
        T::Like(0),
    )
    .flops(1)
    .partials(&[p("a", "merge(1.0, -1.0, a >= 0.0)*sign(1.0, b)")])
    .since(F77)
    .also(&[i("isign"), d("dsign")])
    .note("`abs(a)` with the sign of `b`: in `a` as `abs`, in `b` zero.")
    .probe(&[&[0.7, 2.0], &[0.7, -2.0], &[-0.7, 2.0], &[-0.7, -2.0]])
    .kinks(&[kink(&[0.0, 1.0], &[1.0]), kink(&[0.0, -1.0], &[-1.0])]),
    // derive the quotient from the remainder itself: a/p may round up to the next integer if the remainder is just
    // below p
    Row::new(
        "mod",
        Elemental,
        &[req("a", A::INTEGER_REAL), req("p", A::INTEGER_REAL)],
        T::Promoted,
    )
    .flops(3)
    .partials(&[p("a", "1.0"), p("p", "-anint((a - mod(a, p))/p)")])
    .since(F77)
    .also(&[r("amod"), d("dmod")])
    .note("In `p`: minus the quotient, cut to an integer.")
    .probe(&[&[7.3, 2.0], &[-7.3, 2.0], &[7.3, -2.0]])
    .kinks(&[kink(&[4.0, 2.0], &[1.0, -2.0])]),
    Row::new(
        "modulo",
        Elemental,
        &[req("a", A::INTEGER_REAL), req("p", A::INTEGER_REAL)],
        T::Promoted,
    )
    .flops(3)
    .partials(&[p("a", "1.0"), p("p", "-anint((a - modulo(a, p))/p)")])
    .note("In `p`: minus the quotient, rounded down.")
    .probe(&[&[7.3, 2.0], &[-7.3, 2.0], &[7.3, -2.0]])
    .kinks(&[kink(&[4.0, 2.0], &[1.0, -2.0])]),
    Row::new(
        "dim",
        Elemental,
        &[req("x", A::INTEGER_REAL), req("y", A::INTEGER_REAL)],
        T::Promoted,
    )
    .flops(1)
    .partials(&[p("x", "merge(1.0, 0.0, x > y)"), p("y", "merge(-1.0, 0.0, x > y)")])
    .since(F77)
    .also(&[i("idim"), d("ddim")])
    .note("Zero where `x` equals `y`.")
    .probe(&[&[0.7, 0.4], &[0.4, 0.7]])
    .kinks(&[kink(&[0.5, 0.5], &[0.0, 0.0])]),
    Row::new(
        "max",
        Elemental,
        &[req("a1", A::ORDERED), req("a2", A::ORDERED)],
        T::Promoted,
    )
    .flops(1)
    .variadic()
    .rule(Rule::Choice(Choice::Largest))
    .since(F77)
    .also(&[
        i("max0"),
        r("amax1"),
        d("dmax1"),
        specific("amax0", Ty::Integer(4), Ty::Real(4)),
        specific("max1", Ty::Real(4), Ty::Integer(4)),
    ])
    .note("The derivative of the largest argument, of the first of equals, as Tapenade.")
    .probe(&[
        &[0.7, 0.4],
        &[0.4, 0.7],
        &[0.3, 0.7, 0.5],
        &[0.7, 0.5, 0.3],
        &[0.3, 0.5, 0.7],
    ])
    .kinks(&[kink(&[0.5, 0.5], &[1.0, 0.0]), kink(&[0.1, 0.5, 0.5], &[0.0, 1.0, 0.0])]),
    Row::new(
        "min",
        Elemental,
        &[req("a1", A::ORDERED), req("a2", A::ORDERED)],
        T::Promoted,
    )
    .flops(1)
    .variadic()
    .rule(Rule::Choice(Choice::Smallest))
    .since(F77)
    .also(&[
        i("min0"),
        r("amin1"),
        d("dmin1"),
        specific("amin0", Ty::Integer(4), Ty::Real(4)),
        specific("min1", Ty::Real(4), Ty::Integer(4)),
    ])
    .note("The derivative of the smallest argument, of the first of equals, as Tapenade.")
    .probe(&[
        &[0.7, 0.4],
        &[0.4, 0.7],
        &[0.7, 0.3, 0.5],
        &[0.3, 0.5, 0.7],
        &[0.7, 0.5, 0.3],
    ])
    .kinks(&[kink(&[0.5, 0.5], &[1.0, 0.0]), kink(&[0.9, 0.5, 0.5], &[0.0, 1.0, 0.0])]),
    Row::new(
        "dprod",
        Elemental,
        &[req("x", A::REAL), req("y", A::REAL)],
        T::Fixed(Ty::Real(8)),
    )
    .flops(1)
    .partials(&[p("x", "dble(y)"), p("y", "dble(x)")])
    .since(F77)
    .probe(&[&[0.75, 0.5]]),
    Row::new(
        "merge",
        Elemental,
        &[req("tsource", A::ANY), req("fsource", A::ANY), req("mask", A::LOGICAL)],
        T::Like(0),
    )
    .flops(1)
    .rule(Rule::Structural(Structural::Merge)),
    // ---- parts of floating-point numbers: the exponent is locally constant
    Row::new("exponent", Elemental, X_REAL, T::Fixed(Ty::Integer(4))),
    Row::new("fraction", Elemental, X_REAL, T::Like(0))
        .partials(&[p("x", "scale(1.0, -exponent(x))")])
        .note("The exponent counts as constant.")
        .probe(&[&[0.7], &[5.3]]),
    Row::new(
        "scale",
        Elemental,
        &[req("x", A::REAL), req("i", A::INTEGER)],
        T::Like(0),
    )
    .partials(&[p("x", "scale(1.0, i)")])
    .probe(&[&[0.7, 3.0], &[0.7, -2.0]]),
    Row::new(
        "set_exponent",
        Elemental,
        &[req("x", A::REAL), req("i", A::INTEGER)],
        T::Like(0),
    )
    .partials(&[p("x", "scale(1.0, i - exponent(x))")])
    .note("The exponent counts as constant.")
    .probe(&[&[0.7, 3.0], &[5.3, -2.0]]),
    Row::new("rrspacing", Elemental, X_REAL, T::Like(0))
        .partials(&[p("x", "merge(1.0, -1.0, x >= 0.0)*scale(1.0, digits(x) - exponent(x))")])
        .note("The exponent counts as constant.")
        .probe(&[&[0.7], &[-5.3]]),
    Row::new("spacing", Elemental, X_REAL, T::Like(0)).note("A step function: zero."),
    Row::new(
        "nearest",
        Elemental,
        &[req("x", A::REAL), req("s", A::REAL)],
        T::Like(0),
    )
    .partials(&[p("x", "1.0")])
    .since(F90)
    .note("One unit in the last place away from `x`: in `x` 1, in `s` zero.")
    .probe(&[&[0.7, 1.0]]),
];
