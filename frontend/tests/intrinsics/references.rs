//! Binding of arguments, types and ranks of results.

use crate::{args, keyword, Fixture};
use adc_frontend::intrinsics::{bind, find};
use adc_frontend::ir::{expr, int, Arg, ArgValue, Dim, Expr, ExprKind, Ty};
use adc_frontend::typing::of_intrinsic;

fn check(f: &Fixture, name: &str, list: &[Arg], ty: Ty, rank: u8) {
    let id = find(name).unwrap_or_else(|| panic!("`{name}` is missing"));
    assert_eq!(of_intrinsic(&f.program, id, name, list), Ok((ty, rank)), "{name}");
}

fn error(f: &Fixture, name: &str, list: &[Arg]) -> String {
    match of_intrinsic(&f.program, find(name).unwrap(), name, list) {
        Ok(r) => panic!("`{name}` gave {r:?}"),
        Err(e) => e,
    }
}

fn vector(items: Vec<Expr>) -> Expr {
    expr(ExprKind::Array(None, items), Ty::Integer(4), 1)
}

#[test]
fn types_of_elementals() {
    let mut f = Fixture::default();
    let (i, r, d) = (
        f.scalar("i", Ty::Integer(4)),
        f.scalar("r", Ty::Real(4)),
        f.scalar("d", Ty::Real(8)),
    );
    let (c, z) = (f.scalar("c", Ty::Complex(4)), f.scalar("z", Ty::Complex(8)));
    let m = f.array("m", Ty::Real(8), 2);
    let eight = int(8);
    check(&f, "sin", &args(&[&r]), Ty::Real(4), 0);
    check(&f, "sin", &args(&[&m]), Ty::Real(8), 2);
    check(&f, "DSIN".to_ascii_lowercase().as_str(), &args(&[&d]), Ty::Real(8), 0);
    check(&f, "sqrt", &args(&[&z]), Ty::Complex(8), 0);
    check(&f, "abs", &args(&[&z]), Ty::Real(8), 0);
    check(&f, "abs", &args(&[&i]), Ty::Integer(4), 0);
    check(&f, "cabs", &args(&[&c]), Ty::Real(4), 0);
    check(&f, "real", &args(&[&i]), Ty::Real(4), 0);
    check(&f, "real", &args(&[&z]), Ty::Real(8), 0);
    check(&f, "real", &args(&[&d]), Ty::Real(4), 0);
    check(&f, "real", &args(&[&r, &eight]), Ty::Real(8), 0);
    check(&f, "sngl", &args(&[&d]), Ty::Real(4), 0);
    check(&f, "float", &args(&[&i]), Ty::Real(4), 0);
    check(&f, "dble", &args(&[&m]), Ty::Real(8), 2);
    check(&f, "dimag", &args(&[&z]), Ty::Real(8), 0);
    check(&f, "imag", &args(&[&z]), Ty::Real(8), 0);
    check(&f, "cmplx", &args(&[&d, &d]), Ty::Complex(4), 0);
    check(
        &f,
        "cmplx",
        &[Arg::pos(d.clone()), keyword("kind", &eight)],
        Ty::Complex(8),
        0,
    );
    check(&f, "complex", &args(&[&d, &d]), Ty::Complex(8), 0);
    check(&f, "dcmplx", &args(&[&r]), Ty::Complex(8), 0);
    check(&f, "int", &args(&[&d, &eight]), Ty::Integer(8), 0);
    check(&f, "anint", &args(&[&d]), Ty::Real(8), 0);
    check(&f, "max", &args(&[&d, &d, &d, &d]), Ty::Real(8), 0);
    check(&f, "max1", &args(&[&r, &r]), Ty::Integer(4), 0);
    check(&f, "amax0", &args(&[&i, &i]), Ty::Real(4), 0);
    check(&f, "dprod", &args(&[&r, &r]), Ty::Real(8), 0);
    check(&f, "atan", &args(&[&m, &d]), Ty::Real(8), 2);
    check(&f, "etime", &args(&[&m]), Ty::Real(4), 0);
}

