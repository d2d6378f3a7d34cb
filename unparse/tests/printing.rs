//! The printer on hand-made trees: parentheses, line breaks, forms.

use adc_frontend::ast::*;
use adc_frontend::span::{Form, Span};
use adc_unparse::print_file;

fn name(text: &str) -> Name {
    Name {
        text: text.into(),
        span: Span::NONE,
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

fn var(text: &str) -> Expr {
    let part = Part {
        name: name(text),
        args: vec![],
        image: None,
    };
    expr(ExprKind::Designator(vec![part]))
}

fn bin(op: BinaryOp, l: Expr, r: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(l), Box::new(r)))
}

fn un(op: UnaryOp, x: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(x)))
}

fn assign(rhs: Expr) -> Stmt {
    Stmt {
        kind: StmtKind::Assign { lhs: var("y"), rhs },
        label: None,
        lead: vec![],
        trail: None,
        span: Span::NONE,
    }
}

fn print(body: Block, form: Form) -> String {
    let unit = Unit {
        kind: UnitKind::Subroutine {
            prefix: vec![],
            name: name("s"),
            args: vec![],
            bind: None,
        },
        lead: vec![],
        trail: None,
        label: None,
        span: Span::NONE,
        body,
        contains_at: None,
        contains: vec![],
        end: End::default(),
        incomplete: false,
    };
    let file = File {
        units: vec![unit],
        tail: vec![],
        excluded: vec![],
    };
    print_file(&file, form)
}

/// The text of an expression in free form.
fn text(e: Expr) -> String {
    let out = print(vec![assign(e)], Form::Free);
    let line = out.lines().nth(1).unwrap_or_default();
    line.trim_start().trim_start_matches("y = ").to_string()
}

#[test]
fn parentheses_keep_the_tree() {
    use BinaryOp::*;
    let (a, b, c) = (|| var("a"), || var("b"), || var("c"));
    let neg = |e| un(UnaryOp::Minus, e);
    let cases = [
        (bin(Sub, a(), bin(Add, b(), c())), "a - (b + c)"),
        (bin(Sub, bin(Sub, a(), b()), c()), "a - b - c"),
        (bin(Add, a(), bin(Add, b(), c())), "a + (b + c)"),
        (bin(Div, a(), bin(Mul, b(), c())), "a/(b*c)"),
        (bin(Mul, bin(Div, a(), b()), c()), "a/b*c"),
        (bin(Mul, a(), neg(b())), "a*(-b)"),
        (bin(Mul, neg(a()), b()), "(-a)*b"),
        (neg(bin(Mul, a(), b())), "-a*b"),
        (neg(bin(Add, a(), b())), "-(a + b)"),
        (neg(neg(a())), "-(-a)"),
        (bin(Add, neg(a()), b()), "-a + b"),
        (bin(Add, a(), neg(b())), "a + (-b)"),
        (neg(bin(Pow, a(), b())), "-a**b"),
        (bin(Pow, neg(a()), b()), "(-a)**b"),
        (bin(Pow, a(), bin(Pow, b(), c())), "a**b**c"),
        (bin(Pow, bin(Pow, a(), b()), c()), "(a**b)**c"),
        (bin(Pow, a(), neg(b())), "a**(-b)"),
        (bin(Eq, bin(Lt, a(), b()), c()), "(a < b) == c"),
        (un(UnaryOp::Not, bin(And, a(), b())), ".not. (a .and. b)"),
        (un(UnaryOp::Not, bin(Lt, a(), b())), ".not. a < b"),
        (bin(And, a(), un(UnaryOp::Not, b())), "a .and. .not. b"),
        (bin(Or, bin(And, a(), b()), c()), "a .and. b .or. c"),
        (bin(And, bin(Or, a(), b()), c()), "(a .or. b) .and. c"),
        (
            bin(Mul, expr(ExprKind::Paren(Box::new(bin(Add, a(), b())))), c()),
            "(a + b)*c",
        ),
        (bin(Mul, expr(ExprKind::Int("-1".into())), c()), "(-1)*c"),
        (
            bin(
                Defined(Box::new(name("cross"))),
                a(),
                bin(Defined(Box::new(name("cross"))), b(), c()),
            ),
            "a .cross. (b .cross. c)",
        ),
    ];
    for (e, expected) in cases {
        assert_eq!(text(e), expected);
    }
}

