//! Nodes of statements about pointers: association, allocation and deallocation.
//!
//! The shadow of a pointer points to the shadow of its target. Both change in the forward sweep. Their former
//! associations are kept for the reverse sweep, which restores them: in pointers of the derivative procedure for a
//! statement that runs once, on the tape for any other one ([`super::association`]).
//!
//! | primal | forward sweep | reverse sweep |
//! |---|---|---|
//! | `p => t` | keep `p`, `pb`; `pb => tb`; `p => t` | restore `pb`, `p` |
//! | `allocate(p(n))` | keep `p`, `pb`; allocate both; `pb = 0` | deallocate both; restore |
//! | `deallocate(p)` | keep `p`, `pb`; nullify both | restore `pb`, `p` |
//!
//! Memory that the primal deallocates is kept until the reverse sweep reaches its allocation: the reverse sweep needs
//! it, and other restored pointers may point to it.
//!
//! An inner procedure runs twice, the first time without shadows. So pointers that outlive it are not followed there:
//! they may change only in the head. A pointer without a shadow may change anywhere if the reverse sweep needs nothing
//! that is reached through it.

use super::super::plan::*;
use super::super::Adjoint;
use super::association::{associate, pointer_variable};
use crate::adjoint::build::reads::subscript_zones;
use crate::code::generated;
use crate::normalize::leaves::{is_pointer, names_procedure};
use crate::normalize::temps::new_variable;
use adc_analysis::calls::bind_call;
use adc_analysis::ZoneId;
use adc_frontend::ir::*;

/// The reason why a pointer cannot be followed.
pub(super) const LATE_SHADOW: &str =
    "a pointer to an allocatable variable that is allocated in differentiated code (allocate it before the head is called, or declare it as a pointer)";

impl Adjoint<'_, '_> {
    /// The node of `p => target`; of `NULLIFY` without a target.
    pub(super) fn pointer_node(&mut self, s: &Stmt, pointers: &[Expr], target: Option<&Expr>) -> Node {
        let mut node = Simple::plain(s.clone());
        let objects: Vec<Expr> = pointers.iter().map(|p| self.without_bounds(p)).collect();
        // [`crate::context::moved_procedures`] restores procedure pointers
        if objects.iter().all(|p| names_procedure(self.g.primal, p)) {
            return Node::Simple(node);
        }
        let active = objects.iter().any(|p| self.active_designator(p));
        let plain = objects.iter().all(|p| matches!(p.kind, ExprKind::Var(_)));
        if !active && (self.loops > 0 || !plain || !objects.iter().all(|p| self.is_followed(p))) {
            for p in pointers {
                self.add_write(&mut node, p);
            }
            for w in &mut node.writes {
                (w.target, w.obstacle) = (None, Some(Obstacle::Pointer));
            }
            self.restore_association(&mut node, &objects);
            return Node::Simple(node);
        }
        let null = |e: &Expr| matches!(&e.kind, ExprKind::Intrinsic(id, ..) if id.row().name == "null");
        // the target of a polymorphic pointer may have a type without derivatives
        let has_shadow = |t: &Expr| self.active_designator(t) || !self.g.facts.zones.is_differentiable(t.ty);
        if active && !target.is_none_or(|t| null(t) || t.is_designator() && has_shadow(t)) {
            self.unfollowed(s.span, "this assignment to an active pointer");
            return Node::Simple(node);
        }
        if active && target.is_some_and(|t| self.g.shadow_is_late(t)) {
            self.unfollowed(s.span, LATE_SHADOW);
            return Node::Simple(node);
        }
        let mut revive = Revive::default();
        for (p, written) in objects.iter().zip(pointers) {
            if !self.keep(p, s.span, &mut node, &mut revive) {
                return Node::Simple(node);
            }
            if !self.active_designator(p) {
                continue;
            }
            let shadow = self.g.shadow_ref(p);
            revive.before.push(match target {
                None => Stmt::new(StmtKind::Nullify(vec![shadow])),
                Some(t) if null(t) => associate(shadow, t.clone()),
                Some(t) => {
                    let t = self.g.shadow_ref(t);
                    associate(self.g.shadow_ref(written), t)
                }
            });
        }
        node.revive = Some(Box::new(revive));
        Node::Simple(node)
    }

