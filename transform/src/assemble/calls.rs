//! Calls of derivative procedures, and predicates of both modes about calls and activity.

use crate::assemble::generator::Generator;
use crate::assemble::overlap::Site;
use crate::code::elsewhere;
use crate::context::place::Place;
use crate::context::Context;
use crate::normalize::arrays::{allocate_like, deallocate, shape_of};
use crate::normalize::temps::new_variable;
use crate::prepare::instances::dispatch::settled_without_object;
use crate::rules::{convert, intrinsic};
use adc_analysis::calls::{bind_args, passes_object};
use adc_analysis::Shadow;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::consteval::int_const;
use adc_frontend::diag::Diagnostic;
use adc_frontend::intrinsics::Access;
use adc_frontend::ir::visit::stmt_exprs;
use adc_frontend::ir::*;

/// The substitute for the shadow of an argument without one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shadows {
    /// A zero, as the derivative of a constant.
    Tangent,
    /// A variable whose final value is not read.
    Adjoint,
}

/// The parts of a call of a derivative procedure.
pub struct DerivativeCall {
    /// The procedure, as the caller names it.
    pub proc: SymbolId,
    /// Arguments.
    pub args: Vec<Arg>,
    /// Statements before it.
    pub before: Block,
    /// Statements after it.
    pub after: Block,
    keywords: bool,
}

impl DerivativeCall {
    /// The keyword for a further argument, if arguments are passed by keyword.
    pub fn keyword(&self, name: &str) -> Option<SmolStr> {
        self.keywords.then(|| name.into())
    }
}

/// True for an array element, which may stand for the rest of the array.
fn is_element(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Index(..))
}

impl Context<'_> {
    /// True if an expression reads a value that carries a derivative.
    pub fn has_active(&self, unit: UnitId, e: &Expr) -> bool {
        let mut found = false;
        visit::walk_designators(e, &mut |d| found |= self.is_active_designator(unit, d));
        found
    }

    /// True if a statement, or one in its blocks, reads or writes a variable that carries a derivative.
    pub fn touches_active(&self, unit: UnitId, s: &Stmt) -> bool {
        let mut found = false;
        stmt_exprs(&s.kind, &mut |e| found |= self.has_active(unit, e));
        s.kind
            .for_each_block(&mut |b| found |= b.iter().any(|s| self.touches_active(unit, s)));
        found
    }

    /// A value converted to a type if the assignment would narrow it, so that compilers do not warn.
    pub fn narrowed(&self, e: Expr, ty: Ty) -> Expr {
        match (e.ty, ty) {
            (Ty::Real(from), Ty::Real(to)) if from > to => convert(e, ty),
            (Ty::Complex(from), Ty::Complex(to)) if from > to => convert(e, ty),
            (Ty::Real(from), Ty::Complex(to)) if from > to => convert(e, Ty::Real(to)),
            (Ty::Complex(_), Ty::Real(to)) => {
                let rank = e.rank;
                intrinsic("real", vec![e, int(i64::from(to))], ty, rank)
            }
            _ => e,
        }
    }
}

