//! The expression grammar of formulas: Fortran's, on the small part of it that formulas use. Formulas are parsed where there is no source file, no statement and no
//! place to report, so they do not go through the lines and statements of the front end.

use crate::ast::{Arg, ArgValue, BinaryOp, Expr, ExprKind, Name, Part, UnaryOp};
use crate::span::Span;

/// Parses a formula.
///
/// # Errors
/// Says where the text is not a formula.
pub fn parse(text: &str) -> Result<Expr, String> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
    };
    let e = parser.level(0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(e),
        Some(t) => Err(format!("`{t}` is not expected in the formula `{text}`")),
    }
}

/// Splits a formula into numbers, names, operators.
fn tokens(text: &str) -> Result<Vec<&str>, String> {
    let bytes = text.as_bytes();
    let mut out = vec![];
    let mut i = 0;
    let run = |from: usize, wanted: &dyn Fn(u8) -> bool| bytes[from..].iter().take_while(|b| wanted(**b)).count();
    while i < bytes.len() {
        let len = match bytes[i] {
            b' ' => {
                i += 1;
                continue;
            }
            b if b.is_ascii_alphabetic() => run(i, &|b| b.is_ascii_alphanumeric() || b == b'_'),
            b if b.is_ascii_digit() => {
                let whole = run(i, &|b| b.is_ascii_digit());
                if bytes.get(i + whole) == Some(&b'.') && bytes.get(i + whole + 1).is_some_and(u8::is_ascii_digit) {
                    whole + 1 + run(i + whole + 1, &|b| b.is_ascii_digit())
                } else {
                    whole
                }
            }
            b'.' => match text[i + 1..].find('.') {
                Some(n) => n + 2,
                None => return Err(format!("a dot stands alone in the formula `{text}`")),
            },
            _ => match text.get(i..i + 2) {
                Some("**" | "==" | "/=" | "<=" | ">=") => 2,
                _ => 1,
            },
        };
        let token = text
            .get(i..i + len)
            .ok_or_else(|| format!("the formula `{text}` is not plain text"))?;
        out.push(token);
        i += len;
    }
    Ok(out)
}

struct Parser<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

/// Binary operators that associate to the left, loosest first.
const LEVELS: [&[(&str, BinaryOp)]; 5] = [
    &[(".or.", BinaryOp::Or)],
    &[(".and.", BinaryOp::And)],
    &[
        ("==", BinaryOp::Eq),
        ("/=", BinaryOp::Ne),
        ("<", BinaryOp::Lt),
        ("<=", BinaryOp::Le),
        (">", BinaryOp::Gt),
        (">=", BinaryOp::Ge),
    ],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
    &[("*", BinaryOp::Mul), ("/", BinaryOp::Div)],
];

/// The level of sums, where a sign may stand.
const SUM: usize = 3;

fn node(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).copied()
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) {
            Ok(())
        } else {
            Err(format!("`{token}` is missing in `{}`", self.tokens.join(" ")))
        }
    }

    /// An expression whose operators are of this level or bind tighter.
    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.power();
        };
        let mut left = if level == SUM && self.accept("-") {
            node(ExprKind::Unary(UnaryOp::Minus, Box::new(self.level(SUM + 1)?)))
        } else if level == SUM - 1 && self.accept(".not.") {
            node(ExprKind::Unary(UnaryOp::Not, Box::new(self.level(level)?)))
        } else {
            self.level(level + 1)?
        };
        while let Some((_, op)) = operators.iter().find(|(text, _)| self.peek() == Some(text)) {
            self.at += 1;
            let right = self.level(level + 1)?;
            left = node(ExprKind::Binary(op.clone(), Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Expr, String> {
        let base = self.primary()?;
        if !self.accept("**") {
            return Ok(base);
        }
        let exponent = self.power()?;
        Ok(node(ExprKind::Binary(
            BinaryOp::Pow,
            Box::new(base),
            Box::new(exponent),
        )))
    }

    fn primary(&mut self) -> Result<Expr, String> {
        let token = self.peek().ok_or("the formula ends too soon")?;
        self.at += 1;
        let first = token.as_bytes()[0];
        if token == "(" {
            let inner = self.level(0)?;
            if self.accept(",") {
                let imaginary = self.level(0)?;
                self.expect(")")?;
                return Ok(node(ExprKind::Complex(Box::new(inner), Box::new(imaginary))));
            }
            self.expect(")")?;
            return Ok(node(ExprKind::Paren(Box::new(inner))));
        }
        if first.is_ascii_digit() {
            return Ok(node(if token.contains('.') {
                ExprKind::Real(token.into())
            } else {
                ExprKind::Int(token.into())
            }));
        }
        if !first.is_ascii_alphabetic() {
            return Err(format!("`{token}` is not expected in `{}`", self.tokens.join(" ")));
        }
        let mut args = vec![];
        if self.accept("(") {
            let mut list = vec![];
            while !self.accept(")") {
                list.push(Arg {
                    keyword: None,
                    value: ArgValue::Expr(self.level(0)?),
                });
                if self.peek() != Some(")") {
                    self.expect(",")?;
                }
            }
            args.push(list);
        }
        Ok(node(ExprKind::Designator(vec![Part {
            name: Name {
                text: token.into(),
                span: Span::NONE,
            },
            args,
            image: None,
        }])))
    }
}
