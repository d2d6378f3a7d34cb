//! Branches of a head that is one graph, as merges (section 7.1 of Utke, *Flattening Basic Blocks*).
//!
//! ```text
//! if (u > 0) then             mask = u > 0
//!   f = u*ql                  f = u*ql
//!   g = 1/ql             →    g = merge(1/merge(ql, 1.0, mask), g, mask)
//! else                        f = merge(f, u*qr, mask)
//!   f = u*qr
//! end if
//! ```
//!
//! Tests are evaluated before the arms, as the branch does. Then each arm runs under its mask. An arm that is not taken
//! computes finite numbers, since its partial derivatives are multiplied by zero: divisors, and arguments of functions
//! that are not finite everywhere, are constants there, and so are variables that may be undefined. A local that has no
//! value yet is assigned without a mask, and so is what all arms assign and none reads.
//!
//! **Condition.** Arms are assignments to real scalars, and branches of these. Their operations cannot stop the program:
//! no calls, integer divisions, or elements beyond constant bounds. In each of as many directions as the independents
//! have elements, the tangent would run one arm; all arms must cost less.
//!
//! Ignored: overflow of sums and products in arms that are not taken.

use super::count;
use crate::code::cost::flops;
use crate::elimination::subscripts;
use crate::normalize::temps::Temps;
use crate::rules::{convert, merge};
use adc_frontend::consteval::const_bounds;
use adc_frontend::ir::*;

/// Functions that are finite for all finite arguments.
const TOTAL: &[&str] = &[
    "sin", "cos", "tanh", "atan", "erf", "erfc", "asinh", "abs", "sign", "min", "max", "merge",
];
/// Functions that are finite near [`HARMLESS`].
const PARTIAL: &[&str] = &[
    "sqrt",
    "log",
    "log10",
    "exp",
    "asin",
    "acos",
    "sinh",
    "cosh",
    "tan",
    "atanh",
    "gamma",
    "log_gamma",
];
const HARMLESS: &str = "0.5";

/// The body without branches, if that is possible, and pays for the independents of a head.
pub(super) fn merged<'p>(
    program: &'p mut Program,
    unit: UnitId,
    independents: &'p [SymbolId],
    body: Block,
) -> Option<Block> {
    let directions = independents.iter().map(|&s| count(program, s)).sum::<Option<usize>>()?;
    // arms could change what others read by another name
    if !program.units[unit].equivalences.is_empty() {
        return None;
    }
    let mut merger = Merger {
        temps: Temps::new(program, unit),
        independents,
        defined: vec![],
        assigned: vec![],
        out: vec![],
        skipped: 0,
    };
    merger.block(&body, None)?;
    let all: usize = merger.out.iter().map(flops_of).sum();
    let taken = all.saturating_sub(merger.skipped);
    (all <= directions * taken).then_some(merger.out)
}

/// When an arm is taken: where a mask holds, or does not.
#[derive(Clone)]
struct Taken {
    mask: Expr,
    holds: bool,
}

impl Taken {
    /// One value where the arm is taken, and another one elsewhere.
    fn select(&self, here: Expr, elsewhere: Expr) -> Expr {
        match self.holds {
            true => merge(here, elsewhere, self.mask.clone()),
            false => merge(elsewhere, here, self.mask.clone()),
        }
    }

    fn test(&self) -> Expr {
        match self.holds {
            true => self.mask.clone(),
            false => not(self.mask.clone()),
        }
    }
}

struct Merger<'p> {
    temps: Temps<'p>,
    independents: &'p [SymbolId],
    /// Variables and elements that have a value, whichever arms are taken.
    defined: Vec<Expr>,
    /// Those that have been assigned.
    assigned: Vec<Expr>,
    out: Block,
    /// Flops of arms beside the dearest one of each branch.
    skipped: usize,
}

