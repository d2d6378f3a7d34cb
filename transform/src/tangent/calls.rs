//! Tangents of calls and of allocation.

use super::*;
use crate::normalize::downcasts::shown_as;

impl Tangent<'_, '_> {
    /// `t = f(x)` of an active function: `td = f_d(x, xd, t)`. False if the function is passive.
    pub(super) fn function(&mut self, lhs: &Expr, callee: &Callee, args: &[Arg], s: &Stmt, out: &mut Block) -> bool {
        let Some(target) = self
            .g
            .primal
            .definition(callee.proc)
            .filter(|&t| self.g.needs_derivative(self.place(), t))
        else {
            if self.g.primal.definition(callee.proc).is_none() {
                self.g.check_external(self.place(), callee, args, s.span);
            }
            return false;
        };
        let Some(result) = self.g.primal.units[target].result else {
            return false;
        };
        if self.masked && !self.g.result_is_active(target, result) {
            return false;
        }
        let Some(mut call) = self
            .g
            .derivative_call(self.place(), target, callee, args, Shadows::Tangent, s.span)
        else {
            return true;
        };
        // the dummy argument for the function's value
        let value = self.g.values.get(&target).copied().unwrap_or(result);
        let keyword = call.keyword(&self.g.keywords(target, None, value).0);
        call.args.push(Arg {
            keyword,
            value: ArgValue::Expr(lhs.clone()),
        });
        let link = self.g.link(target, args, Some(lhs));
        self.sketch
            .add_call(self.g, s.id, link, &[&call.before, &call.after], args, Some(lhs));
        out.extend(call.before);
        let proc = Callee::direct(call.proc);
        if self.g.result_is_active(target, result) {
            let lhsd = if self.active_designator(lhs) {
                self.g.shadow_ref(lhs)
            } else {
                let (mut before, mut after) = (vec![], vec![]);
                let none = self
                    .g
                    .stand_in(self.unit, lhs, "unused", lhs.ty, lhs.rank, &mut before, &mut after);
                before.retain(|s| matches!(s.kind, StmtKind::Allocate { .. }));
                out.extend(before);
                call.after.extend(after);
                let Some(none) = none else {
                    self.g.refuse(
                        codes::UNSUPPORTED_STATEMENT_AD,
                        s.span,
                        "a function whose value is assigned to an array of unknown size cannot be differentiated yet",
                    );
                    return true;
                };
                none
            };
            let value = expr(ExprKind::Call(proc, call.args), lhs.ty, lhs.rank);
            out.push(Stmt::at(StmtKind::Assign { lhs: lhsd, rhs: value }, s.span));
            let facts = self.g.facts;
            let feeds = |z| facts.activity.zone_is_active(z);
            let value = var(self.g.primal, result);
            out.extend(self.g.zero_unfed(self.place(), lhs, &value, &feeds));
        } else {
            out.push(Stmt::at(
                StmtKind::Call {
                    callee: proc,
                    args: call.args,
                },
                s.span,
            ));
            if self.g.shadow_at(self.place(), lhs) != Shadow::None {
                let lhsd = self.g.shadow_ref(lhs);
                out.extend(self.g.zero_shadow(self.unit, lhs, lhsd));
            }
        }
        out.extend(call.after);
        true
    }

    pub(super) fn call(&mut self, callee: &Callee, args: &[Arg], s: &Stmt, out: &mut Block) {
        let target = self.g.primal.definition(callee.proc);
        if let Some(access) = target.and_then(|t| self.g.active_tape_access(t)) {
            return self.tape(access, callee, args, s, out);
        }
        match target {
            Some(t) if self.g.needs_derivative(self.place(), t) => {
                let Some(call) = self
                    .g
                    .derivative_call(self.place(), t, callee, args, Shadows::Tangent, s.span)
                else {
                    return;
                };
                let link = self.g.link(t, args, None);
                self.sketch
                    .add_call(self.g, s.id, link, &[&call.before, &call.after], args, None);
                out.extend(call.before);
                let kind = StmtKind::Call {
                    callee: Callee::direct(call.proc),
                    args: call.args,
                };
                out.push(Stmt::at(kind, s.span));
                out.extend(call.after);
            }
            _ => {
                match target {
                    Some(t) => self.g.check_requests(t, s.span),
                    None => self.g.check_external(self.place(), callee, args, s.span),
                }
                out.push(Stmt {
                    id: s.id,
                    ..Stmt::at(s.kind.clone(), s.span)
                });
                // variables that a passive procedure writes lose their derivative
                let zeros = match target.and_then(|t| self.g.models.tape_access(t)) {
                    Some(access) if access.pops && args.len() > 1 => self.zeros_after_pop(args, s.span),
                    _ => self.g.zeros_after_passive_call(self.place(), callee, args),
                };
                out.extend(zeros);
            }
        }
    }

    pub(super) fn allocate(
        &mut self,
        ty: &Option<DeclType>,
        objects: &[(Expr, AllocShape)],
        options: &[(adc_frontend::ast::SmolStr, Expr)],
        s: &Stmt,
        out: &mut Block,
    ) {
        let active: Vec<&(Expr, AllocShape)> = objects.iter().filter(|(o, _)| self.active_designator(o)).collect();
        let extra: Vec<(Expr, AllocShape)> = active
            .iter()
            .map(|(o, bounds)| (self.g.shadow_ref(o), bounds.clone()))
            .collect();
        out.push(Stmt::at(s.kind.clone(), s.span));
        if extra.is_empty() {
            return;
        }
        if options.iter().any(|(n, _)| n == "source") {
            self.g.refuse(
                codes::UNSUPPORTED_STATEMENT_AD,
                s.span,
                "ALLOCATE of an active variable with SOURCE= cannot be differentiated yet",
            );
        }
        // the mold has a type, which the shadow shares, and no value
        let molds = options.iter().filter(|(n, _)| n == "mold").cloned().collect();
        out.push(Stmt::at(
            StmtKind::Allocate {
                ty: ty.clone(),
                objects: extra.clone(),
                options: molds,
            },
            s.span,
        ));
        for ((o, _), (shadow, _)) in active.into_iter().zip(extra) {
            if self.g.shadow_at(self.place(), o) != Shadow::None {
                // with the type that it has just received
                let shown = ty.as_ref().and_then(|ty| match (shadow.ty, ty.ty) {
                    (Ty::Class(_), Ty::Derived(t)) if shadow.rank == 0 => shown_as(&self.g.out, &shadow, t),
                    _ => None,
                });
                out.extend(self.g.zero_shadow(self.unit, o, shown.unwrap_or(shadow)));
            }
        }
    }
}
