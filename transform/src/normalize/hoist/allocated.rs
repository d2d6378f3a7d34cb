//! Allocatable variables that are certainly allocated, followed in the order of a unit's statements.
//!
//! ALLOCATE adds a variable, DEALLOCATE removes it. A construct begins and ends with the set from before it, without
//! variables that are deallocated inside, however often its blocks run. Allocations inside a construct count only
//! there, except those of `if (.not. allocated(a)) allocate(a(n))`. In units with jumps to labels, nothing counts.

use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

#[derive(Clone)]
pub(crate) struct Allocated {
    all: BTreeSet<SymbolId>,
    jumps: bool,
}

impl Allocated {
    pub(super) fn new(jumps: bool) -> Allocated {
        Allocated {
            all: BTreeSet::new(),
            jumps,
        }
    }

    pub(super) fn contains(&self, s: SymbolId) -> bool {
        !self.jumps && self.all.contains(&s)
    }

    /// Called after an assignment that allocates.
    pub(super) fn add(&mut self, s: SymbolId) {
        self.all.insert(s);
    }

    /// Called before the blocks of a statement.
    pub(super) fn enter(&mut self, s: &StmtKind) {
        s.for_each_block(&mut |b| {
            walk_block(b, &mut |inner| {
                if let StmtKind::Deallocate { objects, .. } = &inner.kind {
                    self.without(objects);
                }
            });
        });
    }

    /// Called after a statement.
    pub(super) fn leave(&mut self, s: &StmtKind) {
        match s {
            StmtKind::Allocate { objects, .. } => self.all.extend(objects.iter().filter_map(|(o, _)| variable(o))),
            StmtKind::Deallocate { objects, .. } => self.without(objects),
            StmtKind::If { arms, .. } => {
                let [Arm {
                    cond: Some(test), body, ..
                }] = arms.as_slice()
                else {
                    return;
                };
                let Some(asked) = not_allocated(test) else { return };
                for s in body {
                    if let StmtKind::Allocate { objects, .. } = &s.kind {
                        let made = objects.iter().filter_map(|(o, _)| variable(o));
                        self.all.extend(made.filter(|&o| o == asked));
                    }
                }
            }
            _ => {}
        }
    }

    fn without(&mut self, objects: &[Expr]) {
        for s in objects.iter().filter_map(variable) {
            self.all.remove(&s);
        }
    }
}

fn variable(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    }
}

/// The variable of `.not. allocated(a)`.
fn not_allocated(test: &Expr) -> Option<SymbolId> {
    match &test.kind {
        ExprKind::Paren(e) => not_allocated(e),
        ExprKind::Unary(UnaryOp::Not, e) => match &e.kind {
            ExprKind::Intrinsic(_, name, args) if name.eq_ignore_ascii_case("allocated") => {
                args.first().and_then(Arg::expr).and_then(variable)
            }
            _ => None,
        },
        _ => None,
    }
}
