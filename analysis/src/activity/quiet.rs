//! Pointers through which memory is only read: they need no shadow because others point to the same memory.
//!
//! If `x` is active and `p => x`, a derivative associates the shadow of `p` with that of `x`, so that what happens
//! through `p` reaches the right shadow. If nothing can happen through `p`, nothing has to reach it.
//!
//! A pointer is quiet if it is a variable of an intrinsic type, not a dummy argument or a result, and in the units that
//! the heads reach
//!
//! * no statement writes, allocates or deallocates its target by its name;
//! * it is not passed to a procedure or put into a record, and no address or bits of it are taken.
//!
//! So it occurs in association statements, and where its value is read. A quiet pointer is active if a statement reads
//! an active value through it, or if an active pointer is associated with its target (`q => p`). That another pointer
//! changes its target to an active value, or that a dependent may be its target, does not count.

use super::graph::NodeId;
use super::input::Input;
use super::Trail;
use crate::lower::Step;
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Intrinsic functions of which the value may lead to the memory of an argument.
const EXPOSING: [&str; 3] = ["c_loc", "loc", "transfer"];

/// The quiet pointers of some units.
#[derive(Default)]
pub(super) struct Quiet {
    /// Their zones.
    pub zones: ZoneSet,
    /// A pointer, and the quiet pointer with whose target it is associated somewhere.
    followed: Vec<(ZoneId, ZoneId)>,
}

impl Quiet {
    /// Finds those of the units.
    pub fn find(input: Input, units: &[UnitId]) -> Quiet {
        let mut loud = BTreeSet::new();
        let mut associations = vec![];
        for &unit in units {
            visit::walk_block(&input.program.units[unit].body, &mut |s| {
                if let StmtKind::PointerAssign { lhs, rhs } = &s.kind {
                    associations.extend(lhs.base_symbol().zip(rhs.base_symbol()));
                }
                exposed(s, &mut loud);
            });
            visit::walk_calls(&input.program.units[unit].body, &mut |r| expose(r.args, &mut loud));
        }
        let mut found = Quiet {
            zones: candidates(input, &loud),
            followed: vec![],
        };
        found.zones.subtract(&written(input, units));
        for (pointer, target) in associations {
            let targets = input.zones.of(target).iter().copied();
            for t in targets.filter(|&t| found.zones.contains(t)) {
                found.followed.extend(input.zones.of(pointer).iter().map(|&p| (p, t)));
            }
        }
        found
    }

    /// The zones of some nodes; those of quiet pointers only where another of the nodes takes a value from them.
    pub fn without_idle(&self, trail: &Trail, of: impl Fn(NodeId) -> bool) -> ZoneSet {
        let nodes = &trail.graph.nodes;
        let is_read = |n: NodeId| nodes.neighbors(n).any(|m| of(m) && nodes[m].zone != nodes[n].zone);
        trail.zones(|n| of(n) && (!self.zones.contains(nodes[n].zone) || is_read(n)))
    }

    /// Adds what may be the same memory as an active zone and needs a shadow for that.
    pub fn close(&self, input: Input, active: &mut ZoneSet) {
        let mut all = active.clone();
        input.zones.close(&mut all);
        all.subtract(&self.zones);
        active.union_with(&all);
        let followed = self.followed.iter();
        let added: Vec<ZoneId> = followed.filter(|(p, _)| active.contains(*p)).map(|(_, t)| *t).collect();
        active.extend(added);
    }
}

/// The zones of pointers of which nothing is exposed.
fn candidates(input: Input, loud: &BTreeSet<SymbolId>) -> ZoneSet {
    let program = input.program;
    let is_candidate = |s: SymbolId| {
        let v = program.symbols[s].variable();
        let is_pointer = v.is_some_and(|v| {
            let is_own = matches!(v.storage, Storage::Module | Storage::Local);
            v.attrs.pointer && is_own && !matches!(v.ty.ty, Ty::Derived(_))
        });
        is_pointer && !loud.contains(&s)
    };
    let all = input.zones.iter();
    let zones = all.filter(|(_, z)| !z.descriptor && z.path.is_empty() && z.symbols.iter().all(|&s| is_candidate(s)));
    zones.map(|(z, _)| z).collect()
}

/// The zones that a statement writes by their own names, other than by associating them.
fn written(input: Input, units: &[UnitId]) -> ZoneSet {
    let mut written = ZoneSet::new();
    for unit in units {
        for item in input.cfgs.get(unit).into_iter().flat_map(|c| c.all_items()) {
            for step in input.code.get(item).into_iter().flat_map(|l| &l.steps) {
                if let Step::Write(writes) = step {
                    written.extend(writes.iter().filter(|w| !w.moves).map(|w| w.to));
                }
            }
        }
    }
    written
}

/// Adds the variables of which a statement exposes more than their values.
fn exposed(s: &Stmt, loud: &mut BTreeSet<SymbolId>) {
    if let StmtKind::Allocate { objects, .. } = &s.kind {
        loud.extend(objects.iter().filter_map(|(o, _)| o.base_symbol()));
    } else if let StmtKind::Deallocate { objects, .. } = &s.kind {
        loud.extend(objects.iter().filter_map(Expr::base_symbol));
    } else if let StmtKind::CallIntrinsic { args, .. } = &s.kind {
        expose(args, loud);
    } else if let StmtKind::Associate { pairs, .. } = &s.kind {
        loud.extend(pairs.iter().filter_map(|(_, e)| e.base_symbol()));
    }
    visit::stmt_exprs(&s.kind, &mut |e| {
        visit::walk_expr(e, &mut |e| match &e.kind {
            // a component may be a pointer
            ExprKind::Structure(_, args) => expose(args, loud),
            ExprKind::Intrinsic(_, name, args) if EXPOSING.iter().any(|n| name.eq_ignore_ascii_case(n)) => {
                expose(args, loud);
            }
            _ => {}
        });
    });
}

fn expose(args: &[Arg], loud: &mut BTreeSet<SymbolId>) {
    loud.extend(args.iter().filter_map(Arg::expr).filter_map(Expr::base_symbol));
}
