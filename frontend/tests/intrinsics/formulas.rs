//! Instantiation of formulas, and its consequences.

use crate::{args, Fixture};
use adc_frontend::derivatives::formula::{instantiate, parse, partial, power_partials};
use adc_frontend::derivatives::{differentiable_args, is_linear_in, operands_of_partial, rule};
use adc_frontend::intrinsics::*;
use adc_frontend::ir::{add, int, neg, pow, real, Expr, Ty};

#[test]
fn every_formula_of_the_table_parses() {
    for id in all() {
        for rule in std::iter::once(id.row().rule).chain(id.row().complex) {
            if let Rule::Partials(partials) = rule {
                for p in partials {
                    parse(p.formula).unwrap_or_else(|e| panic!("{}: {e}", id.name()));
                }
            }
        }
    }
    for text in power::FORMULAS {
        parse(text).unwrap();
    }
}

#[test]
fn what_is_no_formula_is_an_error() {
    for text in [
        "", "x +", "(x", "x)", "f(x", "x y", ".x", "1.0.and", "é", "f(,)", "x = 1",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
    let x = real("1.0", 8);
    assert!(instantiate("y", &[("x", x.clone())], 8).is_err());
    for text in [
        "nonesuch(x)",
        "x%y",
        "x(1)",
        "sin(x)(1)",
        "sin(1:2)",
        "'x'",
        "[x]",
        "sin(x, x)",
        "x .my. x",
    ] {
        assert!(instantiate(text, &[("x", x.clone())], 8).is_err(), "{text}");
    }
}

#[test]
fn precedence_is_fortrans() {
    let mut f = Fixture::default();
    let (x, y) = (f.scalar("x", Ty::Real(8)), f.scalar("y", Ty::Real(8)));
    let text = |s: &str| {
        let e = instantiate(s, &[("x", x.clone()), ("y", y.clone())], 8).unwrap();
        f.text(&e)
    };
    assert_eq!(text("-x**2"), "(-(x**2))");
    assert_eq!(text("x**y**2"), "(x**(y**2))");
    assert_eq!(text("x - y - x"), "((x-y)-x)");
    assert_eq!(text("-x*y + x"), "((-(x*y))+x)");
    assert_eq!(
        text("x < y .or. x == -1.0 .and. y > 2"),
        "((x < y) .or. ((x == (-1.0d0)) .and. (y > 2)))"
    );
    assert_eq!(text("merge(1, x, x > 0.5)"), "merge(1.0d0, x, (x > 0.5d0))");
}

#[test]
fn literals_take_the_kind_of_the_reference() {
    let mut f = Fixture::default();
    let show = |f: &Fixture, x: &Expr| {
        let e = partial(find("sqrt").unwrap().row(), &[Some(x)], 0).unwrap().unwrap();
        assert_eq!((e.ty, e.rank), (x.ty, x.rank));
        f.text(&e)
    };
    let r = f.scalar("r", Ty::Real(4));
    assert_eq!(show(&f, &r), "((0.5*sqrt(r))/merge(1.0, r, (r == 0.0)))");
    let q = f.array("q", Ty::Real(16), 2);
    assert_eq!(show(&f, &q), "((0.5_16*sqrt(q))/merge(1.0_16, q, (q == 0.0_16)))");
    let z = f.scalar("z", Ty::Complex(8));
    assert_eq!(show(&f, &z), "((0.5d0*sqrt(z))/merge((1.0d0, 0.0d0), z, (z == 0.0d0)))");
}

#[test]
fn powers_are_as_short_as_they_can_be() {
    let mut f = Fixture::default();
    let (x, p) = (f.scalar("x", Ty::Real(8)), f.scalar("p", Ty::Real(8)));
    let n = f.scalar("n", Ty::Integer(4));
    let show = |x: &Expr, p: &Expr| power_partials(&f.program, x, p).unwrap().map(|e| e.map(|e| f.text(&e)));
    let by_x = |p: &Expr| show(&x, p)[0].clone().unwrap_or_default();
    assert_eq!(by_x(&int(2)), "(2*x)");
    assert_eq!(by_x(&int(3)), "(3*(x**2))");
    assert_eq!(by_x(&int(1)), "1.0d0");
    assert_eq!(by_x(&int(0)), "");
    assert_eq!(by_x(&int(-1)), "(-(x**(-2)))");
    assert_eq!(by_x(&real("2.5", 8)), "((2.5d0*x)*sqrt(x))");
    assert_eq!(by_x(&real("3.5", 8)), "(((3.5d0*x)*x)*sqrt(x))");
    assert_eq!(by_x(&real("4.5", 8)), "(4.5d0*(x**3.5d0))");
    assert_eq!(by_x(&real("2.0", 8)), "(2.0d0*x)");
    assert_eq!(
        by_x(&real("0.7", 8)),
        "(0.7d0*(x**merge((-0.3d0), 1.0d0, (x > 0.0d0))))"
    );
    let positive = add(real("1.0", 8), pow(x.clone(), int(2)));
    assert_eq!(
        show(&positive, &neg(real("0.3", 8)))[0].as_deref(),
        Some("(-(0.3d0*(((1.0d0+(x**2))**(-0.3d0))/(1.0d0+(x**2)))))")
    );
    assert_eq!(by_x(&n), "(n*(x**merge(0, (n-1), (n == 0))))");
    assert_eq!(
        show(&real("10.0", 8), &p)[1].as_deref(),
        Some("((10.0d0**p)*log(10.0d0))")
    );
    assert_eq!(show(&int(2), &p)[1].as_deref(), Some("((2**p)*log((1.0d0*2)))"));
    assert!(show(&x, &n)[1].is_none());
    assert!(show(&int(2), &p)[0].is_none());
}

fn linear(name: &str, list: &[&Expr]) -> Vec<(bool, Vec<usize>)> {
    let list = args(list);
    let (row, bound) = bound(find(name).unwrap(), &list).unwrap();
    differentiable_args(row, &bound)
        .into_iter()
        .map(|i| (is_linear_in(row, &bound, i), operands_of_partial(row, &bound, i)))
        .collect()
}

#[test]
fn linearity_and_operands() {
    let mut f = Fixture::default();
    let (x, y, n) = (
        f.scalar("x", Ty::Real(8)),
        f.scalar("y", Ty::Real(8)),
        f.scalar("n", Ty::Integer(4)),
    );
    let z = f.scalar("z", Ty::Complex(8));
    let (v, m, mask) = (
        f.array("v", Ty::Real(8), 1),
        f.array("m", Ty::Real(8), 2),
        f.array("k", Ty::Logical(4), 1),
    );
    assert_eq!(linear("sin", &[&x]), [(false, vec![0])]);
    assert_eq!(linear("atan2", &[&y, &x]), [(false, vec![0, 1]), (false, vec![0, 1])]);
    assert_eq!(linear("atan", &[&y, &x]), [(false, vec![0, 1]), (false, vec![0, 1])]);
    assert_eq!(linear("mod", &[&x, &y]), [(true, vec![]), (false, vec![0, 1])]);
    assert_eq!(linear("scale", &[&x, &n]), [(true, vec![1])]);
    assert_eq!(linear("dprod", &[&x, &y]), [(false, vec![1]), (false, vec![0])]);
    assert_eq!(linear("max", &[&x, &y, &x]).len(), 3);
    assert_eq!(linear("real", &[&x]), [(true, vec![])]);
    assert_eq!(linear("abs", &[&z]), [(false, vec![0])]);
    assert_eq!(linear("merge", &[&v, &v, &mask]), [(true, vec![2]), (true, vec![2])]);
    assert_eq!(linear("sum", &[&v, &mask]), [(true, vec![2])]);
    assert_eq!(linear("sum", &[&v]), [(true, vec![])]);
    assert_eq!(linear("matmul", &[&m, &v]), [(false, vec![1]), (false, vec![0])]);
    assert_eq!(linear("aint", &[&x]), []);
    assert_eq!(linear("rrspacing", &[&x]), [(false, vec![0])]);
    assert_eq!(linear("max", &[&n, &n]), []);
}

#[test]
fn rules_follow_types() {
    let mut f = Fixture::default();
    let (x, n, z) = (
        f.scalar("x", Ty::Real(8)),
        f.scalar("n", Ty::Integer(4)),
        f.scalar("z", Ty::Complex(8)),
    );
    let of = |name: &str, a: &Expr, ty| rule(find(name).unwrap().row(), &[Some(a)], ty);
    assert!(matches!(of("abs", &x, Ty::Real(8)), Rule::Partials(_)));
    assert!(matches!(
        of("abs", &z, Ty::Real(8)),
        Rule::Structural(Structural::ComplexAbs)
    ));
    assert!(matches!(of("abs", &n, Ty::Integer(4)), Rule::Zero));
    assert!(matches!(of("real", &n, Ty::Real(4)), Rule::Zero));
    assert!(matches!(of("max1", &x, Ty::Integer(4)), Rule::Zero));
    let digamma = find_in_module("adc_special", "adc_digamma").unwrap().row();
    assert!(matches!(rule(digamma, &[Some(&x)], Ty::Real(8)), Rule::Partials(_)));
}
