//! The parser on fixtures: trees, messages, lines, tokens, and properties of every tree.

mod conditional;
mod directive;
mod encoding;
mod local_directive;
mod robust;
mod support;
mod tables;

use adc_frontend::lines::{assemble, Includes, LineOptions};
use adc_frontend::parse::dump_tokens;
use adc_frontend::span::{Form, SourceMap};
use std::path::Path;
use support::{check_spans, dump, messages, parse_text};

fn form_of(path: &Path) -> Form {
    match path.extension().and_then(|e| e.to_str()) {
        Some("f") => Form::Fixed,
        _ => Form::Free,
    }
}

#[test]
fn fixtures() {
    insta::glob!("fixtures/*.f*", |path| {
        let text = std::fs::read_to_string(path).expect("fixture");
        let p = parse_text(&text, form_of(path));
        check_spans(&p);
        insta::assert_snapshot!(format!("{}{}", dump(&p.tree), messages(&p)));
    });
}

fn lines_of(text: &str, form: Form) -> String {
    let mut map = SourceMap::default();
    let file = map.add("t", text, form);
    let (lines, diags) = assemble(&map, file, &LineOptions::default(), &Includes::default());
    let mut out = lines.dump(&map);
    for d in diags {
        out += &format!("ADC{:04} {}\n", d.code, d.message);
    }
    out
}

fn tokens_of(text: &str, form: Form) -> String {
    let mut map = SourceMap::default();
    let file = map.add("t", text, form);
    let (lines, _) = assemble(&map, file, &LineOptions::default(), &Includes::default());
    dump_tokens(&lines)
}

#[test]
fn fixed_lines() {
    let text = "C first\n      A = B +\nC within\n     &    C ! last\n\tX = 'tab\n\t1form'\n 10   Y=1;Z = 2\n\
      \x20     S = 'a!b;c' ! real\n  100 FORMAT(3H!' , 1X)\n# 7 \"orig.F\"\n#pragma x\n      D = 1";
    insta::assert_snapshot!(lines_of(text, Form::Fixed));
}

#[test]
fn columns_beyond_72_are_dropped() {
    let text = format!("      X = 1{}+ 2\n", " ".repeat(61));
    assert_eq!(lines_of(&text, Form::Fixed), "    1:7         X=1\n");
}

#[test]
fn free_lines() {
    let text = "a = b & ! why\n  ! between\n  + c; d = 'x &\n  &y! z' ! end\n10 continue\nna&\n&me = 1\n\n\
      s = \"a & b\" ; \n!last";
    insta::assert_snapshot!(lines_of(text, Form::Free));
}

#[test]
fn look_alikes_in_fixed_form() {
    let text = "      DO10I=1,5\n      DO10I=1.5\n      IF(I)=3\n      IF(A.EQ.1.E-3)GOTO10\n      REALFUNCTIONF(X)\n\
      \x20     REALFUNCTIONF(10)\n      DOUBLEPRECISIONA\n      CALLFOO(X)\n      REAL*8HEAD\n      CHARACTER*4HEAD\n\
      \x20     ENDDO\n      ENDFILE10\n      X=1.EQ.2.AND.3.D0.LT.Y\n      CALLF(3HABC)\n      PRINT10,X\n";
    insta::assert_snapshot!(tokens_of(text, Form::Fixed));
}

#[test]
fn position_of_tokens_across_lines() {
    let p = parse_text("      X = ALP\n     1HA + 1\n      END\n", Form::Fixed);
    let debug = format!("{:?}", p.tree);
    assert!(debug.contains("text: \"ALPHA\", span: 11..23"), "{debug}");
}

#[test]
fn include_is_spliced() {
    let p = parse_text(
        "      subroutine s\n      include 'size.inc'\n      n = 1\n      end\n",
        Form::Fixed,
    );
    assert_eq!(p.diags, []);
    assert_eq!(p.tree.units[0].body.len(), 3);
}

#[test]
fn include_of_itself_and_of_nothing() {
    let p = parse_text("include 'self.inc'\ninclude 'none.inc'\nend\n", Form::Free);
    insta::assert_snapshot!(messages(&p));
}

#[test]
fn shared_terminator_stands_in_the_innermost_loop() {
    let p = parse_text(
        "      do 10 i = 1, 2\n      do 10 j = 1, 2\n 10   x = x + 1\n      end\n",
        Form::Fixed,
    );
    assert_eq!(p.diags, []);
    insta::assert_snapshot!(dump(&p.tree));
}

/// The text of an expression with explicit parentheses for precedence.
fn grouped(text: &str) -> String {
    use adc_frontend::ast::{Expr, ExprKind, StmtKind};
    fn show(e: &Expr) -> String {
        match &e.kind {
            ExprKind::Designator(parts) => parts[0].name.text.to_string(),
            ExprKind::Unary(op, x) => format!("{op:?}({})", show(x)),
            ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", show(a), show(b)),
            other => format!("{other:?}"),
        }
    }
    let p = parse_text(&format!("x = {text}\nend\n"), Form::Free);
    if let Some(d) = p.diags.first() {
        return d.message.clone();
    }
    match p.tree.units.first().and_then(|u| u.body.first()).map(|s| &s.kind) {
        Some(StmtKind::Assign { rhs, .. }) => show(rhs),
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_the_standard_says() {
    for (text, wanted) in [
        ("a + b * c ** d", "(a Add (b Mul (c Pow d)))"),
        ("a - b - c", "((a Sub b) Sub c)"),
        ("a ** b ** c", "(a Pow (b Pow c))"),
        ("-a ** b * c + d", "(Minus(((a Pow b) Mul c)) Add d)"),
        ("a // b + c == d", "((a Concat (b Add c)) Eq d)"),
        (".not. a == b .and. c .or. d", "((Not((a Eq b)) And c) Or d)"),
        ("a .eqv. b .or. c .neqv. d", "((a Eqv (b Or c)) Neqv d)"),
        ("a .and. .not. b .or. c", "((a And Not(b)) Or c)"),
        // signs after operators, an extension: as in gfortran
        ("a ** -b * c", "((a Pow Minus(b)) Mul c)"),
        ("a * -b ** c / d", "((a Mul Minus((b Pow c))) Div d)"),
        ("a + -b * c - d", "((a Add Minus((b Mul c))) Sub d)"),
        ("a == -b + c", "(a Eq (Minus(b) Add c))"),
        ("- - a", "this operator cannot follow the previous one"),
        ("a == .not. b", "this operator cannot follow the previous one"),
    ] {
        assert_eq!(grouped(text), wanted, "{text}");
    }
}