    /// `ALLOCATE` of pointers.
    pub(super) fn pointer_allocation(&mut self, s: &Stmt, objects: &[(Expr, AllocShape)]) -> Node {
        let mut node = Simple::plain(s.clone());
        let mut revive = Revive::default();
        let mut gone = vec![];
        let ty = match &s.kind {
            StmtKind::Allocate { ty, .. } => ty.clone(),
            _ => None,
        };
        for (o, bounds) in objects {
            if !self.keep(o, s.span, &mut node, &mut revive) {
                return Node::Simple(node);
            }
            gone.push(generated(o));
            if !self.active_designator(o) {
                continue;
            }
            let shadow = self.g.shadow_ref(o);
            revive.before.push(Stmt::new(StmtKind::Allocate {
                ty: ty.clone(),
                objects: vec![(shadow.clone(), bounds.clone())],
                options: vec![],
            }));
            revive.before.extend(self.g.zero_shadow(self.unit, o, shadow.clone()));
            gone.push(shadow);
        }
        let deallocate = StmtKind::Deallocate {
            objects: gone,
            options: vec![],
        };
        revive.after.insert(0, Stmt::new(deallocate));
        node.revive = Some(Box::new(revive));
        Node::Simple(node)
    }

    /// `DEALLOCATE` of pointers.
    pub(super) fn pointer_deallocation(&mut self, s: &Stmt, objects: &[Expr]) -> Node {
        let mut node = Simple::plain(s.clone());
        let mut revive = Revive::default();
        let mut gone = vec![];
        let is_single = self.g.is_entry(self.unit) || self.g.choices.split.contains(&self.unit);
        if !is_single && self.g.deallocates_for_others(self.unit, &s.kind) {
            self.unfollowed(
                s.span,
                "in a procedure that runs twice, DEALLOCATE of a target of other pointers",
            );
            return Node::Simple(node);
        }
        for o in objects {
            if !self.keep(o, s.span, &mut node, &mut revive) {
                return Node::Simple(node);
            }
            gone.push(generated(o));
            if self.active_designator(o) {
                gone.push(self.g.shadow_ref(o));
            }
        }
        node.forward.kind = StmtKind::Nullify(gone);
        node.revive = Some(Box::new(revive));
        Node::Simple(node)
    }

    /// Keeps the association of a pointer and of its shadow; if it cannot be followed, reports this and returns false.
    fn keep(&mut self, p: &Expr, span: Span, node: &mut Simple, revive: &mut Revive) -> bool {
        if !is_pointer(self.g.primal, p) || !self.is_followed(p) {
            self.unfollowed(
                span,
                "a change of a pointer that outlives its procedure, or that is not a variable,",
            );
            return false;
        }
        let mut changed = vec![p.clone()];
        if self.active_designator(p) {
            changed.push(self.g.shadow_ref(p));
        }
        let once = self.loops == 0 && matches!(p.kind, ExprKind::Var(_)) && !self.g.choices.split.contains(&self.unit);
        if once {
            for c in changed {
                let kept = self.kept_pointer(&c);
                revive.before.push(associate(kept.clone(), c.clone()));
                revive.after.insert(0, associate(c, kept));
            }
        } else {
            let (push, pop) = self.association(&changed);
            revive.before.extend(push);
            revive.after.splice(0..0, pop);
        }
        subscript_zones(self.g, p, &mut node.needs);
        true
    }

    /// True for a pointer whose shadow follows all its changes: in the head any pointer, elsewhere those that end with
    /// the procedure.
    fn is_followed(&self, p: &Expr) -> bool {
        let own = |s: SymbolId| {
            let v = self.g.primal.symbols[s].variable();
            v.is_some_and(|v| v.storage == Storage::Local && !v.attrs.save)
                && self.g.primal.symbols[s].owner == Some(self.unit)
        };
        let here = self.g.is_entry(self.unit) || self.g.choices.split.contains(&self.unit);
        match p.kind {
            ExprKind::Var(s) => own(s) || here,
            _ => here,
        }
    }

    /// The pointer in `p(0:) => t`.
    fn without_bounds(&self, p: &Expr) -> Expr {
        match &p.kind {
            ExprKind::Index(base, _) if is_pointer(self.g.primal, base) => (**base).clone(),
            _ => p.clone(),
        }
    }

    /// Adds to the node of a call the restoring of pointers that the call changes. Only for procedures without a
    /// derivative, which have no reverse sweep to do it.
    pub(super) fn add_associations(&mut self, node: &mut Simple, s: &Stmt) {
        if node.call.as_ref().is_some_and(|c| c.split) {
            return;
        }
        let calls = self.g.calls_in(s);
        let changed: Vec<(ZoneId, Option<Expr>)> = calls
            .into_iter()
            .flat_map(|(target, args)| self.g.associated_by_call(target, args))
            .map(|(z, actual)| (z, actual.cloned()))
            .collect();
        if changed.is_empty() {
            return;
        }
        let mut revive = node.revive.take().map_or_else(
            || Revive {
                for_values: true,
                ..Revive::default()
            },
            |known| *known,
        );
        for (zone, actual) in changed {
            let whole = match actual {
                Some(a) => Some(a),
                None => self.g.reach(self.unit, zone).first().map(|&s| var(&self.g.out, s)),
            };
            let pointer = whole.and_then(|w| self.g.part_of(&w, zone).or(Some(w)));
            let pointer = pointer.filter(|p| p.is_name() && is_pointer(&self.g.out, p));
            let obstacle = match pointer {
                Some(p) => {
                    let (push, pop) = self.association(&[p]);
                    revive.before.extend(push);
                    revive.after.splice(0..0, pop);
                    revive.perhaps.insert(zone);
                    Obstacle::Association
                }
                None => Obstacle::Pointer,
            };
            node.writes.push(Write {
                obstacle: Some(obstacle),
                ..self.global_write(zone)
            });
        }
        node.revive = Some(Box::new(revive));
    }

