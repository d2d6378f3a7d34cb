//! Caches the values of expensive functions that a derivative uses again.
//!
//! ```text
//!                                  expv = exp(-k*x)
//! y = a*exp(-k*x)          →       y = a*exp(-k*x)
//! ```
//!
//! Nothing reads `expv` yet: the plan decides about the following statement ([`crate::adjoint`]'s `held`). It replaces
//! `exp(-k*x)` by `expv` in the statement and in its adjoint if their forward and reverse parts are near each other,
//! and drops `expv` elsewhere. So activity and dependences are those of the user's statement. Preaccumulation reads
//! `expv` where partial derivatives share the function ([`crate::preaccumulate`]); then it is a variable like others.
//!
//! A function is cached in these cases, over the statements of one block:
//!
//! * Its partial derivative contains it (`exp`, `sqrt`, `tanh`).
//! * It is in a divisor, a power or an argument of an expensive function, or in a factor whose other factor may be active.
//! * It is the partial derivative of another function nearby (`sin` and `cos`).
//!
//! Ignored: values of arrays; functions that several blocks compute.

use super::temps::Temps;
use crate::code::cost;
use crate::options::{Opt, Options};
use crate::rules::{terms, Map};
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{has_call, mentions, subexprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::{BTreeSet, HashMap};

/// The number of following statements that are examined.
const NEAR: usize = 8;

/// Caches values in the given procedures.
pub fn cache(program: &mut Program, units: &[UnitId], options: &Options) {
    for &u in units {
        let mut body = std::mem::take(&mut program.units[u].body);
        let mut temps = Temps::new(program, u);
        if in_block(&mut temps, &mut body, options) {
            program.renumber(&mut body);
        }
        program.units[u].body = body;
    }
}

/// Functions with cached values.
#[derive(Default)]
struct Known {
    values: ExprMap<()>,
    /// Functions that read a variable; some may be forgotten.
    of: HashMap<SymbolId, Vec<Expr>>,
}

impl Known {
    fn add(&mut self, f: &Expr) {
        self.values.insert(f, ());
        walk_expr(f, &mut |e| {
            if let ExprKind::Var(v) = e.kind {
                self.of.entry(v).or_default().push(f.clone());
            }
        });
    }

    /// Forgets those that read a written variable.
    fn forget(&mut self, written: Option<SymbolId>) {
        for f in written.and_then(|v| self.of.remove(&v)).into_iter().flatten() {
            self.values.remove(&f);
        }
    }
}

/// Functions in the right-hand sides of a statement and of those after it, found on first use.
struct Computed<'s> {
    sides: Vec<&'s Expr>,
    found: Vec<ExprMap<()>>,
}

impl Computed<'_> {
    fn holds(&mut self, side: usize, f: &Expr) -> bool {
        while self.found.len() <= side {
            let mut map = ExprMap::default();
            walk_expr(self.sides[self.found.len()], &mut |e| {
                if matches!(e.kind, ExprKind::Intrinsic(..)) {
                    map.insert(e, ());
                }
            });
            self.found.push(map);
        }
        self.found[side].contains(f)
    }
}

/// Caches values in a block. Returns true if it added an assignment.
fn in_block(temps: &mut Temps, block: &mut Block, options: &Options) -> bool {
    let mut added = false;
    let mut out = Block::with_capacity(block.len());
    let mut known = Known::default();
    let mut rest = std::mem::take(block).into_iter();
    while let Some(mut s) = rest.next() {
        match &s.kind {
            StmtKind::Assign { lhs, rhs } if lhs.rank == 0 && s.label.is_none() => {
                for f in asked_for(temps.program, rhs, rest.as_slice()) {
                    if !known.values.contains(&f) && options.apply(Opt::Subexpressions, s.span) {
                        out.push(holder(temps, &f, s.span));
                        known.add(&f);
                        added = true;
                    }
                }
                known.forget(lhs.base_symbol());
            }
            StmtKind::Where { .. } | StmtKind::Forall { .. } => known = Known::default(),
            _ => {
                s.kind.for_each_block_mut(&mut |b| added |= in_block(temps, b, options));
                known = Known::default();
            }
        }
        out.push(s);
    }
    *block = out;
    added
}

/// `expv = exp(...)`
fn holder(temps: &mut Temps, f: &Expr, span: Span) -> Stmt {
    let t = variable_for(temps, f);
    Stmt {
        span,
        ..assign(t, f.clone())
    }
}

/// A new variable for the value of a function.
pub(crate) fn variable_for(temps: &mut Temps, f: &Expr) -> Expr {
    let name = match &f.kind {
        ExprKind::Intrinsic(id, ..) => id.row().name,
        _ => "function",
    };
    temps.local_ref(&format!("{name}v"), DeclType::plain(f.ty), 0)
}

