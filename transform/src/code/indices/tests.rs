//! Tests of the arithmetic on parsed Fortran.

use super::*;
use adc_frontend::dump::expr_text;
use adc_frontend::parse::{parse, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};

const DECLARATIONS: &str = "\
subroutine s(i, j, n, m, ip, x, a, r)
  type :: record
    real :: u(9), v(9), w
  end type
  integer :: i, j, n, m, k, ip(9)
  integer(8) :: long
  real :: x, a(9, 9)
  type(record) :: r, q(9)
";

/// A program with one procedure.
struct Case(Program);

impl Case {
    fn of(statements: &str) -> Case {
        let text = format!("{DECLARATIONS}{statements}\nend subroutine\n");
        let mut map = SourceMap::default();
        let file = map.add("test.f90", text, Form::Free);
        let (tree, mut problems) = parse(&mut map, file, &ParseOptions::default(), &mut |_, _, _| None);
        let (program, more) = resolve(&[tree]);
        problems.extend(more);
        assert!(problems.is_empty(), "{statements}: {problems:?}");
        Case(program)
    }

    /// Expressions, each assigned to a variable in a statement.
    fn values(texts: &[&str]) -> Case {
        Case::of(&texts.iter().map(|t| format!("x = {t}\n")).collect::<String>())
    }

    fn statement(&self, number: usize) -> &StmtKind {
        let (_, unit) = self.0.units.iter().next().expect("a procedure");
        &unit.body[number].kind
    }

    fn value(&self, number: usize) -> &Expr {
        match self.statement(number) {
            StmtKind::Assign { rhs, .. } => rhs,
            other => panic!("{other:?}"),
        }
    }

    fn symbol(&self, name: &str) -> SymbolId {
        let (unit, _) = self.0.units.iter().next().expect("a procedure");
        self.0.lookup(unit, name).expect("a variable")
    }

    fn text(&self, e: &Expr) -> String {
        expr_text(&self.0, e)
    }
}

/// The answer about two expressions.
fn about<T>(p: &str, q: &str, ask: impl Fn(&Case, &Expr, &Expr) -> T) -> T {
    let case = Case::values(&[p, q]);
    ask(&case, case.value(0), case.value(1))
}

#[test]
fn sums_have_a_base_and_a_constant() {
    for (text, base, constant) in [
        ("n", Some("n"), 0),
        ("n + 2", Some("n"), 2),
        ("2 + n", Some("n"), 2),
        ("n - 2", Some("n"), -2),
        ("n - (-2)", Some("n"), 2),
        ("(n + 2)", Some("n"), 2),
        ("ip(j) - 1", Some("ip[j]"), -1),
        ("-3", None, -3),
        ("2 - n", Some("2 - n"), 0),
        ("n*2", Some("n * 2"), 0),
        ("n + m", Some("n + m"), 0),
        ("-n", Some("-n"), 0),
    ] {
        let case = Case::values(&[text]);
        let sum = Sum::of(case.value(0));
        assert_eq!(sum.base.map(|b| case.text(b)).as_deref(), base, "{text}");
        assert_eq!(sum.constant, constant, "{text}");
    }
}

#[test]
fn trailing_constants_are_written_last() {
    for (text, base, constant) in [
        ("n + 2", Some("n"), 2),
        ("n - 2", Some("n"), -2),
        ("n + m", Some("n + m"), 0),
        ("2 + n", Some("2 + n"), 0),
        ("(n + 2)", Some("(n + 2)"), 0),
        ("n", Some("n"), 0),
        ("(-3)", None, -3),
    ] {
        let case = Case::values(&[text]);
        let sum = Sum::trailing(case.value(0));
        assert_eq!(sum.base.map(|b| case.text(b)).as_deref(), base, "{text}");
        assert_eq!(sum.constant, constant, "{text}");
    }
}

#[test]
fn distances_are_constant_or_unknown() {
    for (p, q, expected) in [
        ("i + 1", "i - 1", Some(2)),
        ("1 + i", "(i)", Some(1)),
        ("i", "i", Some(0)),
        ("3", "7", Some(-4)),
        ("ip(j) + 1", "ip(j)", Some(1)),
        ("i", "j", None),
        ("i", "2*i", None),
        ("n", "1", None),
        ("ip(i)", "ip(j)", None),
        ("i + n", "n + i", None),
        ("n + 9223372036854775807", "n - 9223372036854775807", None),
    ] {
        assert_eq!(about(p, q, |_, p, q| distance(p, q)), expected, "{p}, {q}");
        let differ = expected.is_some_and(|d| d != 0);
        assert_eq!(about(p, q, |_, p, q| apart(p, q)), differ, "{p}, {q}");
    }
}