impl Merger<'_> {
    fn block(&mut self, block: &[Stmt], taken: Option<&Taken>) -> Option<()> {
        block.iter().try_for_each(|s| self.statement(s, taken, &[]))
    }

    /// `free`: what the statement may assign without its mask.
    fn statement(&mut self, s: &Stmt, taken: Option<&Taken>, free: &[Expr]) -> Option<()> {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            return match taken {
                Some(taken) => self.masked(lhs, rhs, s, taken, free),
                None => {
                    self.push(lhs.clone(), rhs.clone(), s);
                    self.defined.push(lhs.clone());
                    Some(())
                }
            };
        }
        if let StmtKind::If { arms, .. } = &s.kind {
            return self.branch(arms, s, taken);
        }
        None
    }

    fn push(&mut self, lhs: Expr, rhs: Expr, s: &Stmt) {
        self.assigned.push(lhs.clone());
        self.out.push(Stmt {
            lead: s.lead.clone(),
            ..Stmt::at(StmtKind::Assign { lhs, rhs }, s.span)
        });
    }

    /// An assignment of an arm.
    fn masked(&mut self, lhs: &Expr, rhs: &Expr, s: &Stmt, taken: &Taken, free: &[Expr]) -> Option<()> {
        let is_real = matches!(lhs.ty, Ty::Real(_)) && matches!(rhs.ty, Ty::Real(_) | Ty::Integer(_));
        if !is_real || !self.is_within_bounds(lhs) {
            return None;
        }
        let value = self.harmless(rhs, taken)?;
        let is_new = !self.assigned.iter().any(|e| e.base_symbol() == lhs.base_symbol()) && self.is_local(lhs);
        if is_new || free.iter().any(|e| e.same(lhs)) {
            self.push(lhs.clone(), value, s);
            self.defined.push(lhs.clone());
        } else {
            self.push(lhs.clone(), taken.select(convert(value, lhs.ty), lhs.clone()), s);
        }
        Some(())
    }

    fn branch(&mut self, arms: &[Arm], s: &Stmt, around: Option<&Taken>) -> Option<()> {
        let mut masks = vec![];
        // the test of having got past the arms so far
        let mut left = around.cloned();
        for arm in arms {
            let Some(cond) = &arm.cond else {
                masks.push(left.clone()?);
                continue;
            };
            let test = match &left {
                Some(before) => and(before.test(), self.harmless(cond, before)?),
                None => cond.clone(),
            };
            let taken = self.mask(test, s);
            let rest = Taken {
                holds: false,
                ..taken.clone()
            };
            left = Some(match &left {
                Some(before) if !std::ptr::eq(arm, arms.last()?) => self.mask(and(before.test(), rest.test()), s),
                _ => rest,
            });
            masks.push(taken);
        }
        // one of the arms is taken
        let free = if around.is_none() { in_all(arms) } else { vec![] };
        let mut costs = vec![];
        for (k, (arm, taken)) in arms.iter().zip(&masks).enumerate() {
            let begin = self.out.len();
            for s in &arm.body {
                self.statement(s, Some(taken), if k == 0 { &free } else { &[] })?;
            }
            costs.push(self.out[begin..].iter().map(flops_of).sum::<usize>());
        }
        self.skipped += costs.iter().sum::<usize>() - costs.iter().max().copied().unwrap_or(0);
        Some(())
    }

    /// A new mask, assigned for a statement.
    fn mask(&mut self, test: Expr, s: &Stmt) -> Taken {
        let mask = self.temps.local_ref("mask", DeclType::plain(Ty::Logical(4)), 0);
        self.out.push(Stmt::at(
            StmtKind::Assign {
                lhs: mask.clone(),
                rhs: test,
            },
            s.span,
        ));
        Taken { mask, holds: true }
    }

    /// An expression that is finite, and stops nothing, where an arm is not taken.
    fn harmless(&self, e: &Expr, taken: &Taken) -> Option<Expr> {
        let constant = |e: Expr, value: &str| {
            let other = real(value, e.ty.kind().unwrap_or(8));
            taken.select(e, other)
        };
        let mut out = e.clone();
        match &mut out.kind {
            _ if e.is_literal() => {}
            ExprKind::Var(_) | ExprKind::Index(..) => {
                if !self.is_within_bounds(e) {
                    return None;
                }
                let is_defined = self.is_defined(e);
                return match e.ty {
                    Ty::Real(_) if !is_defined => Some(constant(out, HARMLESS)),
                    Ty::Real(_) | Ty::Integer(_) | Ty::Logical(_) => is_defined.then_some(out),
                    _ => None,
                };
            }
            ExprKind::Paren(x) | ExprKind::Unary(_, x) => **x = self.harmless(x, taken)?,
            ExprKind::Binary(op, a, b) => {
                **a = self.harmless(a, taken)?;
                match op {
                    BinaryOp::Concat => return None,
                    BinaryOp::Pow if int_value(b).is_some_and(|n| n >= 0) => {}
                    BinaryOp::Div if literal_value(b).is_some_and(|v| v != 0.0) => {}
                    BinaryOp::Pow | BinaryOp::Div if !matches!(e.ty, Ty::Real(_)) => return None,
                    BinaryOp::Pow if !matches!(a.ty, Ty::Real(_)) => return None,
                    BinaryOp::Pow => {
                        **b = self.harmless(b, taken)?;
                        **a = constant((**a).clone(), HARMLESS);
                    }
                    BinaryOp::Div => **b = constant(convert(self.harmless(b, taken)?, e.ty), "1.0"),
                    _ => **b = self.harmless(b, taken)?,
                }
            }
            ExprKind::Intrinsic(_, name, args) => {
                let name = name.to_ascii_lowercase();
                let is_partial = PARTIAL.contains(&name.as_str());
                if !is_partial && !TOTAL.contains(&name.as_str()) {
                    return None;
                }
                for a in args {
                    let ArgValue::Expr(x) = &mut a.value else { return None };
                    *x = self.harmless(x, taken)?;
                    if is_partial {
                        *x = constant(x.clone(), HARMLESS);
                    }
                }
            }
            _ => return None,
        }
        Some(out)
    }

    /// True for a scalar, or an element at constant places within constant bounds.
    fn is_within_bounds(&self, e: &Expr) -> bool {
        let program = &*self.temps.program;
        let (Some(all), Some(s)) = (subscripts(e), e.base_symbol()) else {
            return false;
        };
        if e.rank > 0 || !matches!(e.kind, ExprKind::Var(_) | ExprKind::Index(..)) {
            return false;
        }
        let v = program.symbols[s].variable();
        if v.is_some_and(|v| v.attrs.pointer || v.attrs.allocatable || v.attrs.optional) {
            return false;
        }
        let dims = v.map_or(&[][..], |v| v.dims.as_slice());
        let is_within = |(at, dim): (&&Expr, &Dim)| {
            let bounds = const_bounds(program, dim);
            int_value(at)
                .zip(bounds)
                .is_some_and(|(n, (lo, hi))| lo <= n && n <= hi)
        };
        dims.len() == all.len() && all.iter().zip(dims).all(is_within)
    }

    /// True for a local that has no value when the procedure begins, and no other name.
    fn is_local(&self, e: &Expr) -> bool {
        let program = &*self.temps.program;
        let Some(s) = e.base_symbol() else { return false };
        program.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local && v.init.is_none() && !v.attrs.save && !v.attrs.target)
    }

    fn is_independent(&self, e: &Expr) -> bool {
        e.base_symbol().is_some_and(|s| self.independents.contains(&s))
    }

    /// True if a variable or an element certainly has a value.
    fn is_defined(&self, e: &Expr) -> bool {
        let program = &*self.temps.program;
        let symbol = e.base_symbol().map(|s| &program.symbols[s]);
        let is_given = symbol.is_some_and(|s| match s.variable() {
            Some(v) => matches!(v.attrs.intent, Some(Intent::In | Intent::InOut)),
            // a constant
            None => true,
        });
        is_given || self.is_independent(e) || self.defined.iter().any(|d| d.same(e))
    }
}

