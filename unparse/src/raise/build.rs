//! Small constructors for syntax trees.

use adc_frontend::ast::*;
use adc_frontend::span::Span;

pub(super) fn name(text: impl Into<SmolStr>) -> Name {
    Name {
        text: text.into(),
        span: Span::NONE,
    }
}

pub(super) fn stmt(kind: StmtKind) -> Stmt {
    Stmt {
        kind,
        label: None,
        lead: vec![],
        trail: None,
        span: Span::NONE,
    }
}

pub(super) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub(super) fn int(value: impl ToString) -> Expr {
    expr(ExprKind::Int(value.to_string().into()))
}

pub(super) fn part(text: impl Into<SmolStr>) -> Part {
    Part {
        name: name(text),
        args: vec![],
        image: None,
    }
}

/// A name as an expression.
pub(super) fn word(text: impl Into<SmolStr>) -> Expr {
    expr(ExprKind::Designator(vec![part(text)]))
}

/// `name(args)`.
pub(super) fn reference(text: impl Into<SmolStr>, args: Vec<Arg>) -> Expr {
    let mut part = part(text);
    part.args.push(args);
    expr(ExprKind::Designator(vec![part]))
}

pub(super) fn arg(value: Expr) -> Arg {
    Arg {
        keyword: None,
        value: ArgValue::Expr(value),
    }
}

/// `call name(args)`.
pub(super) fn call(text: impl Into<SmolStr>, args: Vec<Arg>) -> StmtKind {
    StmtKind::Call {
        proc: word(text),
        args,
        parens: true,
    }
}

pub(super) fn entity(text: impl Into<SmolStr>) -> Entity {
    Entity {
        name: name(text),
        dims: None,
        codims: None,
        len: None,
        init: None,
    }
}

pub(super) fn type_spec(base: BaseType) -> TypeSpec {
    TypeSpec {
        base,
        kind: KindSpec::Default,
        len: None,
        span: Span::NONE,
    }
}

/// Comments without consecutive blank lines and without excluded text.
pub(super) fn trimmed(trivia: &[Trivia]) -> Vec<Trivia> {
    let mut out: Vec<Trivia> = Vec::with_capacity(trivia.len());
    for t in trivia {
        let is_repeated = matches!(t, Trivia::Blank) && matches!(out.last(), Some(Trivia::Blank));
        if is_repeated || matches!(t, Trivia::Excluded(..)) {
            continue;
        }
        out.push(t.clone());
    }
    out
}

/// The end of a construct, with comments before it.
pub(super) fn end(lead: Vec<Trivia>) -> End {
    End { lead, ..End::default() }
}
