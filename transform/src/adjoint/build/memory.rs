//! Zones that statements and expressions read and write, as the plan needs them.

use super::super::plan::*;
use super::super::Adjoint;
use crate::adjoint::build::reads::{subscript_zones, value_zones};
use crate::code::generated;
use crate::normalize::hoist::has_vector_subscript;
use crate::normalize::leaves::{holds_values, is_dynamic};
use adc_analysis::{path_of, ZoneId, ZoneSet};
use adc_frontend::ir::visit::{has_call, stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// Adds the writes of a statement through a designator.
    pub(super) fn add_write(&mut self, node: &mut Simple, lhs: &Expr) {
        let all: ZoneSet = self.g.facts.zones.of_designator(lhs).iter().copied().collect();
        self.add_writes(node, lhs, &all);
    }

    /// Adds writes of some zones of a designator: one write for each part that can be named.
    pub(super) fn add_writes(&mut self, node: &mut Simple, lhs: &Expr, written: &ZoneSet) {
        let Some(base) = lhs.base_symbol() else { return };
        let mut subscripts = ZoneSet::new();
        subscript_zones(self.g, lhs, &mut subscripts);
        subscripts.extend(self.g.facts.zones.descriptors_of(self.g.primal, lhs));
        // a pop needs a variable; a vector subscript does not designate one
        let whole = has_vector_subscript(lhs).then(|| var(self.g.primal, base));
        let saved = whole.as_ref().unwrap_or(lhs);
        let assumed = self.g.primal.symbols[base]
            .variable()
            .is_some_and(|v| matches!(v.dims.last(), Some(Dim::AssumedSize(_))));
        // an unknown size of the whole makes the size of each part unknown
        let is_unsized = self.is_unsized(saved)
            || self.is_partial(saved) && self.g.calls_could_be_split(self.place(), &node.forward);
        let unsized_whole = is_unsized.then_some(Obstacle::Size);
        for zone in written.iter() {
            let part = self.g.part_of(saved, zone);
            let saved = part.as_ref().unwrap_or(saved);
            let obstacle = unsized_whole.or_else(|| self.obstacle(saved, zone));
            let target = obstacle.is_none().then(|| generated(saved));
            let whole = self.g.facts.zones.is_killed_by(self.g.primal, saved, zone) && !assumed;
            node.writes.push(Write {
                obstacle,
                subscripts: subscripts.clone(),
                ..Write::undecided(zone, target, whole)
            });
        }
        let killed = |z: &ZoneId| self.g.facts.zones.is_killed_by(self.g.primal, lhs, *z);
        if lhs.is_name() && !assumed {
            node.kills.extend(written.iter().filter(killed));
        }
    }

    /// Adds writes through a name that may have no object. A statement that only passes an optional argument, a pointer
    /// or an allocatable variable on runs without one; so does a statement with a block that tests for it.
    pub(super) fn add_possible_writes(&mut self, node: &mut Simple, whole: &Expr, written: &ZoneSet) {
        let base = whole.base_symbol().and_then(|b| self.g.primal.symbols[b].variable());
        let perhaps = base.is_some_and(|v| v.attrs.optional || v.attrs.pointer || v.attrs.allocatable);
        let first = node.writes.len();
        self.add_writes(node, whole, written);
        node.writes.iter_mut().skip(first).for_each(|w| w.perhaps = perhaps);
    }

    /// Adds all writes of a statement, and of its blocks, according to the analyses; each variable counts as a whole.
    pub(super) fn add_all_effects(&mut self, node: &mut Simple, s: &Stmt) {
        let mut written = self.g.facts.effects.of(s.id).writes.clone();
        s.kind.for_each_block(&mut |b| {
            written.union_with(&self.written_by(b));
        });
        // for descriptors see [`super::descriptors`]
        written = self.g.facts.zones.values_of(&written);
        written = written.iter().filter(|&z| !self.g.is_of_messages(z)).collect();
        for w in &node.writes {
            // a variable that is restored through one name is restored for all names
            self.g.facts.zones.aliases(&w.zone).iter().for_each(|&z| {
                written.remove(z);
            });
        }
        let kills = node.kills.clone();
        let zones: Vec<ZoneId> = written.iter().collect();
        for zone in zones {
            if !written.remove(zone) {
                continue;
            }
            // associate names and construct indices end with their construct
            let is_scoped =
                |m: &SymbolId| self.g.primal.symbols[*m].owner == Some(self.unit) && !self.is_local_name(*m);
            let members = self.g.facts.zones.members(zone);
            if members.iter().all(is_scoped) {
                continue;
            }
            let mut names = self.g.names_of(self.unit, zone);
            names.retain(|m| !is_scoped(m));
            if names.is_empty() && self.g.facts.zones[zone].is_global {
                // a global of another unit: it gets a name if it must be recorded
                node.writes.push(self.global_write(zone));
            }
            // zones of other procedures are named here by the variables that were passed to them
            for m in names {
                // together with the other parts of the same variable
                let zones = self.g.facts.zones.of(m).iter().copied();
                let parts: ZoneSet = zones.filter(|&z| z == zone || written.contains(z)).collect();
                written.subtract(&parts);
                self.add_possible_writes(node, &var(self.g.primal, m), &parts);
            }
        }
        node.kills = kills;
    }

    /// A write to a global of another unit. It gets a name if it must be recorded: see
    /// [`crate::adjoint::decide::targets`].
    pub(in crate::adjoint) fn global_write(&self, zone: ZoneId) -> Write {
        let zones = &self.g.facts.zones;
        let is_whole = |&m: &SymbolId| zones.is_killed_by(self.g.primal, &var(self.g.primal, m), zone);
        Write::undecided(zone, None, zones.members(zone).first().is_some_and(is_whole))
    }

    /// Zones that a statement reads, also in its blocks.
    pub(super) fn read_by(&self, s: &Stmt) -> ZoneSet {
        let block = std::slice::from_ref(s);
        let mut calls = false;
        walk_block(block, &mut |s| calls |= matches!(s.kind, StmtKind::Call { .. }));
        visit::walk_block_exprs(block, &mut |e| calls |= has_call(e));
        if !calls {
            return self.reads_of(block);
        }
        // passing an argument is no read of it
        let mut reads = ZoneSet::new();
        walk_block(block, &mut |s| {
            reads.union_with(&self.g.facts.effects.of(s.id).reads);
        });
        // the user's statement, which has these effects, names no cached value
        visit::walk_block_exprs(block, &mut |e| {
            if let ExprKind::Var(v) = e.kind {
                let zones = self.g.facts.zones.of(v).iter().copied();
                reads.extend(zones.filter(|_| self.held.has(v)));
            }
        });
        reads
    }

    /// The reason why a zone of a designator cannot be recorded.
    pub(super) fn obstacle(&self, lhs: &Expr, zone: ZoneId) -> Option<Obstacle> {
        let v = self.g.primal.symbols[lhs.base_symbol()?].variable()?;
        if v.attrs.pointer {
            return matches!(lhs.ty, Ty::Derived(_) | Ty::Class(_)).then_some(Obstacle::Pointer);
        }
        if v.attrs.allocatable && v.storage == Storage::Result {
            // the result is assigned once, at the end, and had no value before
            return Some(Obstacle::Pointer);
        }
        if self.is_unsized(lhs) {
            return Some(Obstacle::Size);
        }
        let known = self.g.facts.zones.path_of(lhs).len();
        let path = self.g.facts.zones[zone].path.get(known..).unwrap_or(&[]);
        (!holds_values(self.g.primal, lhs.ty, path)).then_some(Obstacle::Pointer)
    }

    /// True for a whole array of unknown size.
    fn is_unsized(&self, whole: &Expr) -> bool {
        let v = whole.base_symbol().and_then(|s| self.g.primal.symbols[s].variable());
        let assumed = v.is_some_and(|v| matches!(v.dims.last(), Some(Dim::AssumedSize(_))));
        matches!(whole.kind, ExprKind::Var(_)) && (assumed || self.is_sized_one(whole))
    }

    /// True for a whole array that may be a block of a larger one: see [`crate::code::partial`].
    fn is_partial(&self, whole: &Expr) -> bool {
        matches!(whole.kind, ExprKind::Var(s) if self.g.behaviour.partial.contains(&s))
    }

    /// True for a dummy argument declared `x(1)`, as in old Fortran, of which more than one element is used: its
    /// declared size is wrong.
    pub(super) fn is_sized_one(&self, whole: &Expr) -> bool {
        let ExprKind::Var(symbol) = whole.kind else {
            return false;
        };
        let Some(v) = self.g.primal.symbols[symbol].variable() else {
            return false;
        };
        let one = |e: &Expr| int_value(e) == Some(1);
        let declared_one = v.storage == Storage::Dummy
            && matches!(v.dims.last(), Some(Dim::Explicit(lo, hi)) if one(hi) && lo.as_ref().is_none_or(one));
        if !declared_one {
            return false;
        }
        let mut more = false;
        visit::walk_block_exprs(&self.g.primal.units[self.unit].body, &mut |e| {
            if let ExprKind::Index(b, subs) = &e.kind {
                if matches!(b.kind, ExprKind::Var(s) if s == symbol) {
                    more |= !matches!(subs.last(), Some(Subscript::At(x)) if one(x));
                }
            }
        });
        more
    }

    /// Primal zones that generated statements read.
    pub(super) fn reads_of(&self, block: &[Stmt]) -> ZoneSet {
        let mut out = ZoneSet::new();
        walk_block(block, &mut |s| match &s.kind {
            StmtKind::Assign { lhs, rhs } => {
                subscript_zones(self.g, lhs, &mut out);
                value_zones(self.g, rhs, &mut out);
            }
            // an allocated object had no value
            StmtKind::Allocate { objects, .. } => stmt_exprs(&s.kind, &mut |e| match objects
                .iter()
                .any(|(o, _)| std::ptr::eq(o, e))
            {
                true => subscript_zones(self.g, e, &mut out),
                false => value_zones(self.g, e, &mut out),
            }),
            other => {
                stmt_exprs(other, &mut |e| value_zones(self.g, e, &mut out));
                for member in self.g.primal.unnamed_variables(other) {
                    out.extend(self.g.facts.zones.of(member).iter().copied());
                }
            }
        });
        out
    }

    /// True if a test has the same value in the reverse sweep without any record: nothing that it reads is written in
    /// between.
    pub(super) fn unchanged(&self, e: &Expr, written: &ZoneSet) -> bool {
        let mut reads = ZoneSet::new();
        value_zones(self.g, e, &mut reads);
        !has_call(e) && !reads.intersects(written) && self.is_quiet(e)
    }

    /// True if recording the value makes no sense: `allocated`, `associated` and other inquiries, and dynamic types if
    /// an object may change its type.
    pub(super) fn is_quiet(&self, e: &Expr) -> bool {
        let mut quiet = true;
        walk_expr(e, &mut |x| {
            if let ExprKind::Intrinsic(id, _, args) = &x.kind {
                quiet &= match id.row().name {
                    "allocated" | "associated" => false,
                    "same_type_as" | "extends_type_of" => {
                        let mut names = args.iter().filter_map(Arg::expr).flat_map(names_in);
                        !names.any(|s| is_dynamic(self.g.primal, s))
                    }
                    _ => true,
                };
            }
        });
        quiet
    }

    /// All zones that a block writes.
    pub(in crate::adjoint) fn written_by(&self, block: &[Stmt]) -> ZoneSet {
        let mut out = ZoneSet::new();
        walk_block(block, &mut |s| {
            out.union_with(&self.g.facts.effects.of(s.id).writes);
        });
        self.g.facts.zones.close(&mut out);
        out
    }

    pub(super) fn is_host_or_self(&self, unit: UnitId) -> bool {
        let mut at = Some(self.unit);
        while let Some(u) = at {
            if u == unit {
                return true;
            }
            at = self.g.primal.units[u].parent;
        }
        false
    }
}

/// The variable and the components named in a designator.
fn names_in(e: &Expr) -> Vec<SymbolId> {
    e.base_symbol().into_iter().chain(path_of(e)).collect()
}
