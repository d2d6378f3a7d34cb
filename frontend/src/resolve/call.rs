//! References to functions and intrinsic procedures, once callee and arguments are known.

use super::generic::preferred;
use super::messages::value_name;
use super::state::{node, Resolver};
use crate::ast::{fold, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    /// True if callers see an explicit interface of the procedure.
    pub(super) fn is_explicit(&self, proc: SymbolId) -> bool {
        match &self.p.symbols[proc].kind {
            SymbolKind::Procedure(p) => {
                p.interface.is_some() || matches!(p.class, ProcClass::Module | ProcClass::Internal)
            }
            _ => true,
        }
    }

    /// A reference to a function.
    pub(super) fn function_call(&mut self, callee: Callee, args: Vec<Arg>, name: &Name, span: Span) -> Expr {
        let proc = callee.proc;
        if let SymbolKind::StatementFunction(f) = &self.p.symbols[proc].kind {
            let (ty, count, dummies) = (f.ty.ty, f.args.len(), f.args.clone());
            if count != args.len() {
                self.report(Diagnostic::error(
                    codes::ARGUMENT_MISMATCH,
                    span,
                    format!(
                        "the statement function `{}` takes {}, not {}",
                        name.text,
                        super::messages::count(count, "argument"),
                        args.len()
                    ),
                ));
            }
            for (dummy, actual) in dummies.into_iter().zip(args.iter().filter_map(Arg::expr)) {
                let wanted = self.p.symbols[dummy].ty();
                let fits = actual.ty == wanted || actual.ty == Ty::Typeless || wanted == Ty::None;
                if !fits && !self.is_unresolved(actual) {
                    let wanted = value_name(&self.p, wanted, 0);
                    let given = value_name(&self.p, actual.ty, actual.rank);
                    let message = format!(
                        "the dummy argument `{}` of the statement function `{}` is {wanted}, but the actual argument is {given}",
                        self.p.symbols[dummy].name, name.text
                    );
                    self.report(
                        Diagnostic::error(codes::ARGUMENT_MISMATCH, actual.span, message)
                            .also(self.p.symbols[proc].span, "the statement function"),
                    );
                }
            }
            return node(ExprKind::Call(callee, args), ty, 0, span);
        }
        let sig = self.signature(proc);
        let SymbolKind::Procedure(p) = &self.p.symbols[proc].kind else {
            return self.bad(span);
        };
        let is_subroutine = sig.is_some_and(|s| self.p.units[s].kind == UnitKind::Subroutine);
        if is_subroutine {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                format!("`{}` is a subroutine, so it has no value", name.text),
            );
            let d = match sig {
                Some(s) => d.also(self.p.units[s].span, "the subroutine"),
                None => d,
            };
            self.report(d);
            return self.bad(span);
        }
        if p.result.is_none() {
            self.type_implicitly(proc, name.span);
        }
        self.guess(proc, name.span);
        if let Some(sig) = sig {
            let skip = self.passed(&callee);
            let explicit = self.is_explicit(proc);
            self.check_args(sig, &args, skip, explicit, &name.text, span);
            if !explicit {
                self.check_result(proc, sig, name);
            }
        }
        let SymbolKind::Procedure(p) = &self.p.symbols[proc].kind else {
            return self.bad(span);
        };
        let ty = p.result.as_ref().map_or(Ty::Typeless, |r| r.ty);
        let mut rank = p.result_rank;
        if sig.is_some_and(|s| self.p.units[s].prefix.elemental) {
            let object = callee.object.as_deref().map_or(0, |(o, _)| o.rank);
            rank = args.iter().filter_map(Arg::expr).map(|e| e.rank).fold(object, u8::max);
        }
        node(ExprKind::Call(callee, args), ty, rank, span)
    }

    /// Warns if a function is declared with another type than its definition has.
    fn check_result(&mut self, proc: SymbolId, definition: UnitId, name: &Name) {
        let Some(result) = self.p.units[definition].result else {
            return;
        };
        let (here, there) = (self.p.symbols[proc].ty(), self.p.symbols[result].ty());
        if here == there || here == Ty::Typeless || there == Ty::Typeless {
            return;
        }
        let key = format!("result {}", fold(&name.text));
        if self.scope().reported.insert(key.into()) {
            let d = Diagnostic::warning(
                codes::TYPE_MISMATCH,
                name.span,
                format!(
                    "the function `{}` is {} here, but {} where it is defined",
                    name.text,
                    super::messages::type_name(&self.p, here),
                    super::messages::type_name(&self.p, there)
                ),
            )
            .also(self.p.symbols[result].span, "its result");
            self.report(d);
        }
    }

    /// Position of the dummy that receives the object of a type-bound call.
    pub(super) fn passed(&self, callee: &Callee) -> Option<usize> {
        let (object, name) = callee.object.as_deref()?;
        let t = match object.ty {
            Ty::Derived(t) | Ty::Class(t) => t,
            _ => return None,
        };
        let (nopass, pass) = match (self.component(t, &fold(name)), self.binding_of(t, &fold(name))) {
            (Some(c), _) => match &self.p.symbols[c].kind {
                SymbolKind::Procedure(p) => (p.attrs.nopass, p.attrs.pass.clone()),
                _ => return None,
            },
            (None, Some(b)) if b.generic.is_empty() => (b.nopass, b.pass),
            (None, Some(b)) => {
                let specifics = b.generic.iter().filter_map(|s| self.binding_of(t, s));
                let chosen = specifics.into_iter().find(|s| s.proc == Some(callee.proc))?;
                (chosen.nopass, chosen.pass)
            }
            (None, None) => return None,
        };
        if nopass {
            return None;
        }
        let Some(pass) = pass else { return Some(0) };
        let sig = self.p.signature(callee.proc)?;
        let mut args = self.p.units[sig].args.iter();
        args.position(|a| a.is_some_and(|s| fold(&self.p.symbols[s].name) == pass))
    }

    /// The callee of a type-bound call; an error if nothing fits.
    pub(super) fn bound_callee(&mut self, t: SymbolId, object: Expr, name: &Name, args: &[Arg]) -> Option<Callee> {
        let binding = self.binding_of(t, &fold(&name.text))?;
        let make = |proc, object| Callee {
            proc,
            via: None,
            object: Some(Box::new((object, name.text.clone()))),
        };
        if let Some(proc) = binding.proc {
            return Some(make(proc, object));
        }
        let chosen = preferred(binding.generic.iter().map(|specific| {
            let proc = self.binding_of(t, specific)?.proc?;
            let sig = self.signature(proc)?;
            let callee = Callee {
                proc,
                via: None,
                object: Some(Box::new((object.clone(), specific.clone()))),
            };
            let skip = self.passed(&callee);
            Some((proc, self.accepts_object(sig, &object, args, skip)?))
        }));
        if let Some(proc) = chosen {
            return Some(make(proc, object));
        }
        // an empty list means that the bindings could not be found, which has been reported
        if !binding.generic.is_empty() {
            self.report(Diagnostic::error(
                codes::NO_SPECIFIC,
                name.span,
                format!(
                    "no specific procedure of the type-bound generic `{}` matches these arguments",
                    name.text
                ),
            ));
        }
        None
    }

    /// A reference to an intrinsic function; the error message of the table if it does not accept the arguments.
    pub(super) fn try_intrinsic(
        &mut self,
        id: IntrinsicId,
        name: &Name,
        args: &[Arg],
        span: Span,
    ) -> Result<Expr, String> {
        let id = id.with_args(args.len());
        let row = id.row();
        let (mut ty, rank) = crate::typing::of_intrinsic(&self.p, id, &fold(&name.text), args)?;
        if let (Ty::None, Some(module)) = (ty, row.module) {
            ty = self.builtin_type(module, row.name).map_or(Ty::None, Ty::Derived);
        }
        Ok(node(
            ExprKind::Intrinsic(id, name.text.clone(), args.to_vec()),
            ty,
            rank,
            span,
        ))
    }

    /// A reference to an intrinsic function; reports an error if it does not accept the arguments.
    pub(super) fn intrinsic_reference(&mut self, id: IntrinsicId, name: &Name, args: Vec<Arg>, span: Span) -> Expr {
        match self.try_intrinsic(id, name, &args, span) {
            Ok(e) => e,
            Err(message) => {
                if !args.iter().filter_map(Arg::expr).any(|e| self.is_unresolved(e)) {
                    self.report(Diagnostic::error(codes::UNKNOWN_INTRINSIC_USE, span, message));
                }
                self.bad(span)
            }
        }
    }

    /// The intrinsic function of a name, if it needs no module.
    pub(super) fn intrinsic_function(&self, folded: &str) -> Option<IntrinsicId> {
        crate::intrinsics::find(folded).filter(|id| id.row().module.is_none())
    }
}