impl Generator<'_> {
    /// The arguments of a call of the derivative of `target`: each actual argument, followed by its shadow where the
    /// derivative procedure has one.
    pub fn derivative_call(
        &mut self,
        at: Place,
        target: UnitId,
        callee: &Callee,
        args: &[Arg],
        shadows: Shadows,
        span: Span,
    ) -> Option<DerivativeCall> {
        let unit = at.unit;
        let settled = |(object, name): &(Expr, SmolStr)| match object.ty {
            Ty::Derived(_) => !passes_object(self.primal, target, callee),
            Ty::Class(t) => settled_without_object(self.primal, t, name).is_some(),
            _ => false,
        };
        if !callee.object.as_deref().is_none_or(settled) {
            self.refuse(
                codes::UNSUPPORTED_STATEMENT_AD,
                span,
                "a type-bound call with active arguments cannot be differentiated if the type of the object is not known",
            );
            return None;
        }
        let proc = self.derivative_procedure(unit, target);
        let formals = self.primal.units[target].args.clone();
        let bound: Vec<Option<Expr>> = bind_args(self.primal, target, args)
            .into_iter()
            .map(|a| a.cloned())
            .collect();
        // after the first absent optional argument, the others must be passed by keyword
        let mut keywords = bound.iter().any(Option::is_none);
        let mut call = DerivativeCall {
            proc,
            args: vec![],
            before: vec![],
            after: vec![],
            keywords,
        };
        let mut switches = vec![];
        let is_query = self.is_query_of_size(target, &bound);
        for (k, (formal, actual)) in formals.iter().zip(&bound).enumerate() {
            let Some(formal) = formal else {
                self.refuse(
                    codes::UNSUPPORTED_STATEMENT_AD,
                    span,
                    "a call with alternate returns cannot be differentiated yet",
                );
                return None;
            };
            let Some(actual) = actual else { continue };
            let (plain, of_shadow) = self.keywords(target, Some(k), *formal);
            call.args.push(Arg {
                keyword: keywords.then_some(plain),
                value: ArgValue::Expr(actual.clone()),
            });
            if let Some(given) = self.given_procedure(*formal) {
                let name = keywords.then(|| self.given_name(target, given));
                call.args.push(Arg {
                    keyword: name,
                    value: ArgValue::Expr(self.given_derivative(unit, given)),
                });
            }
            if !is_query {
                self.check_destroyed(at, target, k, actual);
            }
            let zeros = self.zero_where_written(at, target, *formal, actual);
            call.after.extend(zeros);
            if !self.has_shadow_argument(Some(target), *formal) {
                continue;
            }
            let shadow = self.shadow(*formal);
            // a stale shadow is not read
            let is_used = self.has_varied(at, actual) || self.shadow_at(at, actual) != Shadow::None;
            let absent = self.has_optional_shadows(target) && !(is_used && self.is_active(target, *formal));
            if absent {
                keywords = true;
                call.keywords = true;
                continue;
            }
            let value = if self.is_active_designator(unit, actual) {
                let site = Site {
                    unit,
                    stmt: at.stmt,
                    target,
                    bound: &bound,
                };
                let apart = match shadows {
                    Shadows::Adjoint => self.separate_shadow(site, k, span, &mut call),
                    Shadows::Tangent => None,
                };
                apart.unwrap_or_else(|| self.shadow_ref(actual))
            } else {
                if !actual.is_designator() && self.has_varied(at, actual) {
                    self.refuse(
                        codes::UNSUPPORTED_EXPRESSION,
                        actual.span,
                        "this argument cannot be differentiated yet; assign it to a variable before the call",
                    );
                    return None;
                }
                let stem = if shadows == Shadows::Tangent { "nod" } else { "nob" };
                let formal_symbol = &self.primal.symbols[*formal];
                // the calls alone do not show that a scalar is passed to an array
                let is_scalar = self.models.contains(target) && actual.rank == 0 && !is_element(actual);
                let rank = if is_scalar { 0 } else { formal_symbol.rank() };
                let ty = formal_symbol.ty();
                let Some(none) = self.stand_in(unit, actual, stem, ty, rank, &mut call.before, &mut call.after) else {
                    self.refuse(
                        codes::UNSUPPORTED_EXPRESSION,
                        actual.span,
                        "the procedure requires an array with a derivative, and this array has none; assign it to a variable before the call",
                    );
                    return None;
                };
                none
            };
            call.args.push(Arg {
                keyword: keywords.then(|| of_shadow.unwrap_or_else(|| self.out.symbols[shadow].name.clone())),
                value: ArgValue::Expr(value),
            });
            let described = self.models.description(target).and_then(|d| d.arguments.get(k));
            let switch = described.and_then(|a| a.switch.clone());
            let is_off = self.shadow_at(at, actual) == Shadow::None;
            switches.extend(switch.filter(|_| is_off).map(|name| Arg {
                keyword: Some(name),
                value: ArgValue::Expr(truth(false)),
            }));
        }
        call.keywords |= !switches.is_empty();
        call.args.extend(switches);
        Some(call)
    }

    /// True for a call of LAPACK that only asks for the size of the workspace, `lwork=-1`: it destroys nothing.
    fn is_query_of_size(&self, target: UnitId, bound: &[Option<Expr>]) -> bool {
        let shipped = self.models.description(target).filter(|d| d.span.is_none());
        let size = shipped.and_then(|d| d.arguments.iter().position(|a| a.name == "lwork"));
        let given = size.and_then(|k| bound.get(k)?.as_ref());
        given.is_some_and(|e| int_const(self.primal, e) == Some(-1))
    }

    /// Refuses uses of the derivative of a value that a described procedure leaves without one.
    fn check_destroyed(&mut self, at: Place, target: UnitId, k: usize, actual: &Expr) {
        let described = self.models.description(target).and_then(|d| d.arguments.get(k));
        if !described.is_some_and(|a| a.destroyed) || self.shadow_at(at, actual) != Shadow::Derivative {
            return;
        }
        let name = &self.primal.units[target].name;
        let text = format!("the derivative of the value that `{name}` leaves in this argument is not known, but may be used after the call");
        let help = "pass a copy that is not used after the call; or assign a new value to the whole variable before it is used again";
        self.refuse_with_help(codes::EXTERNAL_PROCEDURE, actual.span, text, help);
    }

    /// The derivative of a procedure that is passed as an argument.
    fn given_derivative(&mut self, unit: UnitId, given: UnitId) -> Expr {
        let symbol = self.derivative_procedure(unit, given);
        let ty = self.out.symbols[symbol].ty();
        expr(ExprKind::Procedure(symbol), ty, 0)
    }

    /// The dummy argument of a derivative that receives it.
    fn given_name(&mut self, target: UnitId, given: UnitId) -> SmolStr {
        let symbol = self.derivative_procedure(target, given);
        self.out.symbols[symbol].name.clone()
    }

    /// A variable with zeros, in the shape of an actual argument (or result) without a shadow. `None` if its size is
    /// unknown.
    #[allow(clippy::too_many_arguments)]
    pub fn stand_in(
        &mut self,
        unit: UnitId,
        actual: &Expr,
        stem: &str,
        ty: Ty,
        rank: u8,
        before: &mut Block,
        after: &mut Block,
    ) -> Option<Expr> {
        // sequence association: an element stands for the rest of the array
        let (whole, subs) = match &actual.kind {
            ExprKind::Index(b, subs) if actual.rank == 0 && rank > 0 => ((**b).clone(), Some(subs.clone())),
            _ => (actual.clone(), None),
        };
        if actual.rank == 0 && rank > 0 && subs.is_none() {
            return None;
        }
        let base = whole.base_symbol().and_then(|s| self.primal.symbols[s].variable());
        let is_whole = matches!(whole.kind, ExprKind::Var(_));
        if is_whole && base.is_some_and(|v| matches!(v.dims.last(), Some(Dim::AssumedSize(_) | Dim::AssumedRank))) {
            return None;
        }
        // constants in the declaration of another unit may be unknown here
        let owner = whole.base_symbol().and_then(|s| self.primal.symbols[s].owner);
        let foreign = owner != Some(unit);
        let declared = DeclType {
            ty,
            ..self.primal.declarable_type(&whole, unit)
        };
        if self.primal.has_lengths(ty) && declared.params.is_empty() {
            return None;
        }
        let derivative = self.derivative_unit(unit);
        let name = self.namer(derivative).fresh(stem);
        let explicit = |v: &Variable| -> Option<Vec<Dim>> {
            let known = |e: &Expr| adc_frontend::consteval::int_const(self.primal, e).is_some();
            let constant = v
                .dims
                .iter()
                .all(|d| matches!(d, Dim::Explicit(lo, hi) if known(hi) && lo.as_ref().is_none_or(known)));
            (constant && is_whole).then(|| if foreign { elsewhere(self.primal, v) } else { v.clone() }.dims)
        };
        let shape = shape_of(self.primal, &whole);
        let constant = shape.iter().all(|n| int_value(n).is_some());
        let dims = base.and_then(explicit).unwrap_or_else(|| {
            shape
                .iter()
                .map(|n| match constant {
                    true => Dim::Explicit(None, n.clone()),
                    false => Dim::Deferred,
                })
                .collect()
        });
        let deferred = dims.iter().any(|d| matches!(d, Dim::Deferred)) || matches!(ty, Ty::Class(_) | Ty::Unlimited);
        let v = Variable {
            ty: declared,
            dims,
            storage: Storage::Local,
            attrs: Attrs {
                allocatable: deferred,
                ..Attrs::default()
            },
            init: None,
        };
        let t = new_variable(&mut self.out, derivative, name, v);
        let t = var(&self.out, t);
        if deferred {
            before.push(allocate_like(&t, &whole));
            after.insert(0, deallocate(&t));
        }
        before.extend(self.renew_components_of(unit, &whole, t.clone(), &[]));
        before.extend(self.zero_shadow(unit, actual, t.clone()));
        Some(match subs {
            Some(subs) => index(t, subs),
            None => t,
        })
    }

    /// Refuses calls of a procedure without a definition if an active variable is passed to it.
    pub fn check_external(&mut self, at: Place, callee: &Callee, args: &[Arg], span: Span) {
        if self.is_constant(at) {
            return;
        }
        let name = self.primal.symbols[callee.proc].name.clone();
        let active = args
            .iter()
            .filter_map(Arg::expr)
            // an object is one variable, whatever part is passed
            .filter(|a| !matches!(a.ty, Ty::Integer(_) | Ty::Logical(_) | Ty::Character))
            .find(|a| self.has_varied(at, a) || self.shadow_at(at, a) != Shadow::None)
            .map(|a| a.span);
        if let Some(place) = active {
            let class = match &self.primal.symbols[callee.proc].kind {
                SymbolKind::Procedure(p) => p.class,
                _ => ProcClass::External,
            };
            let (what, help) = match class {
                ProcClass::Dummy => (
                    "the actual procedure is not known here",
                    "see \"Procedures that are chosen elsewhere\" in docs/reference/limits.md: a procedure with procedure arguments must not contain procedures or save values, and all procedures passed to the head must have the same interface, with numbers as arguments".to_string(),
                ),
                ProcClass::Pointer => ("its possible targets are not known", "give the files that set it, and call it in a separate assignment or CALL; its targets must be public, and must not be internal procedures of another procedure".to_string()),
                ProcClass::External | ProcClass::Module | ProcClass::Internal | ProcClass::Definition => (
                    "its source is not given",
                    self.with_proposal(&name, format!("give the file that defines `{name}`; if it is in a library, write a Fortran procedure of that name that computes the same")),
                ),
            };
            let d = Diagnostic::error(
                codes::EXTERNAL_PROCEDURE,
                span,
                format!("the call passes an active variable to `{name}`, but {what}"),
            )
            .also(place, "active")
            .help(help);
            if !self.messages.contains(&d) {
                self.messages.push(d);
            }
            return;
        }
        let folded = adc_frontend::ast::fold(&name);
        let is_harmless = crate::prepare::external::known::library(&folded).is_some()
            || crate::prepare::external::globals::is_assumed_passive(&self.options.assume_passive, &folded);
        if is_harmless {
            return;
        }
        let known = |m: &Diagnostic| m.code == codes::EXTERNAL_PROCEDURE && m.message.contains(&format!("`{name}`"));
        if !self.messages.iter().any(known) {
            let d = self.taken_as_passive(&name, span);
            self.messages.push(d);
        }
    }

    /// Refuses intrinsic subroutines that write active variables.
    pub fn check_intrinsic_call(&mut self, at: Place, s: &Stmt) {
        let StmtKind::CallIntrinsic { name, .. } = &s.kind else {
            return;
        };
        for e in self.written_by_intrinsic(at, s) {
            let text = format!("`{name}` changes this active variable; it cannot be differentiated yet");
            self.refuse(codes::UNSUPPORTED_STATEMENT_AD, e.span, text);
        }
    }

    /// Zeroes the derivatives of variables that receive a number which depends on nothing; refuses other intrinsic
    /// subroutines that write active variables.
    pub(crate) fn zeros_after_intrinsic_call(&mut self, at: Place, s: &Stmt) -> Block {
        let StmtKind::CallIntrinsic { id, .. } = &s.kind else {
            return vec![];
        };
        if !["random_number", "cpu_time"].contains(&id.row().name) {
            self.check_intrinsic_call(at, s);
            return vec![];
        }
        let written = self.written_by_intrinsic(at, s);
        let zeros = written.into_iter().map(|e| {
            let shadow = self.shadow_ref(&e);
            self.zero_shadow(at.unit, &e, shadow)
        });
        zeros.collect::<Vec<_>>().concat()
    }

    /// The active variables that an intrinsic subroutine writes.
    fn written_by_intrinsic(&self, at: Place, s: &Stmt) -> Vec<Expr> {
        let StmtKind::CallIntrinsic { id, args, .. } = &s.kind else {
            return vec![];
        };
        let row = id.row();
        let mut found = vec![];
        for (k, a) in args.iter().enumerate() {
            let Some(e) = a.expr() else { continue };
            let spec = match &a.keyword {
                Some(w) => row.args.iter().find(|x| x.name.eq_ignore_ascii_case(w)),
                None => row.args.get(k),
            };
            let writes = spec.is_none_or(|x| matches!(x.access, Access::Write | Access::Update));
            if writes && self.shadow_at(at, e) != Shadow::None {
                found.push(e.clone());
            }
        }
        found
    }
}
