//! Which allocatable variables are certainly allocated, as the statements of a unit are passed in their order.
//!
//! ALLOCATE adds, DEALLOCATE takes away. A construct begins and ends with what was there before it without all that is deallocated in it, however often its blocks
//! run; what its blocks allocate counts inside only, but for `if (.not. allocated(a)) allocate(a(n))`. Where there are jumps to labels, nothing counts.

use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

#[derive(Clone)]
pub(crate) struct There {
    all: BTreeSet<SymbolId>,
    jumps: bool,
}

impl There {
    pub(super) fn new(jumps: bool) -> There {
        There {
            all: BTreeSet::new(),
            jumps,
        }
    }

    pub(super) fn holds(&self, s: SymbolId) -> bool {
        !self.jumps && self.all.contains(&s)
    }

    /// Behind an assignment that allocates.
    pub(super) fn add(&mut self, s: SymbolId) {
        self.all.insert(s);
    }

    /// Before the blocks of a statement.
    pub(super) fn enter(&mut self, s: &StmtKind) {
        s.for_each_block(&mut |b| {
            walk_block(b, &mut |inner| {
                if let StmtKind::Deallocate { objects, .. } = &inner.kind {
                    self.without(objects);
                }
            });
        });
    }

    /// Behind a statement.
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
