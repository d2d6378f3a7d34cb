//! Nodes of calls: the call of the derivative, and the possible writes of any call.

use super::super::plan::*;
use super::super::Adjoint;
use crate::adjoint::build::reads::{asked_zones, subscript_zones, value_zones};
use crate::adjoint::plan::item;
use crate::assemble::calls::Shadows;
use crate::code::{generated, place_of_call};
use crate::options::Opt;
use adc_analysis::calls::bind_args;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{each_function, stmt_exprs, subexprs, walk_expr};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    pub(super) fn call_node(&mut self, s: &Stmt, callee: &Callee, args: &[Arg]) -> Node {
        match self.g.primal.definition(callee.proc) {
            Some(target) if self.g.needs_derivative(self.place(), target) => {
                self.active_call_node(s, target, callee, args, None)
            }
            Some(target) => {
                self.g.check_requests(target, s.span);
                self.check_calls_inside(s);
                let mut node = Simple::plain(s.clone());
                self.add_call_writes(&mut node, target, args);
                node.adjoint = self.g.zeros_after_passive_call(self.place(), callee, args);
                node.needs = self.reads_of(&node.adjoint);
                Node::Simple(node)
            }
            None => {
                self.g.check_external(self.place(), callee, args, s.span);
                let mut node = Simple::plain(s.clone());
                self.add_unknown_writes(&mut node, s, args);
                node.kills = ZoneSet::new();
                node.adjoint = self.g.zeros_after_passive_call(self.place(), callee, args);
                node.needs = self.reads_of(&node.adjoint);
                Node::Simple(node)
            }
        }
    }

    pub(super) fn active_call_node(
        &mut self,
        s: &Stmt,
        target: UnitId,
        callee: &Callee,
        args: &[Arg],
        result: Option<&Expr>,
    ) -> Node {
        self.check_calls_inside(s);
        let mut node = Simple::plain(s.clone());
        let Some((adjoint, position)) = self.adjoint_of_call(s, target, callee, args, result) else {
            return Node::Simple(node);
        };
        // subscripts of arguments and values of expressions; the analyses add the reads of the second run
        let after = self.reads_of(adjoint.get(position + 1..).unwrap_or(&[]));
        let arguments = self.read_by_arguments(target, args);
        node.needs = self.reads_of(adjoint.get(..position).unwrap_or(&[]));
        node.needs.union_with(&after);
        node.needs.union_with(&arguments);
        node.adjoint = adjoint;
        self.add_call_writes(&mut node, target, args);
        let mut evaluates = arguments;
        if let Some(lhs) = result {
            subscript_zones(self.g, lhs, &mut evaluates);
            self.add_write(&mut node, lhs);
        }
        let mut call = ActiveCall {
            callee: target,
            place: place_of_call(s),
            by_directive: self.splits.is_some() || self.g.asked_to_split(target).is_some(),
            split: false,
            link: self.g.link(target, args, result),
            evaluates,
            reads: ZoneSet::new(),
            position,
            after,
            again: ZoneSet::new(),
            upstream: ZoneSet::new(),
        };
        let facts = self.g.facts;
        if let Some(summary) = facts.summaries.get(target) {
            call.reads = call.seen_by_caller(facts, &summary.reads);
            // the values that the reverse sweep evaluates for its call must still exist after the first call;
            // a dummy argument without a descriptor of its own cannot change the descriptor of its actual argument
            let zones = &facts.zones;
            let inner = |z: ZoneId| zones[z].descriptor && summary.is_interface(z) && zones.is_of_components(z);
            let outer = summary.writes.iter().filter(|&z| !inner(z)).collect();
            let mut written = call.seen_by_caller(facts, &outer);
            written.extend(call.link.value.iter().map(|b| b.1));
            let same_type = result.is_none_or(|lhs| {
                let value = self.g.primal.units[target].result;
                value.is_some_and(|v| self.g.primal.symbols[v].ty() == lhs.ty && lhs.rank == 0)
            });
            if !same_type || node.needs.intersects(&written) {
                self.g.proposals.not_split.insert(target);
            }
            call.split = self.is_split(target, call.place);
        }
        if call.split {
            // the callee restores the part that it sees, which may be less than the array
            let partly = facts.code.partly_covered(item(&node), target);
            for w in node.writes.iter_mut().filter(|w| partly.contains(w.zone)) {
                w.whole = false;
            }
        }
        node.call = Some(Box::new(call));
        Node::Simple(node)
    }

    /// The statements of the adjoint of a call, and the position of the call of the derivative among them.
    fn adjoint_of_call(
        &mut self,
        s: &Stmt,
        target: UnitId,
        callee: &Callee,
        args: &[Arg],
        result: Option<&Expr>,
    ) -> Option<(Block, usize)> {
        let mut call = self
            .g
            .derivative_call(self.place(), target, callee, args, Shadows::Adjoint, s.span)?;
        let mut adjoint = std::mem::take(&mut call.before);
        let mut after = std::mem::take(&mut call.after);
        if let (Some(lhs), Some(value)) = (result, self.g.primal.units[target].result) {
            if self.g.result_is_active(target, value) {
                let seed = self.seed(lhs, s.span, &mut adjoint, &mut after)?;
                let own = self.g.out.symbols[self.g.shadows[&value]].name.clone();
                let keyword = call.keyword(&self.g.keywords(target, None, value).1.unwrap_or(own));
                call.args.push(Arg {
                    keyword,
                    value: ArgValue::Expr(seed),
                });
            } else {
                after.extend(self.zero_lhs(lhs));
            }
        }
        for e in call.args.iter_mut().filter_map(Arg::expr_mut) {
            *e = generated(e);
        }
        let late = |a: &Arg| {
            a.expr()
                .is_some_and(|e| self.active_designator(e) && self.g.shadow_is_late(e))
        };
        let is_late = args.iter().any(late);
        if self.g.moves_pointers(target) && is_late {
            self.unfollowed(s.span, super::pointers::LATE_SHADOW);
            return None;
        }
        let position = adjoint.len();
        // a forward sweep that only passes shadows on can be left to a joint call
        let only_hands_on = self.g.follows_pointers(target) && !self.g.moves_pointers(target);
        if only_hands_on && (is_late || position > 0) {
            self.g.proposals.not_split.insert(target);
        } else if position > 0 && self.g.choices.split.contains(&target) && self.g.follows_pointers(target) {
            self.unfollowed(
                s.span,
                "a call that changes pointers and has arguments whose derivatives are not variables",
            );
        }
        adjoint.push(Stmt::new(StmtKind::Call {
            callee: Callee::direct(call.proc),
            args: call.args,
        }));
        adjoint.extend(after);
        Some((adjoint, position))
    }

    /// The adjoint of a function value that was assigned to `lhs`; it is set to zero after the call.
    fn seed(&mut self, lhs: &Expr, span: Span, before: &mut Block, after: &mut Block) -> Option<Expr> {
        if self.active_designator(lhs) {
            let shadow = self.g.shadow_ref(lhs);
            after.extend(self.g.zero_shadow(self.unit, lhs, shadow.clone()));
            return Some(shadow);
        }
        // an array of zeros has the shape of `lhs`
        let mut gone = vec![];
        let zeros = self
            .g
            .stand_in(self.unit, lhs, "nob", lhs.ty, lhs.rank, before, &mut gone);
        after.extend(gone);
        if zeros.is_none() {
            self.unsupported(span, "a function whose value is assigned to an array of unknown size");
        }
        zeros
    }

    /// The zones that are read to evaluate the arguments of a call: subscripts, and values of expressions.
    fn read_by_arguments(&self, target: UnitId, args: &[Arg]) -> ZoneSet {
        let mut out = ZoneSet::new();
        let formals = self.g.primal.units[target].args.iter();
        for (formal, actual) in formals.zip(bind_args(self.g.primal, target, args)) {
            // a dummy argument with its own descriptor shares it with the actual argument
            let v = formal.and_then(|f| self.g.primal.symbols[f].variable());
            let own = v.is_some_and(|v| v.attrs.allocatable || v.attrs.pointer);
            if let Some(a) = actual.filter(|_| !own) {
                asked_zones(self.g, a, &mut out);
            }
        }
        for a in args.iter().filter_map(Arg::expr) {
            subscript_zones(self.g, a, &mut out);
            if !a.is_designator() {
                value_zones(self.g, a, &mut out);
            }
        }
        out
    }

    /// True if the forward sweep calls the forward sweep of the callee: a directive or a file requests it, or the costs
    /// of all calls favour it.
    fn is_split(&mut self, target: UnitId, place: u32) -> bool {
        let able = self.g.choices.split.contains(&target);
        if able && (self.g.choices.once.contains(&target) || self.g.runs_once(target)) {
            return true;
        }
        let of_file = self.g.options.chosen_at(place).map(|c| (c.split, c.span));
        let of_procedure = self.g.asked_to_split(target).map(|by| (true, by));
        let of_source = self.splits.or(of_procedure);
        let Some((asked, by)) = of_source.or(of_file) else {
            return able && self.g.choices.split_calls.contains(&target);
        };
        if asked && !able {
            let name = &self.g.primal.units[target].name;
            let (what, code) = match of_source {
                Some(_) => ("directive", codes::MISPLACED_DIRECTIVE),
                None => ("entry", codes::UNUSED_CHECKPOINT),
            };
            let message = format!("this {what} has no effect: calls of `{name}` cannot be split");
            let d = Diagnostic::warning(code, by, message);
            let d = self.g.obstacle_to_split(target).into_iter().fold(d, |d, o| o.show(d));
            if !self.g.messages.contains(&d) {
                self.g.messages.push(d);
            }
        }
        asked && able
    }

    /// Adds the writes of a call: actual arguments (integers, such as subscripts, last, so that they are restored
    /// first) and globals.
    pub(super) fn add_call_writes(&mut self, node: &mut Simple, target: UnitId, args: &[Arg]) {
        let Some(summary) = self.g.facts.summaries.get(target).cloned() else {
            return;
        };
        let mut writes = vec![];
        let changed = self.g.facts.effects.of(self.stmt).writes.clone();
        let formals = self.g.primal.units[target].args.clone();
        for (formal, actual) in formals.iter().zip(bind_args(self.g.primal, target, args)) {
            let (Some(formal), Some(actual)) = (formal, actual) else {
                continue;
            };
            let bound = self.g.facts.zones.bound(self.g.primal, *formal, actual);
            let written = bound.iter().filter(|(f, _)| summary.writes.contains(*f)).map(|b| b.1);
            let written: ZoneSet = written.collect();
            if written.is_empty() {
                continue;
            }
            let kept = bound
                .iter()
                .filter(|(f, _)| !summary.must_writes.contains(*f))
                .map(|b| b.1);
            let mut killed = ZoneSet::new();
            if actual.is_name() {
                killed = written.clone();
                killed.subtract(&kept.collect());
            }
            let section = self.g.passed_section(self.stmt, *formal, actual);
            let section = section.filter(|_| self.g.options.apply(Opt::Sections, node.forward.span));
            let mut whole = section.unwrap_or_else(|| self.g.accessible_through(*formal, actual));
            // if the call changes its own subscripts, the whole variable is saved
            let mut subscripts = ZoneSet::new();
            subscript_zones(self.g, &whole, &mut subscripts);
            if let (true, Some(base)) = (subscripts.intersects(&changed), whole.base_symbol()) {
                whole = var(self.g.primal, base);
            }
            let attrs = self.g.primal.symbols[*formal].variable().map(|v| &v.attrs);
            let takes_nothing = attrs.is_some_and(|a| a.optional || a.pointer || a.allocatable);
            writes.push((whole, written, killed, takes_nothing));
        }
        // subscripts are integers: they are pushed last
        writes.sort_by_key(|(w, ..)| matches!(w.ty, Ty::Integer(_)));
        for (w, written, killed, takes_nothing) in writes {
            let mut kills = node.kills.clone();
            match takes_nothing {
                true => self.add_possible_writes(node, &w, &written),
                false => self.add_writes(node, &w, &written),
            }
            let mut new = node.kills.clone();
            new.intersect_with(&killed);
            kills.union_with(&new);
            node.kills = kills;
        }
        self.add_global_writes(node, &summary);
    }

    pub(super) fn add_global_writes(&mut self, node: &mut Simple, summary: &adc_analysis::summary::Summary) {
        // a zone that is written under its own name is written in more than the passed element
        node.writes
            .retain(|w| w.whole || summary.is_interface(w.zone) || !summary.writes.contains(w.zone));
        let passed: ZoneSet = node.writes.iter().map(|w| w.zone).collect();
        let written = self.g.facts.zones.values_of(&summary.writes);
        let globals = written.iter().filter(|&z| !summary.is_interface(z));
        for z in globals.filter(|&z| !passed.contains(z) && !self.g.is_of_messages(z)) {
            let owner = self.g.facts.zones[z].owner;
            let saved_local = owner.is_some_and(|o| self.g.primal.units[o].is_procedure() && !self.is_host_or_self(o))
                && !self.g.facts.zones.members(z).iter().any(|&m| {
                    self.g.primal.symbols[m]
                        .variable()
                        .is_some_and(|v| matches!(v.storage, Storage::Common(_)))
                });
            if saved_local {
                node.writes.push(Write {
                    obstacle: Some(Obstacle::State),
                    ..self.global_write(z)
                });
                continue;
            }
            if summary.must_writes.contains(z) {
                node.kills.insert(z);
            }
            node.writes.push(self.global_write(z));
        }
    }

    /// Adds the writes of functions inside a passive expression.
    pub(super) fn add_function_effects(&mut self, node: &mut Simple, s: &Stmt) {
        each_function(&s.kind, &mut |r| {
            let kills = node.kills.clone();
            match self.g.primal.definition(r.callee.proc) {
                Some(target) => self.add_call_writes(node, target, r.args),
                None => self.add_unknown_writes(node, s, r.args),
            }
            node.kills = kills;
        });
    }

    /// Adds the writes of a procedure that is not in the program: it may change its arguments unless its interface
    /// forbids it.
    fn add_unknown_writes(&mut self, node: &mut Simple, s: &Stmt, args: &[Arg]) {
        let written = self.g.facts.effects.of(s.id).writes.clone();
        for a in args.iter().filter_map(Arg::expr).filter(|a| a.is_designator()) {
            let mut here: ZoneSet = self.g.facts.zones.of_designator(a).iter().copied().collect();
            here.intersect_with(&written);
            if let Some(base) = a.base_symbol().filter(|_| !here.is_empty()) {
                self.add_possible_writes(node, &var(self.g.primal, base), &here);
            }
        }
    }

    /// Refuses active functions inside expressions. Normalisation turns them into statements, except where this would
    /// lose a side effect.
    pub(super) fn check_calls_inside(&mut self, s: &Stmt) {
        let mut found = vec![];
        stmt_exprs(&s.kind, &mut |e| {
            subexprs(e, &mut |x| {
                walk_expr(x, &mut |y| {
                    if let ExprKind::Call(c, _) = &y.kind {
                        found.push((c.proc, y.span));
                    }
                });
            });
        });
        for (proc, span) in found {
            let Some(target) = self.g.primal.definition(proc) else {
                continue;
            };
            let writes_active = self.g.needs_derivative(self.place(), target)
                && self.g.facts.summaries.get(target).is_some_and(|x| {
                    let active = x.writes.iter().filter(|&z| self.g.facts.activity.zone_is_active(z));
                    active.into_iter().any(|z| {
                        self.g.facts.zones.members(z).iter().any(|&m| {
                            self.g.primal.symbols[m]
                                .variable()
                                .is_some_and(|v| v.storage != Storage::Local)
                                && self.g.primal.units[target].result != Some(m)
                                && self.g.is_active(target, m)
                        })
                    })
                });
            if writes_active {
                let name = self.g.procedure_name(proc);
                self.g.refuse(
                    codes::UNSUPPORTED_EXPRESSION,
                    span,
                    format!("the function `{name}` changes active variables in an expression without a derivative; call it in a separate statement, `t = {name}(...)`"),
                );
            }
        }
    }
}

/// Takes the adjoint from a call whose hand-written adjoint reads values from after it: it is a node of its own, as that
/// of an assignment in terms of its result ([`crate::adjoint::decide::results`]).
pub(super) fn after_call(of: &mut Adjoint, node: &mut Node) -> Option<Node> {
    let Node::Simple(node) = node else { return None };
    let read = of.g.results_read_by_adjoint(node.call.as_ref()?.callee)?;
    let call = node.call.take()?;
    let facts = of.g.facts;
    if call.evaluates.intersects(&node.overwritten(&facts.zones)) {
        let text = "a call that changes a variable in a subscript or an expression among its own arguments, and has an adjoint that reads its results,";
        of.unsupported(node.forward.span, text);
    }
    let read = read.into_iter().flat_map(|s| facts.zones.of(s).iter().copied());
    let mut after = Simple {
        adjoint: std::mem::take(&mut node.adjoint),
        needs: std::mem::take(&mut node.needs),
        ..Simple::beside(node.forward.id, node.forward.span)
    };
    after.needs.union_with(&call.seen_by_caller(facts, &read.collect()));
    after.needs.union_with(&call.after);
    Some(Node::Simple(after))
}