/// The variables of a procedure that cache values, and that no statement reads.
pub(crate) fn unread_holders(program: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let body = &program.units[unit].body;
    let mut variables = BTreeSet::new();
    visit::walk_block(body, &mut |s| {
        variables.extend(function_held(program, s).map(|(v, _)| v))
    });
    // a variable that is only assigned to is named once
    let mut named: Vec<SymbolId> = vec![];
    if !variables.is_empty() {
        visit::walk_block_exprs(body, &mut |e| {
            if let ExprKind::Var(s) = e.kind {
                named.extend(variables.get(&s));
            }
        });
    }
    named.sort_unstable();
    let read: Vec<SymbolId> = named.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    variables.retain(|v| !read.contains(v));
    variables
}

/// The generated scalar to which a statement assigns the value of an intrinsic function, and that function.
pub(crate) fn function_held<'s>(program: &Program, s: &'s Stmt) -> Option<(SymbolId, &'s Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let (ExprKind::Var(v), ExprKind::Intrinsic(..)) = (&lhs.kind, &rhs.kind) else {
        return None;
    };
    let symbol = &program.symbols[*v];
    let is_local = symbol.variable().is_some_and(|v| v.storage == Storage::Local);
    (lhs.rank == 0 && is_local && symbol.span.is_none()).then_some((*v, rhs))
}

/// Functions that the derivative of a statement uses, those in arguments first. `rest`: the statements after it.
fn asked_for(program: &Program, rhs: &Expr, rest: &[Stmt]) -> Vec<Expr> {
    let mut found = vec![];
    collect(rhs, false, &mut found);
    let mut out: Vec<Expr> = vec![];
    let sides = rest.iter().take(NEAR).map_while(|s| match &s.kind {
        StmtKind::Assign { rhs, .. } => Some(rhs),
        _ => None,
    });
    let mut computed = Computed {
        sides: std::iter::once(rhs).chain(sides).collect(),
        found: vec![],
    };
    for (f, scales) in &found {
        let partials = partials(program, f);
        let mut own = *scales;
        for p in &partials {
            walk_expr(p, &mut |g| {
                if g.same(f) {
                    own = true;
                } else if is_dear(g) && is_near(g, rest, &mut computed) {
                    out.push(g.clone());
                    own = true;
                }
            });
        }
        if own {
            out.push((*f).clone());
        }
    }
    out
}

/// Collects the expensive functions in an expression, each with true if it scales a subexpression that may be active.
/// `scales`: true if the whole expression does.
fn collect<'e>(e: &'e Expr, scales: bool, out: &mut Vec<(&'e Expr, bool)>) {
    if e.is_designator() || e.rank > 0 {
        return;
    }
    match &e.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            collect(a, scales || varies(b), out);
            collect(b, scales || varies(a), out);
        }
        ExprKind::Binary(BinaryOp::Div, a, b) => {
            collect(a, scales || varies(b), out);
            collect(b, true, out);
        }
        ExprKind::Binary(BinaryOp::Pow, a, b) => {
            collect(a, true, out);
            collect(b, true, out);
        }
        ExprKind::Intrinsic(..) if is_dear(e) => {
            subexprs(e, &mut |x| collect(x, true, out));
            out.push((e, scales));
        }
        ExprKind::Intrinsic(id, ..) if id.row().class != Class::Elemental => {}
        ExprKind::Call(..) => {}
        _ => subexprs(e, &mut |x| collect(x, scales, out)),
    }
}

/// Checks for a function of a real variable that costs more than caching its value.
pub(crate) fn is_dear(e: &Expr) -> bool {
    let ExprKind::Intrinsic(id, ..) = &e.kind else {
        return false;
    };
    cost::is_worth_keeping(*id) && e.rank == 0 && matches!(e.ty, Ty::Real(_)) && varies(e) && !has_call(e)
}

fn varies(e: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |x| {
        found |= x.ty.is_differentiable() && x.is_designator() || matches!(x.kind, ExprKind::Call(..));
    });
    found
}

fn partials(program: &Program, f: &Expr) -> Vec<Expr> {
    let all = terms(program, f).unwrap_or_default();
    let partial = |m| match m {
        Map::Scale(p) | Map::Divide(p) => Some(p),
        _ => None,
    };
    all.into_iter().filter_map(|t| partial(t.map)).collect()
}

/// Checks whether the statement, or one of the next, computes a function before its arguments change.
fn is_near(g: &Expr, rest: &[Stmt], computed: &mut Computed) -> bool {
    if computed.holds(0, g) {
        return true;
    }
    for (k, s) in rest.iter().take(NEAR).enumerate() {
        let StmtKind::Assign { lhs, .. } = &s.kind else {
            return false;
        };
        if computed.holds(k + 1, g) {
            return true;
        }
        let written = lhs.base_symbol();
        if mentions(g, &|x| Some(x) == written) {
            return false;
        }
    }
    false
}
