//! Replaces several divisions by one divisor by one division.
//!
//! ```text
//! t = vb/r                          inverse = 1.0/r
//! qb(3) = qb(3) + t                 t = vb*inverse
//! t = ub/r                 →        qb(3) = qb(3) + t
//! rb = rb - u/r*t                   t = ub*inverse
//!                                   rb = rb - u*inverse*t
//! ```
//!
//! A division takes as long as several multiplications. A compiler must not replace it, since `1/r` is rounded; so
//! derivatives change in their last digit. Primal computations, run once or again, are left alone, and so is a quotient
//! that a primal statement in the block also computes: a compiler computes it once anyway. If such a statement computes
//! `1/r`, its variable is used as the inverse.
//!
//! In a sequence of assignments, branches that contain nothing else, and accesses of the tape, a real scalar is a
//! divisor as long as no variable in it is assigned to. Literals are no divisors: where division by them is exact, it
//! costs a compiler nothing.

use super::writes::Writes;
use super::Locals;
use crate::options::Opt;
use adc_frontend::ir::visit::{has_call, mentions, rewrite_expr, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The divisions by one divisor.
struct Group {
    divisor: Expr,
    places: Vec<usize>,
    /// Dividends: a compiler divides the same one only once.
    divided: Vec<Expr>,
    /// The primal variable that contains the inverse.
    given: Option<Expr>,
}

impl Group {
    fn of(divisor: &Expr) -> Group {
        Group {
            divisor: divisor.clone(),
            places: vec![],
            divided: vec![],
            given: None,
        }
    }

    fn divides(&mut self, value: &Expr, place: usize) {
        // two suffice to share the inverse
        if self.divided.len() < 2 && !self.divided.iter().any(|d| d.same(value)) {
            self.divided.push(value.clone());
        }
        if self.places.last() != Some(&place) {
            self.places.push(place);
        }
    }

    /// True if sharing the inverse pays.
    fn pays(&self) -> bool {
        self.divided.len() > usize::from(self.given.is_none())
    }

    /// The variables in the divisor and in the inverse.
    fn names(&self) -> BTreeSet<SymbolId> {
        let found = RefCell::new(BTreeSet::new());
        for e in self.given.iter().chain([&self.divisor]) {
            mentions(e, &|v| {
                found.borrow_mut().insert(v);
                false
            });
        }
        found.into_inner()
    }
}

/// Groups whose divisors have not changed, in the order in which they began.
#[derive(Default)]
struct Open {
    groups: BTreeMap<usize, Group>,
    /// Number of groups that have begun so far.
    begun: usize,
    by_divisor: ExprMap<usize>,
    by_name: BTreeMap<SymbolId, BTreeSet<usize>>,
}

impl Open {
    fn of(&mut self, divisor: &Expr) -> Option<&mut Group> {
        let number = self.by_divisor.get(divisor)?;
        self.groups.get_mut(number)
    }

    fn begin(&mut self, group: Group) {
        let number = self.begun;
        self.begun += 1;
        self.by_divisor.insert(&group.divisor, number);
        for v in group.names() {
            self.by_name.entry(v).or_default().insert(number);
        }
        self.groups.insert(number, group);
    }

    /// Removes the groups whose divisor or inverse a statement changes.
    fn ended_by(&mut self, s: &Stmt) -> Vec<Group> {
        if self.groups.is_empty() {
            return vec![];
        }
        let changed: Option<Vec<SymbolId>> = match &s.kind {
            StmtKind::Push(_) | StmtKind::PushControl { .. } => Some(vec![]),
            StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => e.base_symbol().map(|v| vec![v]),
            _ => Writes::of(s).map(|w| w.assigned().collect()),
        };
        let Some(changed) = changed else { return self.all() };
        let numbers = changed.iter().filter_map(|v| self.by_name.remove(v)).flatten();
        let numbers: BTreeSet<usize> = numbers.collect();
        let mut ended = vec![];
        for n in numbers {
            let Some(g) = self.groups.remove(&n) else { continue };
            self.by_divisor.remove(&g.divisor);
            for v in g.names() {
                if let Some(left) = self.by_name.get_mut(&v) {
                    left.remove(&n);
                }
            }
            ended.push(g);
        }
        ended
    }

    /// Removes all groups.
    fn all(&mut self) -> Vec<Group> {
        let begun = self.begun;
        let all = std::mem::take(self);
        self.begun = begun;
        all.groups.into_values().collect()
    }
}

/// Shares divisions in a block, and in its inner blocks.
pub(super) fn share(block: &mut Block, locals: &mut Locals) {
    in_block(block, locals);
}

/// The same; returns the number of inverses that are needed at the same time.
fn in_block(block: &mut Block, locals: &mut Locals) -> usize {
    let mut inside = 0;
    for s in block.iter_mut() {
        // a mask selects elements of arrays only, so no scalar can be set inside it
        if !matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
            s.kind
                .for_each_block_mut(&mut |b| inside = inside.max(in_block(b, locals)));
        }
    }
    let known = known(block, locals);
    let mut closed: Vec<Group> = vec![];
    let mut open = Open::default();
    for (k, s) in block.iter().enumerate() {
        if s.label.is_some() {
            // a jump may lead here, past the statements before
            closed.extend(open.all());
        }
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if locals.is_derivative(lhs) && s.label.is_none() {
                let bound = bound(rhs);
                walk_expr(rhs, &mut |e| {
                    let found =
                        quotient(e).filter(|(_, b)| is_divisor(b, locals) && !mentions(b, &|v| bound.contains(&v)));
                    let Some((divided, divisor)) = found else { return };
                    if open.of(divisor).is_none() {
                        open.begin(Group::of(divisor));
                    }
                    let Some(group) = open.of(divisor) else { return };
                    let has_inverse = group.given.is_some() && is_one(divided);
                    if has_inverse || !known.contains(e) {
                        group.divides(divided, k);
                    }
                });
            }
        }
        closed.extend(open.ended_by(s));
        if let Some((inverse, divisor)) = inverse(s, locals) {
            if open.of(divisor).is_none() {
                open.begin(Group {
                    given: Some(inverse.clone()),
                    ..Group::of(divisor)
                });
            }
        }
    }
    closed.extend(open.all());
    closed.retain(|g| g.pays() && locals.apply(Opt::Reciprocals));
    let mut before: Vec<(usize, Stmt)> = vec![];
    // one variable each: they overlap, and there are inner blocks between the places
    for (k, g) in closed.iter().enumerate() {
        let given = g.given.clone();
        let inverse = given.unwrap_or_else(|| locals.inverse(g.divisor.ty, inside + k));
        let mut used = false;
        for &k in &g.places {
            if let StmtKind::Assign { rhs, .. } = &mut block[k].kind {
                let bound = bound(rhs);
                if mentions(&g.divisor, &|v| bound.contains(&v)) {
                    continue;
                }
                rewrite_expr(rhs, &mut |e| {
                    let found = quotient(e).filter(|(a, b)| {
                        let has_inverse = g.given.is_some() && is_one(a);
                        b.same(&g.divisor) && (has_inverse || !known.contains(e))
                    });
                    if let Some((a, _)) = found {
                        used = true;
                        *e = match is_one(a) {
                            true => inverse.clone(),
                            false => mul(a.clone(), inverse.clone()),
                        };
                    }
                });
            }
        }
        // a divisor may have contained another one, which has been replaced
        if g.given.is_none() && used {
            let one = real("1.0", g.divisor.ty.kind().unwrap_or(8));
            before.push((g.places[0], assign(inverse, div(one, g.divisor.clone()))));
        }
    }
    before.sort_by_key(|(k, _)| *k);
    let mut before = before.into_iter().peekable();
    let old = std::mem::take(block);
    for (k, s) in old.into_iter().enumerate() {
        while let Some((_, inverse)) = before.next_if(|(place, _)| *place == k) {
            block.push(inverse);
        }
        block.push(s);
    }
    inside + closed.len()
}

