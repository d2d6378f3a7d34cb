//! Constant expressions.

use crate::Fixture;
use adc_frontend::consteval::{
    extent, int_const, kind_of_literal, literal_kind, logical_const, real_const, LiteralKind,
};
use adc_frontend::intrinsics::find;
use adc_frontend::ir::*;

fn constant(f: &mut Fixture, name: &str, ty: Ty, dims: Vec<Dim>, value: Expr) -> Expr {
    let rank = dims.len() as u8;
    let id = f.program.add_symbol(Symbol {
        name: name.into(),
        owner: None,
        kind: SymbolKind::Constant(Constant {
            ty: DeclType::plain(ty),
            dims,
            value,
        }),
        private: false,
        comment: None,
        span: Span::NONE,
    });
    expr(ExprKind::Var(id), ty, rank)
}

fn call(name: &str, list: &[&Expr]) -> Expr {
    let id = find(name).unwrap();
    expr(
        ExprKind::Intrinsic(id, name.into(), crate::args(list)),
        Ty::Integer(4),
        0,
    )
}

#[test]
fn arithmetic_of_integers() {
    let f = Fixture::default();
    let value = |op, a, b| int_const(&f.program, &binary(op, int(a), int(b)));
    assert_eq!(value(BinaryOp::Div, -7, 2), Some(-3));
    assert_eq!(value(BinaryOp::Pow, 2, 10), Some(1024));
    assert_eq!(value(BinaryOp::Pow, 2, -1), Some(0));
    assert_eq!(value(BinaryOp::Pow, -1, -3), Some(-1));
    assert_eq!(value(BinaryOp::Div, 1, 0), None);
    assert_eq!(value(BinaryOp::Mul, i64::MAX, 2), None);
    let test = |op, a, b| logical_const(&f.program, &binary(op, int(a), int(b)));
    assert_eq!(test(BinaryOp::Lt, 1, 2), Some(true));
}

#[test]
fn kinds() {
    let mut f = Fixture::default();
    let double = real("1.0", 8);
    assert_eq!(int_const(&f.program, &call("kind", &[&double])), Some(8));
    for (p, r, kind) in [
        (6, 37, 4),
        (7, 0, 8),
        (15, 307, 8),
        (16, 0, 10),
        (18, 4931, 10),
        (33, 0, 16),
        (34, 0, -1),
    ] {
        let e = call("selected_real_kind", &[&int(p), &int(r)]);
        assert_eq!(int_const(&f.program, &e), Some(kind), "{p} {r}");
    }
    for (r, kind) in [(2, 1), (9, 4), (10, 8), (19, 16), (39, -1)] {
        assert_eq!(
            int_const(&f.program, &call("selected_int_kind", &[&int(r)])),
            Some(kind)
        );
    }
    let wp = constant(&mut f, "wp", Ty::Integer(4), vec![], call("kind", &[&double]));
    assert_eq!(int_const(&f.program, &wp), Some(8));
    assert_eq!(int_const(&f.program, &call("huge", &[&int(1)])), Some(i32::MAX.into()));
    assert_eq!(int_const(&f.program, &call("precision", &[&double])), Some(15));
    assert_eq!(real_const(&f.program, &call("epsilon", &[&double])), Some(f64::EPSILON));
}

#[test]
fn kinds_of_literals() {
    assert_eq!(kind_of_literal("1.0"), LiteralKind::Default);
    assert_eq!(kind_of_literal("1.e5"), LiteralKind::Default);
    assert_eq!(kind_of_literal("1.D0"), LiteralKind::Double);
    assert_eq!(kind_of_literal("1.0_8"), LiteralKind::Number(8));
    assert_eq!(kind_of_literal("1.0_Dp"), LiteralKind::Named("Dp"));
    assert_eq!(kind_of_literal(".true."), LiteralKind::Default);
    assert_eq!(kind_of_literal("12"), LiteralKind::Default);
    assert_eq!(literal_kind("1.0_Dp", |n| (n == "dp").then_some(8)), Some(8));
}

#[test]
fn a_constant_defined_by_itself_has_no_value() {
    let mut f = Fixture::default();
    let a = constant(&mut f, "a", Ty::Integer(4), vec![], int(0));
    let ExprKind::Var(id) = a.kind else { panic!() };
    if let SymbolKind::Constant(c) = &mut f.program.symbols[id].kind {
        c.value = add(a.clone(), int(1));
    }
    assert_eq!(int_const(&f.program, &a), None);
    // and a chain that doubles ends soon
    let mut last = constant(&mut f, "c0", Ty::Integer(4), vec![], int(0));
    for i in 1..60 {
        let twice = binary(BinaryOp::Add, last.clone(), last);
        last = constant(&mut f, &format!("c{i}"), Ty::Integer(4), vec![], twice);
    }
    assert_eq!(int_const(&f.program, &last), None);
}

