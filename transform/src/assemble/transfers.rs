//! Checks values that pass through the bits of a type without derivatives.
//!
//! `TRANSFER` from an integer, logical or character has no derivative, though the bits may come from a real. If a
//! derivative of its value is needed, a warning says so. It is an error if the program also converts an active value to
//! bits. Between values of one type it is an assignment ([`crate::normalize::transfers`]); between reals of different
//! kinds, or derived types, the rules refuse it.

use crate::assemble::generator::Generator;
use crate::context::place::Place;
use crate::context::Context;
use crate::rules::{is_bits, transferred};
use adc_analysis::Shadow;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;

impl Context<'_> {
    /// True if an active value is converted to bits.
    fn loses_derivatives(&self, unit: UnitId) -> bool {
        let mut found = false;
        walk_block(&self.primal.units[unit].body, &mut |s| {
            let at = Place { unit, stmt: s.id };
            stmt_exprs(&s.kind, &mut |e| {
                walk_expr(e, &mut |x| {
                    if let Some(source) = transferred(x).filter(|_| is_bits(x.ty)) {
                        found |= self.has_varied(at, source);
                    }
                });
            });
        });
        found
    }
}

impl Generator<'_> {
    /// Warns of them in all procedures that have a derivative.
    pub fn check_transfers(&mut self) {
        let units: Vec<UnitId> = self.units.keys().copied().collect();
        let primal = self.primal;
        let lost = units.iter().any(|&u| self.loses_derivatives(u));
        for unit in units {
            walk_block(&primal.units[unit].body, &mut |s| {
                let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
                let mut any = false;
                walk_expr(rhs, &mut |e| any |= transferred(e).is_some());
                if any && self.shadow_at(Place { unit, stmt: s.id }, lhs) == Shadow::Derivative {
                    walk_expr(rhs, &mut |e| self.check_transfer(e, lost));
                }
            });
        }
    }

    fn check_transfer(&mut self, e: &Expr, lost: bool) {
        let bits = transferred(e).is_some_and(|x| !x.is_literal() && is_bits(x.ty));
        if !(bits && e.ty.is_differentiable()) {
            return;
        }
        let d = match lost {
            true => Diagnostic::error(
                codes::BITS_WITHOUT_DERIVATIVE,
                e.span,
                "these bits may be those of an active value, whose derivative would be lost",
            ),
            false => {
                let message = "adc treats this value as a constant, although its bits may depend on independents";
                Diagnostic::warning(codes::BITS_WITHOUT_DERIVATIVE, e.span, message)
            }
        };
        let d = d.with_note("integers, logicals and characters have no derivative");
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }
}