#[test]
fn shapes_of_transformationals() {
    let mut f = Fixture::default();
    let (v, m) = (f.array("v", Ty::Real(8), 1), f.array("m", Ty::Real(8), 2));
    let (mask, flag) = (f.array("mask", Ty::Logical(4), 2), f.scalar("flag", Ty::Logical(4)));
    let one = int(1);
    check(&f, "sum", &args(&[&m]), Ty::Real(8), 0);
    check(&f, "sum", &args(&[&m, &one]), Ty::Real(8), 1);
    check(&f, "sum", &args(&[&m, &mask]), Ty::Real(8), 0);
    check(
        &f,
        "sum",
        &[Arg::pos(m.clone()), keyword("DIM", &one), keyword("mask", &mask)],
        Ty::Real(8),
        1,
    );
    check(&f, "maxloc", &args(&[&m]), Ty::Integer(4), 1);
    check(&f, "maxloc", &args(&[&v, &one]), Ty::Integer(4), 0);
    check(&f, "count", &args(&[&mask]), Ty::Integer(4), 0);
    check(&f, "matmul", &args(&[&m, &m]), Ty::Real(8), 2);
    check(&f, "matmul", &args(&[&m, &v]), Ty::Real(8), 1);
    check(&f, "dot_product", &args(&[&v, &v]), Ty::Real(8), 0);
    check(&f, "transpose", &args(&[&m]), Ty::Real(8), 2);
    check(&f, "spread", &args(&[&v, &one, &int(3)]), Ty::Real(8), 2);
    check(
        &f,
        "reshape",
        &args(&[&v, &vector(vec![int(2), int(3), int(4)])]),
        Ty::Real(8),
        3,
    );
    let shape = f.var("shp", Ty::Integer(4), vec![Dim::Explicit(None, int(2))]);
    check(&f, "reshape", &args(&[&v, &shape]), Ty::Real(8), 2);
    let of_m = expr(
        ExprKind::Intrinsic(find("shape").unwrap(), "shape".into(), args(&[&m])),
        Ty::Integer(4),
        1,
    );
    check(&f, "reshape", &args(&[&v, &of_m]), Ty::Real(8), 2);
    check(&f, "pack", &args(&[&m, &mask]), Ty::Real(8), 1);
    check(&f, "unpack", &args(&[&v, &mask, &m]), Ty::Real(8), 2);
    check(&f, "cshift", &args(&[&m, &one]), Ty::Real(8), 2);
    check(&f, "merge", &args(&[&m, &m, &flag]), Ty::Real(8), 2);
    check(&f, "size", &args(&[&m]), Ty::Integer(4), 0);
    check(&f, "ubound", &args(&[&m]), Ty::Integer(4), 1);
    check(&f, "ubound", &args(&[&m, &one]), Ty::Integer(4), 0);
    check(&f, "shape", &args(&[&m]), Ty::Integer(4), 1);
    check(&f, "transfer", &args(&[&v, &one]), Ty::Integer(4), 0);
    check(&f, "random_number", &args(&[&m]), Ty::None, 0);
}

#[test]
fn errors_are_in_the_users_terms() {
    let mut f = Fixture::default();
    let (i, d) = (f.scalar("i", Ty::Integer(4)), f.scalar("d", Ty::Real(8)));
    let (v, m) = (f.array("v", Ty::Real(8), 1), f.array("m", Ty::Real(8), 2));
    assert_eq!(
        error(&f, "sin", &args(&[&i])),
        "argument `x` of `sin` must be real or complex"
    );
    assert_eq!(error(&f, "sin", &args(&[&d, &d])), "`sin` has 1 argument, not 2");
    assert_eq!(error(&f, "sin", &[]), "`sin` requires the argument `x`");
    assert_eq!(error(&f, "sin", &[keyword("y", &d)]), "`sin` has no argument `y`");
    assert_eq!(
        error(&f, "sign", &[Arg::pos(d.clone()), keyword("a", &d)]),
        "argument `a` of `sign` is passed twice"
    );
    assert_eq!(
        error(&f, "real", &args(&[&d, &i])),
        "the kind in `real` is not a constant with a valid value"
    );
    assert_eq!(
        error(&f, "max", &args(&[&v, &m])),
        "the arguments of `max` have different ranks"
    );
    assert_eq!(error(&f, "sum", &args(&[&d])), "`sum` requires an array");
    assert!(error(&f, "reshape", &args(&[&v, &v])).contains("integer"));
    let alternate = Arg {
        keyword: None,
        value: ArgValue::AltReturn(10),
    };
    assert_eq!(
        error(&f, "random_number", &[alternate]),
        "`random_number` cannot have alternate returns"
    );
}

#[test]
fn binding_is_by_position_and_keyword() {
    let mut f = Fixture::default();
    let (a, b) = (f.scalar("a", Ty::Real(8)), f.scalar("b", Ty::Real(8)));
    let row = find("atan2").unwrap().row();
    let list = [keyword("X", &a), keyword("y", &b)];
    let bound = bind(row, &list).unwrap();
    assert!(bound[0].unwrap().same(&b) && bound[1].unwrap().same(&a));
    let (m, mask) = (f.array("m", Ty::Real(8), 2), f.array("mask", Ty::Logical(4), 2));
    let list = args(&[&m, &mask]);
    let bound = bind(find("minval").unwrap().row(), &list).unwrap();
    assert!(bound[1].is_none() && bound[2].unwrap().same(&mask));
    let list = args(&[&a, &b, &a]);
    assert_eq!(bind(find("max").unwrap().row(), &list).unwrap().len(), 3);
}