#[test]
fn bounds_and_sizes() {
    let mut f = Fixture::default();
    let n = constant(&mut f, "n", Ty::Integer(4), vec![], int(4));
    let dims = vec![Dim::Explicit(None, n.clone()), Dim::Explicit(Some(int(0)), int(2))];
    let m = f.var("m", Ty::Real(8), dims);
    assert_eq!(int_const(&f.program, &call("size", &[&m])), Some(12));
    assert_eq!(int_const(&f.program, &call("size", &[&m, &int(2)])), Some(3));
    assert_eq!(int_const(&f.program, &call("lbound", &[&m, &int(2)])), Some(0));
    assert_eq!(int_const(&f.program, &call("ubound", &[&m, &int(2)])), Some(2));
    let open = f.array("open", Ty::Real(8), 1);
    assert_eq!(int_const(&f.program, &call("size", &[&open])), None);
    let row = index(
        m.clone(),
        vec![Subscript::At(int(1)), Subscript::range(None, Some(int(1)), None)],
    );
    assert_eq!(extent(&f.program, &row), Some(2));
    let list = expr(ExprKind::Array(None, vec![int(3), int(5), int(7)]), Ty::Integer(4), 1);
    assert_eq!(extent(&f.program, &list), Some(3));
    let primes = constant(
        &mut f,
        "primes",
        Ty::Integer(4),
        vec![Dim::Explicit(None, int(3))],
        list,
    );
    let second = index(primes.clone(), vec![Subscript::At(int(2))]);
    assert_eq!(int_const(&f.program, &second), Some(5));
    assert_eq!(int_const(&f.program, &index(primes, vec![Subscript::At(int(9))])), None);
}

/// Elements of matrices stand column by column; none are beyond the bounds.
#[test]
fn elements_of_tables() {
    let mut f = Fixture::default();
    let list = expr(ExprKind::Array(None, (1..=6).map(int).collect()), Ty::Integer(4), 1);
    let shape = expr(ExprKind::Array(None, vec![int(2), int(3)]), Ty::Integer(4), 1);
    let mut value = call("reshape", &[&list, &shape]);
    value.rank = 2;
    let dims = vec![Dim::Explicit(Some(int(0)), int(1)), Dim::Explicit(None, int(3))];
    let table = constant(&mut f, "table", Ty::Integer(4), dims.clone(), value.clone());
    let copy = constant(&mut f, "copy", Ty::Integer(4), dims.clone(), table.clone());
    let sevens = constant(&mut f, "sevens", Ty::Integer(4), dims.clone(), int(7));
    let at = |base: &Expr, i, j| {
        let subscripts = vec![Subscript::At(int(i)), Subscript::At(int(j))];
        int_const(&f.program, &index(base.clone(), subscripts))
    };
    for (i, j, expected) in [(0, 1, 1), (1, 1, 2), (0, 2, 3), (1, 3, 6)] {
        assert_eq!(at(&table, i, j), Some(expected), "{i} {j}");
        assert_eq!(at(&copy, i, j), Some(expected), "{i} {j}");
        assert_eq!(at(&sevens, i, j), Some(7), "{i} {j}");
    }
    for (i, j) in [(2, 1), (-1, 2), (0, 0), (0, 4)] {
        assert_eq!(at(&table, i, j), None, "{i} {j}");
    }
    // an order of dimensions
    let ordered = {
        let order = expr(ExprKind::Array(None, vec![int(2), int(1)]), Ty::Integer(4), 1);
        let mut value = call("reshape", &[&list, &shape, &list, &order]);
        value.rank = 2;
        constant(&mut f, "ordered", Ty::Integer(4), dims, value)
    };
    let first = index(ordered, vec![Subscript::At(int(0)), Subscript::At(int(1))]);
    assert_eq!(int_const(&f.program, &first), None);
}

#[test]
fn functions() {
    let f = Fixture::default();
    let value = |e: Expr| int_const(&f.program, &e);
    assert_eq!(value(call("max", &[&int(3), &int(9), &int(4)])), Some(9));
    assert_eq!(value(call("min0", &[&int(3), &int(-9), &int(4)])), Some(-9));
    assert_eq!(value(call("mod", &[&int(-7), &int(3)])), Some(-1));
    assert_eq!(value(call("modulo", &[&int(-7), &int(3)])), Some(2));
    assert_eq!(value(call("modulo", &[&int(7), &int(-3)])), Some(-2));
    assert_eq!(value(call("nint", &[&real("2.6", 8)])), Some(3));
    assert_eq!(value(call("int", &[&real("2.6", 4)])), Some(2));
    let text = expr(ExprKind::Str("'abc'".into()), Ty::Character, 0);
    assert_eq!(value(call("len", &[&text])), Some(3));
    assert_eq!(real_const(&f.program, &call("sqrt", &[&real("4.0", 8)])), Some(2.0));
    assert_eq!(real_const(&f.program, &call("dble", &[&int(3)])), Some(3.0));
}