/// What all arms assign and none reads, if there is an ELSE.
fn in_all(arms: &[Arm]) -> Vec<Expr> {
    let Some((first, others)) = arms
        .split_first()
        .filter(|_| arms.last().is_some_and(|a| a.cond.is_none()))
    else {
        return vec![];
    };
    let assigned = |arm: &Arm| -> Vec<Expr> {
        let all = arm.body.iter().filter_map(assignment);
        all.map(|(lhs, _)| lhs.clone()).collect()
    };
    let is_read = |e: &Expr| {
        let mut found = false;
        for arm in arms {
            visit::walk_block(&arm.body, &mut |s| {
                if let StmtKind::Assign { rhs, .. } = &s.kind {
                    found |= visit::mentions(rhs, &|s| Some(s) == e.base_symbol());
                } else {
                    visit::stmt_exprs(&s.kind, &mut |x| {
                        found |= visit::mentions(x, &|s| Some(s) == e.base_symbol())
                    });
                }
            });
        }
        found
    };
    let mut all = assigned(first);
    all.retain(|e| others.iter().all(|a| assigned(a).iter().any(|x| x.same(e))) && !is_read(e));
    all
}

fn and(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::And, a, b)
}

/// The two sides of an assignment.
fn assignment(s: &Stmt) -> Option<(&Expr, &Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    Some((lhs, rhs))
}

fn flops_of(s: &Stmt) -> usize {
    assignment(s).map_or(0, |(_, rhs)| flops(rhs) + 1)
}