/// Index variables that exist only inside an expression.
fn bound(e: &Expr) -> Vec<SymbolId> {
    let mut out = vec![];
    walk_expr(e, &mut |e| {
        if let ExprKind::ImpliedDo { var, .. } = &e.kind {
            out.push(*var);
        }
    });
    out
}

/// The quotients that primal statements compute in a block.
fn known(block: &Block, locals: &Locals) -> ExprMap<()> {
    let mut out = ExprMap::default();
    walk_block(block, &mut |s| {
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            if !locals.is_derivative(lhs) {
                walk_expr(rhs, &mut |e| {
                    if quotient(e).is_some() {
                        out.insert(e, ());
                    }
                });
            }
        }
    });
    out
}

/// The primal variable that a statement sets to an inverse, and the divisor.
fn inverse<'s>(s: &'s Stmt, locals: &Locals) -> Option<(&'s Expr, &'s Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let ExprKind::Var(v) = lhs.kind else { return None };
    let (a, b) = quotient(rhs)?;
    let is_own = !locals.is_derivative(lhs) && !locals.has_two_names(v) && !mentions(b, &|x| x == v);
    (is_one(a) && lhs.ty == rhs.ty && is_own && is_divisor(b, locals)).then_some((lhs, b))
}

fn is_one(e: &Expr) -> bool {
    literal_value(e) == Some(1.0)
}

/// True for a possible divisor: no literal, and no variable with a second name.
fn is_divisor(e: &Expr, locals: &Locals) -> bool {
    literal_value(e).is_none() && !has_call(e) && !mentions(e, &|v| locals.is_shared(v))
}

/// Dividend and divisor of a real division.
fn quotient(e: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &e.kind else {
        return None;
    };
    let is_real = matches!(b.ty, Ty::Real(_)) && b.rank == 0 && e.ty == b.ty;
    (is_real && (a.ty == b.ty || is_one(a))).then_some((a, b))
}
