//! Nodes of statements without blocks: assignments, input and output, masked assignments, allocation.

use super::super::plan::*;
use super::super::Adjoint;
use super::freed::stranded_by;
use super::result::by_result;
use crate::code::generated;
use crate::code::indices::{moved, Sum};
use crate::normalize::existence::{moved_arguments, pointers_follow};
use crate::normalize::leaves::{is_allocatable, is_pointer, is_text};
use crate::rules::linear;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ast::SmolStr;
use adc_frontend::intrinsics::Access;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    pub(super) fn assign_node(&mut self, s: &Stmt, lhs: &Expr, rhs: &Expr) -> Node {
        if let ExprKind::Call(callee, args) = &rhs.kind {
            if let Some(target) = self.g.primal.definition(callee.proc) {
                if self.g.needs_derivative(self.place(), target) {
                    return self.active_call_node(s, target, callee, args, Some(lhs));
                }
            } else {
                self.g.check_external(self.place(), callee, args, s.span);
            }
        }
        self.check_calls_inside(s);
        let mut adjoint = if let ExprKind::Call(callee, args) = &rhs.kind {
            let mut zeros = self.g.zeros_after_passive_call(self.place(), callee, args);
            zeros.extend(self.zero_lhs(lhs));
            zeros
        } else {
            self.assignment(lhs, rhs, None)
        };
        let mut by_result = by_result(self, lhs, rhs, &adjoint);
        let other = by_result.iter_mut().flat_map(|by| &mut by.adjoint);
        adjoint.iter_mut().chain(other).for_each(|a| self.read_held(a));
        let needs = self.reads_of(&adjoint);
        let mut node = Simple::plain(s.clone());
        node.by_result = by_result.map(Box::new);
        if linear::value(rhs).is_some() {
            node.read_by_partials = self.reads_of(std::slice::from_ref(s));
        }
        self.read_held(&mut node.forward);
        node.adjoint = adjoint;
        node.needs = needs;
        // what gives a variable a derivative alone overwrites nothing
        if !linear::keeps_value(lhs, rhs) {
            self.add_write(&mut node, lhs);
        }
        if let ([w], Some(undo)) = (node.writes.as_mut_slice(), self.undone(lhs, rhs)) {
            w.restored = Restored::Undone(Box::new(undo));
        }
        self.add_function_effects(&mut node, s);
        Node::Simple(node)
    }

    /// The statement that undoes `n = n + 2`: integers are restored exactly.
    fn undone(&self, lhs: &Expr, rhs: &Expr) -> Option<Stmt> {
        let is_scalar = matches!(lhs.kind, ExprKind::Var(_)) && lhs.rank == 0 && matches!(lhs.ty, Ty::Integer(_));
        let Sum { base, constant } = Sum::of(rhs);
        let is_sum = matches!(rhs.kind, ExprKind::Binary(..));
        let is_moved = is_scalar && is_sum && base.is_some_and(|b| b.same(lhs));
        is_moved.then(|| assign(generated(lhs), generated(&moved(lhs, -constant))))
    }

    /// A statement that only has a forward part. [`Adjoint::add_all_effects`] adds its writes, as for all nodes.
    pub(super) fn passive_node(&mut self, s: &Stmt) -> Node {
        let mut node = Simple::plain(s.clone());
        self.add_function_effects(&mut node, s);
        Node::Simple(node)
    }

    /// A call of an intrinsic subroutine. Its arguments, which may be elements, are its writes.
    pub(super) fn intrinsic_call_node(&mut self, s: &Stmt, id: IntrinsicId, args: &[Arg]) -> Node {
        // what the normal form leaves of these
        if let Some((from, to)) = moved_arguments(args).filter(|_| id.row().name == "move_alloc") {
            if pointers_follow(self.g.primal, from, to) {
                self.unfollowed(
                    s.span,
                    "MOVE_ALLOC between targets, of which pointers follow the memory,",
                );
            }
        }
        let mut node = Simple::plain(s.clone());
        for (k, a) in args.iter().enumerate() {
            let spec = match &a.keyword {
                Some(w) => id.row().args.iter().find(|x| x.name.eq_ignore_ascii_case(w)),
                None => id.row().args.get(k),
            };
            let writes = spec.is_none_or(|x| matches!(x.access, Access::Write | Access::Update));
            if let (true, Some(e)) = (writes, a.expr()) {
                self.add_write(&mut node, e);
            }
        }
        self.add_function_effects(&mut node, s);
        Node::Simple(node)
    }

    pub(super) fn where_node(&mut self, s: &Stmt, arms: &[Arm]) -> Node {
        let [Arm {
            cond: Some(mask), body, ..
        }] = arms
        else {
            return self.passive_node(s);
        };
        let [Stmt {
            kind: StmtKind::Assign { lhs, rhs },
            id,
            ..
        }] = body.as_slice()
        else {
            return self.passive_node(s);
        };
        self.stmt = *id;
        let adjoint = self.assignment(lhs, rhs, Some(mask));
        let mut node = Simple::plain(s.clone());
        node.needs = self.reads_of(&adjoint);
        node.adjoint = adjoint;
        self.add_write(&mut node, lhs);
        node.kills = ZoneSet::new();
        Node::Simple(node)
    }

    pub(super) fn allocate_node(
        &mut self,
        s: &Stmt,
        objects: &[(Expr, AllocShape)],
        options: &[(adc_frontend::ast::SmolStr, Expr)],
    ) -> Node {
        if objects.iter().any(|(o, _)| is_pointer(self.g.primal, o)) {
            return self.pointer_allocation(s, objects);
        }
        let mut node = Simple::plain(s.clone());
        if let [(text, _)] = objects {
            if is_text(self.g.primal, text) {
                return self.text_node(node, text, options);
            }
        }
        for (o, _) in objects {
            self.check_allocation(o, s.span);
            // the reverse sweep undoes the allocation, also of the shadow
            let mut gone = vec![generated(o)];
            if self.active_designator(o) {
                gone.push(self.g.shadow_ref(o));
            }
            node.adjoint.push(Stmt::new(StmtKind::Deallocate {
                objects: gone,
                options: vec![],
            }));
            self.add_write(&mut node, o);
        }
        // there is no value before the allocation; components of other elements of an array keep theirs
        let whole = node.writes.iter().filter(|w| w.whole).map(|w| w.zone);
        node.kills.extend(whole);
        node.writes.clear();
        for (k, e) in options {
            if k == "stat" || k == "errmsg" {
                self.add_write(&mut node, e);
            }
        }
        Node::Simple(node)
    }

    pub(super) fn deallocate_node(&mut self, s: &Stmt, objects: &[Expr], options: &[(SmolStr, Expr)]) -> Node {
        if objects.iter().any(|o| is_pointer(self.g.primal, o)) {
            if !options.is_empty() {
                self.unsupported(s.span, "DEALLOCATE of a pointer with STAT= or ERRMSG=");
            }
            return self.pointer_deallocation(s, objects);
        }
        let mut node = Simple::plain(s.clone());
        if let [text] = objects {
            if is_text(self.g.primal, text) {
                return self.text_node(node, text, options);
            }
        }
        let mut revive = Revive::default();
        let mut afters: Vec<Block> = vec![];
        for o in objects {
            let mut after = vec![];
            self.check_allocation(o, s.span);
            let shadow = self.active_designator(o).then(|| self.g.shadow_ref(o));
            let (push, pop, again) = self.record_memory(&generated(o), shadow.as_slice());
            revive.before.extend(push);
            after.extend(pop);
            after.extend(again);
            if let Some(x) = shadow {
                let zeros = self.g.zero_shadow(self.unit, o, x);
                after.extend(zeros);
            }
            // the contents of its elements are deallocated before ([`crate::normalize::records`])
            let known = self.g.facts.zones.path_of(o).len();
            let first = node.writes.len();
            self.add_write(&mut node, o);
            let own = node.writes.split_off(first);
            node.writes
                .extend(own.into_iter().filter(|w| !self.is_held(w.zone, known)));
            afters.push(after);
        }
        // the bounds that were pushed last are popped first
        revive.after = afters.into_iter().rev().flatten().collect();
        node.revive = Some(Box::new(revive));
        node.strands = stranded_by(self.g, objects);
        Node::Simple(node)
    }

    /// The node of a text that is allocated or deallocated: this changes its value, of which its existence is part.
    fn text_node(&mut self, mut node: Simple, text: &Expr, options: &[(SmolStr, Expr)]) -> Node {
        self.add_write(&mut node, text);
        node.strands = stranded_by(self.g, std::slice::from_ref(text));
        for (_, e) in options.iter().filter(|(k, _)| k == "stat" || k == "errmsg") {
            self.add_write(&mut node, e);
        }
        Node::Simple(node)
    }

    /// True for a zone inside an allocatable component of an object to which `known` components lead.
    fn is_held(&self, zone: ZoneId, known: usize) -> bool {
        let inner = self.g.facts.zones[zone].path.get(known..).unwrap_or(&[]);
        let component = |c: &SymbolId| self.g.primal.symbols[*c].variable();
        inner.iter().filter_map(component).any(|v| v.attrs.allocatable)
    }

    pub(super) fn check_allocation(&mut self, o: &Expr, span: Span) {
        if !is_allocatable(self.g.primal, o) {
            let name = o
                .base_symbol()
                .map_or(SmolStr::default(), |b| self.g.primal.symbols[b].name.clone());
            self.unsupported(
                span,
                &format!("allocation of `{name}`, which is not an allocatable variable,"),
            );
        }
    }
}