#[test]
fn affine_forms_have_distances() {
    for (p, q, expected) in [
        ("i + n + 1", "n + i", Some(1)),
        ("2*i + 3", "i + i", Some(3)),
        ("-(i - 1)", "-i", Some(1)),
        ("n - i", "i - n", None),
        ("i", "j", None),
        ("ip(j) + 1", "ip(j)", None),
        ("n*m", "n*m", None),
    ] {
        let found = about(p, q, |_, p, q| affine(p)?.distance(&affine(q)?));
        assert_eq!(found, expected, "{p}, {q}");
    }
}

#[test]
fn designators_are_disjoint() {
    for (p, q, expected) in [
        ("a(i, j)", "a(i + 1, j)", true),
        ("a(i, 1)", "a(j, 2)", true),
        ("r%u(i)", "r%v(i)", true),
        ("r%u(i)", "r%u(i - 1)", true),
        ("a(i, j)", "a(j, i)", false),
        ("a(i, j)", "a(i, j)", false),
        ("r%u(i)", "r%u(j)", false),
    ] {
        assert_eq!(about(p, q, |_, p, q| disjoint(p, q)), expected, "{p}, {q}");
    }
}

#[test]
fn subscripts_have_distances_from_the_index() {
    for (text, expected) in [
        ("i", Some(0)),
        ("i + 2", Some(2)),
        ("2 + i", Some(2)),
        ("i - 2", Some(-2)),
        ("j", None),
        ("2 - i", None),
        ("2*i", None),
        ("i + n", None),
        ("ip(i)", None),
        ("3", None),
    ] {
        let case = Case::values(&[text]);
        assert_eq!(from_index(case.value(0), case.symbol("i")), expected, "{text}");
    }
}

