//! Expressions. Parentheses come from the tree ([`ExprKind::Paren`]) and from precedence.

use super::printer::Printer;
use adc_frontend::ast::{Arg, ArgValue, BinaryOp, Expr, ExprKind, Part, UnaryOp};
use adc_frontend::encoding::columns;
use adc_frontend::span::Form;

// Levels of the Fortran expression grammar, the loosest first. A sign has the level of a sum.
const LOOSEST: u8 = 0;
const DEFINED: u8 = 1;
const EQUIV: u8 = 2;
const OR: u8 = 3;
const AND: u8 = 4;
const NOT: u8 = 5;
const RELATION: u8 = 6;
const CONCAT: u8 = 7;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const POWER: u8 = 10;
const DEFINED_UNARY: u8 = 11;
const PRIMARY: u8 = 12;

fn level(e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::Int(t) | ExprKind::Real(t) => {
            if t.starts_with(['-', '+']) {
                SUM
            } else {
                PRIMARY
            }
        }
        ExprKind::Str(_)
        | ExprKind::Logical(_)
        | ExprKind::Boz(_)
        | ExprKind::Hollerith(_)
        | ExprKind::Complex(..)
        | ExprKind::Substring(..)
        | ExprKind::Percent(..)
        | ExprKind::Designator(_)
        | ExprKind::Paren(_)
        | ExprKind::Array(..)
        | ExprKind::ImpliedDo(_) => PRIMARY,
        ExprKind::Unary(op, _) => match op {
            UnaryOp::Plus | UnaryOp::Minus => SUM,
            UnaryOp::Not => NOT,
            UnaryOp::Defined(_) => DEFINED_UNARY,
        },
        ExprKind::Binary(op, ..) => binary_level(op),
    }
}

fn binary_level(op: &BinaryOp) -> u8 {
    match op {
        BinaryOp::Add | BinaryOp::Sub => SUM,
        BinaryOp::Mul | BinaryOp::Div => PRODUCT,
        BinaryOp::Pow => POWER,
        BinaryOp::Concat => CONCAT,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => RELATION,
        BinaryOp::And => AND,
        BinaryOp::Or => OR,
        BinaryOp::Eqv | BinaryOp::Neqv => EQUIV,
        BinaryOp::Defined(_) => DEFINED,
    }
}

/// The loosest levels allowed to the left and to the right of an operator without parentheses.
fn operand_levels(op: &BinaryOp) -> (u8, u8) {
    let own = binary_level(op);
    match op {
        BinaryOp::Pow => (DEFINED_UNARY, POWER),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => (CONCAT, CONCAT),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Concat
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Eqv
        | BinaryOp::Neqv
        | BinaryOp::Defined(_) => (own, own + 1),
    }
}

/// Penalty of a break before an operator.
fn break_weight(op: &BinaryOp) -> usize {
    match binary_level(op) {
        DEFINED | EQUIV | OR | AND => 0,
        RELATION | CONCAT | SUM => 1,
        PRODUCT => 2,
        _ => 4,
    }
}

/// True for a name or an integer: `i+1` needs no blanks in a list of subscripts.
fn is_atom(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) => true,
        ExprKind::Designator(parts) => matches!(parts.as_slice(), [p] if p.args.is_empty() && p.image.is_none()),
        _ => false,
    }
}

