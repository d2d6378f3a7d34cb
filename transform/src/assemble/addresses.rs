//! Refuses addresses: no analysis follows variables that are accessed by a number.
//!
//! `c_f_pointer` lets a pointer point to an address, and `c_loc` returns the address of a variable. If a value is
//! stored by one name and read by another, its derivative is lost. So both are refused wherever the head reaches them,
//! active or not, if the variable has a type that can carry a derivative. `loc` is refused if its variable depends on
//! an independent. ([`crate::prepare::admit`] refuses Cray pointers.)

use crate::assemble::generator::Generator;
use adc_frontend::codes;
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Refuses addresses of variables that may carry a derivative, in all code that the head reaches.
    pub(crate) fn check_addresses(&mut self) {
        let reached = self.reached();
        let mut found: Vec<(String, Span)> = vec![];
        for u in reached {
            walk_block(&self.primal.units[u].body, &mut |s| {
                if let StmtKind::CallIntrinsic { id, args, .. } = &s.kind {
                    let pointer = args
                        .iter()
                        .enumerate()
                        .find(|(k, a)| match &a.keyword {
                            Some(w) => w.eq_ignore_ascii_case("fptr"),
                            None => *k == 1,
                        })
                        .and_then(|(_, a)| a.expr());
                    let carries = pointer.is_some_and(|p| self.facts.zones.is_differentiable(p.ty));
                    if id.row().name == "c_f_pointer" && carries {
                        found.push((
                            "`c_f_pointer` associates this pointer with".to_string(),
                            pointer.map_or(s.span, |p| p.span),
                        ));
                    }
                }
                stmt_exprs(&s.kind, &mut |e| {
                    walk_expr(e, &mut |x| {
                        let ExprKind::Intrinsic(id, name, args) = &x.kind else {
                            return;
                        };
                        let Some(of) = args.first().and_then(Arg::expr) else {
                            return;
                        };
                        let may_carry = self.facts.zones.is_differentiable(of.ty);
                        let varies = || {
                            let mut zones = self.facts.zones.of_designator(of).iter();
                            zones.any(|&z| {
                                self.facts.activity.zone_is_active(z) || self.facts.activity.is_varied(s.id, z)
                            })
                        };
                        let is_taken = match id.row().name {
                            "c_loc" => may_carry,
                            "loc" => may_carry && varies(),
                            _ => false,
                        };
                        if is_taken {
                            found.push((format!("`{name}` gives access to"), x.span));
                        }
                    });
                });
            });
        }
        for (who, span) in found {
            self.refuse(
                codes::UNSUPPORTED_DATA,
                span,
                format!("{who} a variable through its address, and its derivative would be lost; pass the variable itself, or move this out of the differentiated code"),
            );
        }
    }
}
