//! Input into variables that carry a derivative.
//!
//! Values from input have no derivative. Interrupting the chain of derivatives is an error, so that no one gets a zero
//! without notice. With `--allow-active-io` it is a warning, and the shadow is set to zero.

use crate::assemble::generator::Generator;
use crate::code::reread::is_asked;
use crate::context::Context;
use adc_analysis::ZoneSet;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Context<'_> {
    /// True if a subscript of an input item is itself read by the statement.
    fn reads_own_subscripts(&self, s: &Stmt, item: &Expr) -> bool {
        let written = &self.facts.effects.of(s.id).writes;
        let mut used = ZoneSet::new();
        visit::walk_expr(item, &mut |e| {
            if let ExprKind::Index(_, subs) = &e.kind {
                for x in subs.iter().flat_map(|s| match s {
                    Subscript::At(x) => vec![x],
                    Subscript::Range(a, b, c) => [a, b, c].into_iter().filter_map(Option::as_deref).collect(),
                }) {
                    visit::walk_designators(x, &mut |d| {
                        used.extend(self.facts.zones.of_designator(d).iter().copied());
                    });
                }
            }
        });
        used.intersects(written)
    }
}

impl Generator<'_> {
    /// Reports active variables among those that a statement reads; returns the statements that set their shadows to
    /// zero.
    pub fn zeros_after_input(&mut self, unit: UnitId, s: &Stmt, items: &[Expr]) -> Block {
        let each = items.iter();
        each.flat_map(|i| self.zero_after_input(unit, s, i, false)).collect()
    }

    fn zero_after_input(&mut self, unit: UnitId, s: &Stmt, item: &Expr, repeated: bool) -> Block {
        if let ExprKind::ImpliedDo { items, .. } = &item.kind {
            let inner = items.iter();
            return inner.flat_map(|i| self.zero_after_input(unit, s, i, true)).collect();
        }
        if !self.is_active_designator(unit, item) {
            return vec![];
        }
        let message = "input sets this active variable";
        // the user declares the input independent of the run, or it was written from passive values
        let is_asked = is_asked(&self.primal.units[unit], self.options.input_repeatable);
        let is_constant = is_asked && !crate::code::io::is_internal(&s.kind) || self.reads_passive_text(&s.kind);
        let nameable = !repeated && !self.reads_own_subscripts(s, item);
        if !nameable || !self.options.active_io && !is_constant {
            let help = match nameable {
                true => {
                    "read into a separate variable; or, if the derivative of the value is zero, use `--allow-active-io`"
                }
                false => "read into a separate variable",
            };
            let d = Diagnostic::error(codes::ACTIVE_IO, item.span, message).help(help);
            self.messages.push(d);
            return vec![];
        }
        if !is_constant {
            let d = Diagnostic::warning(codes::ACTIVE_IO, item.span, message)
                .with_note("its derivative is zero after this statement");
            self.messages.push(d);
        }
        let shadow = self.shadow_ref(item);
        self.zero_shadow(unit, item, shadow)
    }
}
