//! Precedence of operators. The grammar parses an expression as a chain of operands and operators; this module builds
//! the tree incrementally: an operator takes the operands that bind closer before it. A grammar with a rule for each
//! level would perform a dozen reductions for every operand, although most operands stand alone.

use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::parsed::{fail, ActionError};
use crate::span::Span;

/// An expression that lacks its last operand.
pub struct Chain {
    /// Operands of pending operators.
    operands: Vec<Expr>,
    /// Pending operators, each binding closer than the one before it.
    waiting: Vec<Waiting>,
}

/// An operator that waits for its right operand.
enum Waiting {
    /// With its place and its level.
    Prefix(UnaryOp, u32, u8),
    Infix(BinaryOp),
}

// Levels, the loosest first.
const DEFINED: u8 = 1;
const EQUIVALENCE: u8 = 2;
const OR: u8 = 3;
const AND: u8 = 4;
const NOT: u8 = 5;
const RELATION: u8 = 6;
const CONCAT: u8 = 7;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const POWER: u8 = 10;
const DEFINED_UNARY: u8 = 11;

fn infix_level(op: &BinaryOp) -> u8 {
    match op {
        BinaryOp::Defined(_) => DEFINED,
        BinaryOp::Eqv | BinaryOp::Neqv => EQUIVALENCE,
        BinaryOp::Or => OR,
        BinaryOp::And => AND,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => RELATION,
        BinaryOp::Concat => CONCAT,
        BinaryOp::Add | BinaryOp::Sub => SUM,
        BinaryOp::Mul | BinaryOp::Div => PRODUCT,
        BinaryOp::Pow => POWER,
    }
}

fn prefix_level(op: &UnaryOp) -> u8 {
    match op {
        UnaryOp::Not => NOT,
        UnaryOp::Plus | UnaryOp::Minus => SUM,
        UnaryOp::Defined(_) => DEFINED_UNARY,
    }
}

impl Waiting {
    fn level(&self) -> u8 {
        match self {
            Waiting::Prefix(_, _, level) => *level,
            Waiting::Infix(op) => infix_level(op),
        }
    }
}

impl Chain {
    /// `op` at the beginning of an expression.
    pub fn prefixed(op: UnaryOp, at: Span) -> Box<Chain> {
        let level = prefix_level(&op);
        Box::new(Chain {
            operands: vec![],
            waiting: vec![Waiting::Prefix(op, at.lo, level)],
        })
    }

    /// `operand op`.
    pub fn begin(operand: Expr, op: BinaryOp) -> Box<Chain> {
        Box::new(Chain {
            operands: vec![operand],
            waiting: vec![Waiting::Infix(op)],
        })
    }

    /// The chain with a prefix operator appended.
    pub fn prefix<'t>(mut self: Box<Self>, op: UnaryOp, at: Span) -> Result<Box<Chain>, ActionError<'t>> {
        use BinaryOp::{Div, Mul, Pow};
        let level = match (&op, self.waiting.last()) {
            (UnaryOp::Defined(_), Some(Waiting::Prefix(UnaryOp::Defined(_), ..))) => None,
            (UnaryOp::Defined(_), _) => Some(DEFINED_UNARY),
            (UnaryOp::Not, before) => before.is_none_or(|b| b.level() <= NOT).then_some(NOT),
            // A sign after an operator is an extension of many compilers: after these operators it binds closer than
            // they do.
            (UnaryOp::Plus | UnaryOp::Minus, Some(Waiting::Infix(Mul | Div | Pow))) => Some(POWER),
            (
                UnaryOp::Plus | UnaryOp::Minus,
                Some(Waiting::Prefix(UnaryOp::Not, ..)) | Some(Waiting::Infix(_)) | None,
            ) => Some(SUM),
            (UnaryOp::Plus | UnaryOp::Minus, Some(Waiting::Prefix(..))) => None,
        };
        match level {
            Some(level) => self.waiting.push(Waiting::Prefix(op, at.lo, level)),
            None => return fail(at, "this operator cannot follow the previous one"),
        }
        Ok(self)
    }

    /// The chain with an operand and an operator appended.
    pub fn infix(mut self: Box<Self>, operand: Expr, op: BinaryOp) -> Box<Chain> {
        let level = infix_level(&op);
        // `a**b**c` is `a**(b**c)`; all other operators associate to the left
        let closest = if level == POWER { POWER + 1 } else { level };
        let operand = self.take(operand, closest);
        self.operands.push(operand);
        self.waiting.push(Waiting::Infix(op));
        self
    }

    /// The complete expression: the chain with its last operand.
    pub fn end(mut self, operand: Expr) -> Expr {
        self.take(operand, 0)
    }

    /// Gives an operand to the pending operators that bind at least as close as `level`.
    fn take(&mut self, mut operand: Expr, level: u8) -> Expr {
        while self.waiting.last().is_some_and(|w| w.level() >= level) {
            operand = match self.waiting.pop() {
                Some(Waiting::Prefix(op, at, _)) => Expr {
                    span: Span::new(at, operand.span.hi),
                    kind: ExprKind::Unary(op, Box::new(operand)),
                },
                Some(Waiting::Infix(op)) => {
                    let Some(left) = self.operands.pop() else {
                        return operand;
                    };
                    Expr {
                        span: left.span.to(operand.span),
                        kind: ExprKind::Binary(op, Box::new(left), Box::new(operand)),
                    }
                }
                None => return operand,
            };
        }
        operand
    }
}
