//! Nodes of pointer assignments.
//!
//! The shadow of a pointer points to the shadow of its target. Both change in the forward sweep; what they pointed to before is kept in pointers of the derivative procedure, from
//! which the backward sweep restores them. That serves a statement that runs once: in a loop each iteration would need pointers of its own. There a pointer without
//! a shadow may change as long as nothing that the backward sweep needs is reached through it.

use super::super::plan::*;
use super::super::Adjoint;
use crate::normalize::temps::new_variable;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// `p => target`, or `NULLIFY` without one.
    pub(super) fn pointer_node(&mut self, s: &Stmt, pointers: &[Expr], target: Option<&Expr>) -> Node {
        let mut node = Simple::plain(s.clone());
        let is_pointer = |s: SymbolId| self.g.primal.symbols[s].variable().is_some_and(|v| v.attrs.pointer);
        let plain = pointers
            .iter()
            .all(|p| matches!(p.kind, ExprKind::Var(s) if is_pointer(s)));
        let active = pointers.iter().any(|p| self.active_designator(p));
        if !active && (self.loops > 0 || !plain) {
            for p in pointers {
                self.add_write(&mut node, p);
            }
            for w in &mut node.writes {
                (w.target, w.obstacle) = (None, Some(Obstacle::Pointer));
            }
            return Node::Simple(node);
        }
        if self.loops > 0 {
            self.unsupported(s.span, "an active pointer that is changed in a loop");
            return Node::Simple(node);
        }
        let null = |e: &Expr| matches!(&e.kind, ExprKind::Intrinsic(id, ..) if id.row().name == "null");
        let reachable = !active || target.is_none_or(|t| null(t) || self.active_designator(t));
        if !reachable || !plain {
            self.unsupported(s.span, "pointer assignment to an active pointer");
            return Node::Simple(node);
        }
        let mut revive = Revive::default();
        for p in pointers {
            let mut changed = vec![p.clone()];
            if self.active_designator(p) {
                changed.push(self.g.shadow_ref(p));
            }
            for c in changed {
                let kept = self.kept_pointer(&c);
                revive.before.push(associate(kept.clone(), c.clone()));
                revive.after.push(associate(c, kept));
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
                    associate(shadow, t)
                }
            });
        }
        node.revive = Some(revive);
        Node::Simple(node)
    }

    fn kept_pointer(&mut self, p: &Expr) -> Expr {
        let name = p
            .base_symbol()
            .map_or("p".into(), |s| self.g.out.symbols[s].name.clone());
        let name = self.g.namer(self.derivative).fresh(&format!("{name}_old"));
        let v = Variable {
            ty: DeclType::plain(p.ty),
            dims: vec![Dim::Deferred; p.rank as usize],
            storage: Storage::Local,
            attrs: Attrs {
                pointer: true,
                ..Attrs::default()
            },
            init: None,
        };
        let s = new_variable(&mut self.g.out, self.derivative, name, v);
        var(&self.g.out, s)
    }

    /// Pointers whose association will be kept have one from the start.
    pub(crate) fn initial_pointers(&mut self) -> Block {
        let mut changed = vec![];
        visit::walk_block(&self.g.primal.units[self.unit].body, &mut |s| match &s.kind {
            StmtKind::PointerAssign { lhs, .. } => changed.extend(lhs.base_symbol()),
            StmtKind::Nullify(objects) => changed.extend(objects.iter().filter_map(Expr::base_symbol)),
            _ => {}
        });
        let mut objects = vec![];
        for &s in &self.g.primal.units[self.unit].symbols {
            let local = self.g.primal.symbols[s]
                .variable()
                .is_some_and(|v| v.storage == Storage::Local && v.attrs.pointer && !v.attrs.save && v.init.is_none());
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

fn associate(lhs: Expr, rhs: Expr) -> Stmt {
    Stmt::new(StmtKind::PointerAssign { lhs, rhs })
}
