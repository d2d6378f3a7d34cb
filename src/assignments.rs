//! The assignments of a program, with the variables that they set and read.

use crate::program::{Program, Read};
use adc_frontend::ast::fold;
use adc_frontend::ir::visit::{walk_block, walk_expr};
use adc_frontend::ir::{self, Expr, ExprKind, StmtKind};

/// An assignment of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Assignment {
    /// The procedure that contains it, in lower case.
    pub procedure: String,
    /// The file, and the line there.
    pub file: String,
    /// See `file`.
    pub line: usize,
    /// The statement.
    pub text: String,
    /// The variable that it sets, in lower case; also if it sets a part of the variable.
    pub sets: String,
    /// The variables that it reads, likewise.
    pub reads: Vec<String>,
}

/// The assignments of all procedures of a program, in the order of the sources.
#[must_use]
pub fn assignments(program: &Program) -> Vec<Assignment> {
    let read = &program.0;
    let mut all = vec![];
    for (_, unit) in read.program.units.iter() {
        walk_block(&unit.body, &mut |s| all.extend(assignment(read, unit, s)));
    }
    all
}

fn assignment(read: &Read, unit: &ir::Unit, s: &ir::Stmt) -> Option<Assignment> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let (file, line, _) = read.map.place(s.span.lo)?;
    let mut reads = vec![];
    walk_expr(rhs, &mut |e| reads.extend(named(read, e)));
    Some(Assignment {
        procedure: fold(&unit.name).to_string(),
        file: file.to_string(),
        line,
        text: read.map.text(s.span).to_string(),
        sets: target(read, lhs)?,
        reads,
    })
}

/// The variable that an expression names itself.
fn named(read: &Read, e: &Expr) -> Option<String> {
    match e.kind {
        ExprKind::Var(s) => Some(fold(&read.program.symbols[s].name).to_string()),
        _ => None,
    }
}

fn target(read: &Read, lhs: &Expr) -> Option<String> {
    match &lhs.kind {
        ExprKind::Index(inner, _)
        | ExprKind::Component(inner, _)
        | ExprKind::Substring(inner, ..)
        | ExprKind::ComplexPart(inner, _) => target(read, inner),
        _ => named(read, lhs),
    }
}
