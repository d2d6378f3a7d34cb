//! What statements of a block have in common, as long as no operand of it changes.
//!
//! A pass that shares a value in a block looks for it in statement after statement. A [`Shared`] group is open until a
//! statement assigns to one of its operands, jumps, or does what the passes do not follow. So each group is a part of the
//! block in which the value stays the same.

use super::writes::Writes;
use super::Locals;
use adc_frontend::ir::visit::{has_call, mentions, walk_expr};
use adc_frontend::ir::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The uses of a common value.
pub(super) trait Shared {
    /// What the uses have in common.
    fn key(&self) -> &Expr;

    /// The expressions that must not change.
    fn operands(&self) -> Vec<&Expr>;
}

/// Groups whose operands have not changed, in the order in which they began.
pub(super) struct Open<G> {
    groups: BTreeMap<usize, G>,
    /// Number of groups that have begun so far.
    begun: usize,
    by_key: ExprMap<usize>,
    by_name: BTreeMap<SymbolId, BTreeSet<usize>>,
}

impl<G> Default for Open<G> {
    fn default() -> Self {
        Open {
            groups: BTreeMap::new(),
            begun: 0,
            by_key: ExprMap::default(),
            by_name: BTreeMap::new(),
        }
    }
}

impl<G: Shared> Open<G> {
    pub(super) fn of(&mut self, key: &Expr) -> Option<&mut G> {
        let number = self.by_key.get(key)?;
        self.groups.get_mut(number)
    }

    pub(super) fn begin(&mut self, group: G) {
        let number = self.begun;
        self.begun += 1;
        self.by_key.insert(group.key(), number);
        for v in names(&group) {
            self.by_name.entry(v).or_default().insert(number);
        }
        self.groups.insert(number, group);
    }

    /// Removes the groups that a statement ends.
    pub(super) fn ended_by(&mut self, s: &Stmt) -> Vec<G> {
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
            self.by_key.remove(g.key());
            for v in names(&g) {
                if let Some(left) = self.by_name.get_mut(&v) {
                    left.remove(&n);
                }
            }
            ended.push(g);
        }
        ended
    }

    /// Removes all groups.
    pub(super) fn all(&mut self) -> Vec<G> {
        let begun = self.begun;
        let all = std::mem::take(self);
        self.begun = begun;
        all.groups.into_values().collect()
    }
}

/// The variables in the operands.
fn names(group: &impl Shared) -> BTreeSet<SymbolId> {
    let found = RefCell::new(BTreeSet::new());
    for e in group.operands() {
        mentions(e, &|v| {
            found.borrow_mut().insert(v);
            false
        });
    }
    found.into_inner()
}

/// True for an expression that changes only by assignments to its variables: none has a second name.
pub(super) fn is_operand(e: &Expr, locals: &Locals) -> bool {
    !has_call(e) && !mentions(e, &|v| locals.is_shared(v))
}

/// Index variables that exist only inside an expression.
pub(super) fn bound(e: &Expr) -> Vec<SymbolId> {
    let mut out = vec![];
    walk_expr(e, &mut |e| {
        if let ExprKind::ImpliedDo { var, .. } = &e.kind {
            out.push(*var);
        }
    });
    out
}

/// Inserts statements before those at their places.
pub(super) fn insert(block: &mut Block, mut before: Vec<(usize, Stmt)>) {
    before.sort_by_key(|(k, _)| *k);
    let mut before = before.into_iter().peekable();
    let old = std::mem::take(block);
    for (k, s) in old.into_iter().enumerate() {
        while let Some((_, new)) = before.next_if(|(place, _)| *place == k) {
            block.push(new);
        }
        block.push(s);
    }
}
