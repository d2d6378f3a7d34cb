//! Generates silent copies of procedures that print ([`crate::context::silent`]), and calls them where code runs again.

use crate::assemble::generator::Generator;
use crate::assemble::values::can_be_written;
use crate::code::io;
use crate::code::io::is_input;
use crate::context::silent::{are_last_words, does_nothing, drop_unused_formats};
use crate::normalize::stop_on_input::stop;
use crate::prepare::private::private_needs;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{rewrite_block_exprs, rewrite_calls};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

impl Generator<'_> {
    pub(crate) fn warn_of_silent_heads(&mut self) {
        let printing = |u: &UnitId| self.called_heads.contains(u) && self.behaviour.printing.contains(u);
        for u in self.heads.units().filter(printing).collect::<Vec<_>>() {
            let unit = &self.primal.units[u];
            self.messages.push(Diagnostic::warning(
                codes::UNSUPPORTED_STATEMENT_AD,
                unit.span,
                format!("a head calls `{}`, so its adjoint does not print", unit.name),
            ));
        }
    }

    /// Makes the calls in a part of a derivative procedure silent.
    pub(crate) fn silence(&mut self, unit: UnitId, block: &mut Block) {
        if self.behaviour.printing.is_empty() {
            return;
        }
        let d = self.derivative_unit(unit);
        self.leave_output_out(unit, block);
        drop_unused_formats(block);
        self.silence_in(d, None, block);
    }

    /// `copied`: the procedure of which `d` is (part of) a silent copy; its contained procedures are copied with it.
    fn silence_in(&mut self, d: UnitId, copied: Option<UnitId>, block: &mut Block) {
        let mut found: IndexMap<SymbolId, UnitId> = IndexMap::new();
        let mut bound = vec![];
        let mut note = |program: &Program, s: SymbolId| {
            let target = program.definition(s).filter(|t| self.behaviour.printing.contains(t));
            let is_inside = |t: UnitId| copied.is_some() && self.primal.units[t].parent == copied;
            found.extend(target.filter(|&t| !is_inside(t)).map(|t| (s, t)));
        };
        let program = &self.out;
        visit::walk_calls(block, &mut |r| match r.callee.object {
            None => note(program, r.callee.proc),
            Some(_) => bound.push((r.callee.proc, r.span)),
        });
        visit::walk_block_exprs(block, &mut |x| {
            if let ExprKind::Procedure(p) = x.kind {
                note(program, p);
            }
        });
        for (proc, span) in bound {
            self.warn_of_repeated_output(proc, span);
        }
        let silent: IndexMap<SymbolId, SymbolId> = found
            .into_iter()
            .map(|(s, target)| {
                let (copy, symbol) = self.silent_copy(target);
                (s, self.procedure_in(d, copy, symbol))
            })
            .collect();
        if silent.is_empty() {
            return;
        }
        rewrite_calls(block, &mut |callee| {
            if let (Some(&s), None) = (silent.get(&callee.proc), &callee.object) {
                *callee = Callee::direct(s);
            }
        });
        rewrite_block_exprs(block, &mut |e| {
            if let ExprKind::Procedure(p) = &mut e.kind {
                *p = silent.get(p).copied().unwrap_or(*p);
            }
        });
    }

    /// Warns of type-bound procedures, which are selected at run time: there is no copy to call.
    fn warn_of_repeated_output(&mut self, proc: SymbolId, span: Span) {
        if !self
            .out
            .definition(proc)
            .is_some_and(|t| self.behaviour.printing.contains(&t))
        {
            return;
        }
        let name = self.procedure_name(proc);
        let uses_files = |_: UnitId, s: &Stmt| io::connects(&s.kind) || is_input(&s.kind);
        let connecting = self.facts.calls.doing(self.original, &uses_files);
        if self.out.definition(proc).is_some_and(|t| connecting.contains(&t)) {
            let message =
                format!("`{name}` uses files, and would use them again when the adjoint runs this code a second time");
            return self.refuse(codes::UNSUPPORTED_STATEMENT_AD, span, message);
        }
        let message = format!("`{name}` prints, and prints again when the adjoint runs this code a second time");
        let d = Diagnostic::warning(codes::UNSUPPORTED_STATEMENT_AD, span, message);
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// The silent copy of a procedure, created on demand.
    fn silent_copy(&mut self, target: UnitId) -> (UnitId, SymbolId) {
        // copies of one procedure for different patterns of active arguments have the same silent copy
        let target = self.original.units[target].shares.unwrap_or(target);
        if let Some(&copy) = self.silent.get(&target) {
            return copy;
        }
        let parent = self.primal.units[target].parent.map(|p| self.derivative_unit(p));
        let stem = self.derivative_name(&format!("{}_silent", self.name_of(target)));
        let copy = self.copy_unit(target, parent);
        let mut made = self.out.units[copy].clone();
        self.leave_submodules(target, &mut made);
        self.out.units[copy] = made;
        let symbol = self.name_procedure(copy, parent, &stem);
        self.silent.insert(target, (copy, symbol));
        let mut parts = vec![(target, copy)];
        let inside = self.original.units[target].contains.iter().copied();
        parts.extend(inside.zip(self.out.units[copy].contains.iter().copied()));
        for (of, part) in parts {
            let mut body = std::mem::take(&mut self.out.units[part].body);
            self.leave_output_out(of, &mut body);
            drop_unused_formats(&mut body);
            self.silence_in(part, Some(target), &mut body);
            self.out.renumber(&mut body);
            self.out.units[part].body = body;
        }
        (copy, symbol)
    }

    /// Removes output from statements, and calls of procedures that do nothing else.
    fn leave_output_out(&mut self, unit: UnitId, block: &mut Block) {
        let mut out = Block::with_capacity(block.len());
        let all = std::mem::take(block);
        let last: Vec<bool> = (0..all.len()).map(|k| are_last_words(&all[k..])).collect();
        for (mut s, last) in all.into_iter().zip(last) {
            if last && io::is_output(&s.kind) {
                out.push(s);
                continue;
            }
            let Some(mut instead) = self.without_output(unit, &mut s) else {
                out.push(s);
                continue;
            };
            if s.label.is_some() && instead.is_empty() {
                instead.push(Stmt::at(StmtKind::Continue, s.span));
            }
            if let Some(first) = instead.first_mut() {
                first.label = s.label;
            }
            out.extend(instead);
        }
        *block = out;
    }

    /// The substitute for a statement without output; `None` if the statement stays.
    fn without_output(&mut self, unit: UnitId, s: &mut Stmt) -> Option<Block> {
        if self.is_first_output(unit, &s.kind) {
            self.check_output_functions(s);
            return Some(self.instead_of_output(unit, s));
        }
        if self.options.stop_on_input && is_input(&s.kind) {
            return Some(vec![Stmt::at(stop(&self.name_of(unit)), s.span)]);
        }
        if self.is_mute(&self.out, &s.kind) {
            return Some(vec![]);
        }
        s.kind.for_each_block_mut(&mut |b| self.leave_output_out(unit, b));
        let StmtKind::If { arms, short, .. } = &mut s.kind else {
            return None;
        };
        *short &= arms.iter().all(|a| a.body.len() == 1);
        does_nothing(arms).then(Vec::new)
    }

    /// Refuses functions in omitted output that do more than return a value.
    fn check_output_functions(&mut self, s: &Stmt) {
        let mut changes = false;
        visit::each_function(&s.kind, &mut |r| {
            let target = self.primal.definition(r.callee.proc);
            let summary = target.and_then(|t| self.facts.summaries.get(t));
            changes |= summary.is_some_and(|f| f.writes.iter().any(|z| !f.result.contains(z)));
        });
        if changes {
            self.refuse_output_functions(s.span);
        }
    }

    /// Private entities of modules that are not regenerated, if silent copies need them.
    pub(crate) fn hidden_from_silent_copies(&self) -> IndexSet<SymbolId> {
        let mut found = IndexSet::new();
        for &target in self.silent.keys() {
            let module = self.primal.outermost(target);
            if self.primal.units[module].kind == UnitKind::Module {
                let mut parts = vec![target];
                parts.extend(&self.original.units[target].contains);
                let needs = parts.iter().flat_map(|&u| private_needs(self.original, u, module));
                found.extend(needs.filter(|&s| !self.is_opened(s) && !can_be_written(self.original, s)));
            }
        }
        found
    }
}