#[test]
fn steps_have_a_rest_without_the_index() {
    for (text, expected) in [
        ("i", "i"),
        ("i + ip(j)", "+ ip[j]"),
        ("n + i", "+ n"),
        ("i - n", "- n"),
        ("n - i", "falls"),
        ("i + i", "no step"),
        ("i + ip(i)", "no step"),
        ("2*i", "no step"),
        ("(i + 1)", "no step"),
        ("n", "no step"),
    ] {
        let case = Case::values(&[text]);
        let found = match Step::of(case.value(0), case.symbol("i")) {
            Some(Step::Index) => "i".to_string(),
            Some(Step::Plus(BinaryOp::Add, rest)) => format!("+ {}", case.text(rest)),
            Some(Step::Plus(_, rest)) => format!("- {}", case.text(rest)),
            Some(Step::Minus) => "falls".into(),
            None => "no step".into(),
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn moved_expressions_have_one_constant() {
    for (text, by, expected) in [
        ("n", 0, "n"),
        ("n", 1, "n + 1"),
        ("n", -1, "n - 1"),
        ("n - 1", 1, "n"),
        ("n - 1", 3, "n + 2"),
        ("n + 1", -3, "n - 2"),
        ("1 + n", 1, "{1 + n} + 1"),
        ("(n + 1)", 1, "(n + 1) + 1"),
        ("n*m", 2, "{n * m} + 2"),
        ("3", -4, "-1"),
        ("n + 9223372036854775807", 1, "{n + 9223372036854775807} + 1"),
    ] {
        let case = Case::values(&[text]);
        assert_eq!(case.text(&moved(case.value(0), by)), expected, "{text}, {by}");
    }
}

#[test]
fn shifted_expressions_need_no_constant() {
    for (text, op, by, expected) in [
        ("n - 1", BinaryOp::Add, "1", "n"),
        ("n - 1", BinaryOp::Sub, "1", "n - 2"),
        ("n - 1", BinaryOp::Add, "m", "{n - 1} + m"),
        ("n", BinaryOp::Sub, "m", "n - m"),
        ("n", BinaryOp::Add, "-1", "n - 1"),
        ("long", BinaryOp::Add, "1_8", "long + 1_8"),
        ("2", BinaryOp::Add, "3", "5"),
    ] {
        let found = about(text, by, |case, e, by| case.text(&shifted(e, op, by)));
        assert_eq!(found, expected, "{text}, {by}");
    }
}

#[test]
fn values_of_the_index_are_combined_with_constants() {
    for (text, value, with_value, with_numbers) in [
        ("i + 1", "n", "n + 1", "n + 1"),
        ("i + 1", "n - 1", "n", "{n - 1} + 1"),
        ("a(i + 1, i)", "3", "a[4, 3]", "a[4, 3]"),
        ("5 - i", "3", "5 - 3", "2"),
        ("i*(i - 1)", "n", "n * (n - 1)", "n * (n - 1)"),
        ("j + 1", "n - 1", "j + 1", "j + 1"),
    ] {
        let put = |combines: &dyn Fn(&Expr, &Expr) -> bool| {
            about(text, value, |case, e, value| {
                let mut e = e.clone();
                substitute(&mut e, case.symbol("i"), value, &|x| combines(x, value));
                case.text(&e)
            })
        };
        assert_eq!(put(&|x, value| x.same(value)), with_value, "{text}, {value}");
        assert_eq!(put(&|x, _| int_value(x).is_some()), with_numbers, "{text}, {value}");
    }
}

#[test]
fn positions_keep_the_first_subscript() {
    for (first, stride, expected) in [
        ("1", "1", "j"),
        ("2", "1", "2 + {j - 1}"),
        ("n", "1", "n + {j - 1}"),
        ("1", "3", "1 + {{j - 1} * 3}"),
    ] {
        let case = Case::values(&[first, stride, "j"]);
        let [first, stride, j] = [0, 1, 2].map(|k| case.value(k));
        assert_eq!(case.text(&nth(&case.0, first.clone(), j, stride.clone())), expected);
    }
}

#[test]
fn ranges_ascend() {
    for (control, expected) in [
        ("i = 1, n", Some(("1", "n", true))),
        ("i = n, 2, -1", Some(("2", "n", false))),
        ("i = 1, n, 2", None),
        ("i = 1, n, m", None),
        ("while (x > 0)", None),
    ] {
        let case = Case::of(&format!("do {control}\nx = 1\nend do"));
        let found = Range::of(case.statement(0)).map(|r| (case.text(r.first), case.text(r.last), r.upwards));
        let expected = expected.map(|(first, last, up)| (first.to_string(), last.to_string(), up));
        assert_eq!(found, expected, "{control}");
    }
    assert!(Range::of(Case::values(&["1"]).statement(0)).is_none());
}

#[test]
fn ranges_are_fixed_unless_the_body_changes_them() {
    let case = Case::of("do i = m + 1, n\nx = 1\nend do");
    let range = Range::of(case.statement(0)).expect("a range");
    assert!(range.is_plain(&case.0));
    for (changed, expected) in [("x", true), ("i", false), ("n", false), ("m", false)] {
        let changed = case.symbol(changed);
        assert_eq!(range.is_fixed(&|v| v == changed), expected);
    }
    let case = Case::of("do long = 1, n\nx = 1\nend do");
    let range = Range::of(case.statement(0)).expect("a range");
    assert!(!range.is_plain(&case.0));
}

#[test]
fn sections_cover_all_iterations() {
    for (element, expected) in [
        ("a(i, j)", Some("a[2:n, j]")),
        ("a(i + 1, j)", Some("a[3:n + 1, j]")),
        ("a(j, i - m)", Some("a[j, 2 - m:n - m]")),
        ("a(1, j)", None),
        ("a(i, i)", None),
        ("a(n - i, j)", None),
        ("a(ip(i), j)", None),
        ("r%u(i)", Some("r%u[2:n]")),
        ("q(i)%w", Some("q[2:n]%w")),
        ("q(i)%u(j)", None),
    ] {
        let case = Case::of(&format!("do i = 2, n\nx = 1\nend do\nx = {element}"));
        let range = Range::of(case.statement(0)).expect("a range");
        let found = range.section(case.value(1)).map(|e| case.text(&e));
        assert_eq!(found.as_deref(), expected, "{element}");
    }
}