#[test]
fn long_statements_are_broken_between_tokens() {
    let sum = (0..40).fold(var("first"), |e, i| bin(BinaryOp::Add, e, var(&format!("operand_{i}"))));
    for (form, limit) in [(Form::Fixed, 72), (Form::Free, 132)] {
        let out = print(vec![assign(sum.clone())], form);
        assert!(out.lines().all(|l| l.len() <= limit), "{out}");
        assert!((0..40).all(|i| out.contains(&format!("operand_{i}"))), "{out}");
    }
}

#[test]
fn strings_longer_than_a_line_are_cut_where_it_is_full() {
    let string = format!("'{}'", "abcdefghi ".repeat(30));
    let body = |s: &str| vec![assign(expr(ExprKind::Str(s.into())))];
    let fixed = print(body(&string), Form::Fixed);
    let mut joined = String::new();
    for line in fixed.lines().filter(|l| !l.contains("SUBROUTINE")) {
        assert!(line.len() <= 72, "{fixed}");
        joined.push_str(&line[6..]);
    }
    assert!(joined.contains(&string), "{fixed}");
    let free = print(body(&string), Form::Free);
    assert!(free.lines().all(|l| l.len() <= 132), "{free}");
    let lines: Vec<&str> = free.lines().collect();
    let text: String = lines[1..lines.len() - 1]
        .iter()
        .map(|l| l.trim_start().trim_matches('&'))
        .collect();
    assert!(text.contains(&string), "{free}");
}

#[test]
fn chains_of_any_length_are_no_recursion() {
    let sum = (0..3000).fold(var("a"), |e, _| bin(BinaryOp::Add, e, var("b")));
    assert!(print(vec![assign(sum)], Form::Free).contains("a + b"));
}

#[test]
fn comments_follow_the_form() {
    let mut s = assign(var("x"));
    s.lead = vec![
        Trivia::Comment(" a comment".into(), Span::NONE),
        Trivia::Blank,
        Trivia::Comment("$omp parallel".into(), Span::NONE),
        Trivia::Comment("all".into(), Span::NONE),
    ];
    s.trail = Some(" behind".into());
    s.label = Some(10);
    let free = print(vec![s.clone()], Form::Free);
    assert_eq!(
        free,
        "subroutine s\n  ! a comment\n\n  !$omp parallel\n  !all\n10 y = x ! behind\nend subroutine s\n"
    );
    let fixed = print(vec![s], Form::Fixed);
    assert_eq!(
        fixed,
        "      SUBROUTINE s\nC a comment\n\nC$omp parallel\n!all\n 10     y = x ! behind\n      END SUBROUTINE s\n"
    );
}

#[test]
fn continued_directives_are_converted() {
    let directives = |lines: &[&str]| {
        let mut s = assign(var("x"));
        s.lead = lines.iter().map(|&l| Trivia::Comment(l.into(), Span::NONE)).collect();
        s
    };
    let lines = |s: &Stmt, form| {
        let out = print(vec![s.clone()], form);
        out.lines()
            .filter(|l| l.contains('$'))
            .map(|l| l.trim_start().to_string())
            .collect::<Vec<_>>()
    };
    let free = directives(&["$omp parallel do &", "$omp private(i) &", "$omp& shared(x)", "$ n = 1"]);
    assert_eq!(
        lines(&free, Form::Free),
        [
            "!$omp parallel do &",
            "!$omp private(i) &",
            "!$omp& shared(x)",
            "!$ n = 1"
        ]
    );
    assert_eq!(
        lines(&free, Form::Fixed),
        [
            "C$omp parallel do",
            "C$omp&private(i)",
            "C$omp& shared(x)",
            "C$    n = 1"
        ]
    );
    let fixed = directives(&["$omp parallel do", "$omp&private(i)", "$omp+shared(x)", "$    n = 1"]);
    assert_eq!(
        lines(&fixed, Form::Free),
        [
            "!$omp parallel do &",
            "!$omp& private(i) &",
            "!$omp& shared(x)",
            "!$    n = 1"
        ]
    );
    assert_eq!(
        lines(&fixed, Form::Fixed),
        [
            "C$omp parallel do",
            "C$omp&private(i)",
            "C$omp+shared(x)",
            "C$    n = 1"
        ]
    );
    let openad = directives(&["$openad INDEPENDENT(x)"]);
    assert_eq!(lines(&openad, Form::Fixed), ["C$openad INDEPENDENT(x)"]);
}