impl Printer<'_> {
    /// An expression without restriction on its level.
    pub(super) fn expr(&mut self, e: &Expr) {
        self.operand(e, LOOSEST);
    }

    fn operand(&mut self, e: &Expr, loosest: u8) {
        // text that is printed as written has its parentheses: `a**-b` is an extension that its author uses
        if level(e) < loosest && self.written.is_none() {
            self.open();
            self.bare(e);
            self.close();
        } else {
            self.bare(e);
        }
    }

    fn bare(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Str(t) | ExprKind::Logical(t) | ExprKind::Boz(t) => {
                self.w(t)
            }
            ExprKind::Hollerith(t) => {
                let n = columns(t).to_string();
                self.w(&n);
                self.w("H");
                self.w(t);
            }
            ExprKind::Complex(re, im) => {
                self.open();
                self.expr(re);
                self.comma();
                self.expr(im);
                self.close();
            }
            ExprKind::Substring(literal, lo, hi) => {
                self.bare(literal);
                self.open();
                if let Some(lo) = lo {
                    self.expr(lo);
                }
                self.w(":");
                if let Some(hi) = hi {
                    self.expr(hi);
                }
                self.close();
            }
            ExprKind::Percent(word, inner) => {
                self.w("%");
                self.name(word);
                self.open();
                self.expr(inner);
                self.close();
            }
            ExprKind::Designator(parts) => self.designator(parts),
            ExprKind::Paren(inner) => {
                self.open();
                // inside parentheses blanks improve readability again
                let lists = std::mem::take(&mut self.lists);
                self.expr(inner);
                self.lists = lists;
                self.close();
            }
            ExprKind::Unary(op, x) => self.unary(op, x),
            ExprKind::Binary(..) => self.binary(e),
            ExprKind::Array(ty, items, bracket) => {
                self.w(if *bracket { "[" } else { "(/" });
                self.depth += 1;
                if let Some(ty) = ty {
                    self.bare_type(ty);
                    self.w(" :: ");
                }
                self.list(items, Self::expr);
                self.depth = self.depth.saturating_sub(1);
                self.w(if *bracket { "]" } else { "/)" });
            }
            ExprKind::ImpliedDo(l) => {
                self.open();
                self.list(&l.items, Self::expr);
                self.comma();
                if let Some(ty) = &l.ty {
                    self.bare_type(ty);
                    self.w(" :: ");
                }
                self.name(&l.var);
                self.w(" = ");
                self.expr(&l.lo);
                self.comma();
                self.expr(&l.hi);
                if let Some(step) = &l.step {
                    self.comma();
                    self.expr(step);
                }
                self.close();
            }
        }
    }

    fn unary(&mut self, op: &UnaryOp, x: &Expr) {
        match op {
            UnaryOp::Plus => {
                self.w("+");
                self.operand(x, PRODUCT);
            }
            UnaryOp::Minus => {
                self.w("-");
                self.operand(x, PRODUCT);
            }
            UnaryOp::Not => {
                self.kw(".not. ");
                self.operand(x, RELATION);
            }
            UnaryOp::Defined(name) => {
                self.w(".");
                self.name(name);
                self.w(". ");
                self.operand(x, PRIMARY);
            }
        }
    }

    /// A chain of operators. A loop walks it along its left side, so that sums of thousands of terms cause no deep
    /// recursion.
    fn binary(&mut self, e: &Expr) {
        let mut chain = vec![];
        let mut at = e;
        let mut loosest = LOOSEST;
        while let ExprKind::Binary(op, l, r) = &at.kind {
            if level(at) < loosest {
                break;
            }
            chain.push((op, &**r));
            loosest = operand_levels(op).0;
            at = l;
        }
        let compact = self.lists > 0 && is_atom(at) && chain.iter().all(|(_, r)| is_atom(r));
        self.operand(at, loosest);
        for (op, r) in chain.into_iter().rev() {
            self.operator(op, compact);
            self.operand(r, operand_levels(op).1);
        }
    }

    fn operator(&mut self, op: &BinaryOp, compact: bool) {
        self.brk(break_weight(op));
        let fixed = self.form == Form::Fixed;
        let text = match op {
            BinaryOp::Add if compact => "+",
            BinaryOp::Sub if compact => "-",
            BinaryOp::Add => " + ",
            BinaryOp::Sub => " - ",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Pow => "**",
            BinaryOp::Concat => " // ",
            BinaryOp::Eq if fixed => " .EQ. ",
            BinaryOp::Ne if fixed => " .NE. ",
            BinaryOp::Lt if fixed => " .LT. ",
            BinaryOp::Le if fixed => " .LE. ",
            BinaryOp::Gt if fixed => " .GT. ",
            BinaryOp::Ge if fixed => " .GE. ",
            BinaryOp::Eq => " == ",
            BinaryOp::Ne => " /= ",
            BinaryOp::Lt => " < ",
            BinaryOp::Le => " <= ",
            BinaryOp::Gt => " > ",
            BinaryOp::Ge => " >= ",
            BinaryOp::And => " .and. ",
            BinaryOp::Or => " .or. ",
            BinaryOp::Eqv => " .eqv. ",
            BinaryOp::Neqv => " .neqv. ",
            BinaryOp::Defined(name) => {
                self.w(" .");
                self.name(name);
                self.w(". ");
                return;
            }
        };
        self.kw(text);
    }

    pub(super) fn designator(&mut self, parts: &[Part]) {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.brk(5);
                self.w("%");
            }
            self.name(&part.name);
            for list in &part.args {
                self.args(list);
            }
            if let Some(image) = &part.image {
                self.w("[");
                self.depth += 1;
                self.list(image, Self::arg);
                self.depth = self.depth.saturating_sub(1);
                self.w("]");
            }
        }
    }

    /// An argument list with its parentheses.
    pub(super) fn args(&mut self, args: &[Arg]) {
        self.open();
        self.lists += 1;
        self.brk(3);
        self.list(args, Self::arg);
        self.lists -= 1;
        self.close();
    }

    fn arg(&mut self, arg: &Arg) {
        if let Some(keyword) = &arg.keyword {
            self.name(keyword);
            self.w("=");
        }
        match &arg.value {
            ArgValue::Expr(e) => self.expr(e),
            ArgValue::Section(lo, hi, step) => {
                if let Some(lo) = lo {
                    self.expr(lo);
                }
                self.w(":");
                if let Some(hi) = hi {
                    self.expr(hi);
                }
                if let Some(step) = step {
                    self.w(":");
                    self.expr(step);
                }
            }
            ArgValue::AltReturn(label) => {
                let text = format!("*{label}");
                self.w(&text);
            }
            ArgValue::Star => self.w("*"),
            ArgValue::StarFrom(lo) => {
                self.expr(lo);
                self.w(":*");
            }
        }
    }
}