    /// Lets the association of pointers without shadows be recorded if something needs it.
    fn restore_association(&mut self, node: &mut Simple, pointers: &[Expr]) {
        let mut revive = Revive {
            for_values: true,
            ..Revive::default()
        };
        for p in pointers.iter().filter(|p| p.is_name()) {
            let (push, pop) = self.association(std::slice::from_ref(p));
            revive.before.extend(push);
            revive.after.splice(0..0, pop);
            let own: Vec<ZoneId> = self.g.facts.zones.of_designator(p).to_vec();
            revive.perhaps.extend(own.iter().copied());
            for w in node.writes.iter_mut().filter(|w| own.contains(&w.zone)) {
                w.obstacle = Some(Obstacle::Association);
            }
        }
        node.revive = Some(Box::new(revive));
    }

    /// Statements between the sweeps of a split procedure: they push the association of its own pointers, and pop it.
    pub(in crate::adjoint) fn associations_at_turn(&mut self) -> (Block, Block) {
        let (mut pushes, mut pops) = (vec![], vec![]);
        for s in self.g.primal.units[self.unit].symbols.clone() {
            let local = self.g.primal.symbols[s]
                .variable()
                .is_some_and(|v| v.storage == Storage::Local && v.attrs.pointer);
            if !local {
                continue;
            }
            let p = var(self.g.primal, s);
            let shadow = self.active_designator(&p).then(|| self.g.shadow_ref(&p));
            let pointers: Vec<Expr> = std::iter::once(p).chain(shadow).collect();
            let (push, pop) = self.association(&pointers);
            pushes.extend(push);
            pops.splice(0..0, pop);
        }
        (pushes, pops)
    }

    fn kept_pointer(&mut self, p: &Expr) -> Expr {
        let name = p
            .base_symbol()
            .map_or("p".into(), |s| self.g.out.symbols[s].name.clone());
        let name = self.g.namer(self.derivative).fresh(&format!("{name}_old"));
        let s = new_variable(&mut self.g.out, self.derivative, name, pointer_variable(p));
        var(&self.g.out, s)
    }

    /// Statements that nullify, at the start, the pointers whose association will be kept.
    pub(crate) fn initial_pointers(&mut self) -> Block {
        let mut changed = vec![];
        visit::walk_block(&self.g.primal.units[self.unit].body, &mut |s| match &s.kind {
            StmtKind::PointerAssign { lhs, .. } => changed.extend(lhs.base_symbol()),
            StmtKind::Nullify(objects) => changed.extend(objects.iter().filter_map(Expr::base_symbol)),
            StmtKind::Allocate { objects, .. } => changed.extend(objects.iter().filter_map(|o| o.0.base_symbol())),
            _ => {}
        });
        let program = self.g.primal;
        visit::walk_calls(&program.units[self.unit].body, &mut |r| {
            let Some(target) = program.signature(r.callee.proc) else {
                return;
            };
            let is_pointer = |d: SymbolId| program.symbols[d].variable().is_some_and(|v| v.attrs.pointer);
            let bound = bind_call(program, target, r.callee, r.args);
            let given = program.units[target].args.iter().zip(bound);
            let handed = given.filter(|(dummy, _)| dummy.is_some_and(is_pointer));
            changed.extend(handed.filter_map(|(_, actual)| actual?.base_symbol()));
        });
        let mut objects = vec![];
        for &s in &self.g.primal.units[self.unit].symbols {
            let local = self.g.primal.symbols[s]
                .variable()
                .is_some_and(|v| v.storage == Storage::Local && v.attrs.pointer && !v.attrs.save);
            if local && changed.contains(&s) {
                objects.push(var(self.g.primal, s));
            }
        }
        let active = objects.iter().filter(|o| self.active_designator(o));
        let active: Vec<Expr> = active.cloned().collect();
        let shadows: Vec<Expr> = active.iter().map(|o| self.g.shadow_ref(o)).collect();
        objects.extend(shadows);
        if objects.is_empty() {
            return vec![];
        }
        vec![Stmt::new(StmtKind::Nullify(objects))]
    }
}
