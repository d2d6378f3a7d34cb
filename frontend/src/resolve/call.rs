//! Function references and CALL statements, once the callee is known.

use super::expr::node;
use super::generic::preferred;
use super::messages::value_name;
use super::Resolver;
use crate::ast::{self, fold, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::intrinsics::Class;
use crate::ir::*;

impl<'a> Resolver<'a> {
    /// The symbol of an external procedure that is known only from a call.
    pub(super) fn external_symbol(&mut self, name: &Name) -> SymbolId {
        let folded = fold(&name.text);
        let unit = self.unit();
        let s = self.alloc(
            &name.text,
            Some(unit),
            SymbolKind::Procedure(Procedure {
                class: ProcClass::External,
                unit: self.externals.get(&folded).copied(),
                interface: None,
                result: None,
                result_rank: 0,
                init: None,
                attrs: Attrs::default(),
            }),
            name.span,
        );
        self.list(s);
        self.p.units[unit].names.insert(folded, s);
        s
    }

    /// The unit that declares a procedure's arguments; its specification part is read first.
    fn signature(&mut self, proc: SymbolId) -> Option<UnitId> {
        let sig = self.p.signature(proc)?;
        self.ensure_declared(sig);
        Some(sig)
    }

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
    fn passed(&self, callee: &Callee) -> Option<usize> {
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

    /// `CALL p(args)`.
    pub(super) fn call_stmt(&mut self, proc: &ast::Expr, args: &[ast::Arg]) -> Option<StmtKind> {
        let ast::ExprKind::Designator(parts) = &proc.kind else {
            return None;
        };
        let (last, object) = parts.split_last()?;
        let name = &last.name;
        let span = proc.span;
        if !object.is_empty() {
            return self.call_bound(object, name, args, span);
        }
        let folded = fold(&name.text);
        let found = self.lookup(&folded);
        if found.is_some() && self.is_ambiguous(name, &folded) {
            return None;
        }
        let s = match found {
            None => {
                if !self.externals.contains_key(&folded) {
                    if let Some(id) = self.intrinsic_subroutine(&folded) {
                        let args = self.actual_args(args);
                        return self.call_intrinsic(id, name, args, span);
                    }
                }
                self.external_symbol(name)
            }
            Some(s) => s,
        };
        match &self.p.symbols[s].kind {
            SymbolKind::Variable(_) => {
                if self.is_poison(s) {
                    self.actual_args(args);
                    return None;
                }
                if !self.become_subroutine(s, name) {
                    return None;
                }
                let args = self.actual_args(args);
                self.call_checked(Callee::direct(s), args, name, span)
            }
            SymbolKind::Procedure(_) => {
                let args = self.actual_args(args);
                self.call_checked(Callee::direct(s), args, name, span)
            }
            SymbolKind::Generic(g) => {
                let intrinsic = g.intrinsic;
                let args = self.actual_args(args);
                for g in self.generics_of(s, name) {
                    if let Some(proc) = self.specific(g, &args) {
                        let callee = Callee {
                            proc,
                            via: Some(g),
                            object: None,
                        };
                        return self.call_checked(callee, args, name, span);
                    }
                }
                if let Some(id) = intrinsic {
                    return self.call_intrinsic(id, name, args, span);
                }
                self.no_specific(s, &args, name, span);
                None
            }
            &SymbolKind::Intrinsic(id) => {
                let args = self.actual_args(args);
                self.call_intrinsic(id, name, args, span)
            }
            SymbolKind::Constant(_) | SymbolKind::Type(_) | SymbolKind::StatementFunction(_) | SymbolKind::Namelist => {
                self.not_callable(s, name);
                None
            }
        }
    }

    fn not_callable(&mut self, s: SymbolId, name: &Name) {
        let symbol = &self.p.symbols[s];
        let d = Diagnostic::error(
            codes::TYPE_MISMATCH,
            name.span,
            format!(
                "`{}` is {} and cannot be called",
                name.text,
                super::messages::kind_name(symbol)
            ),
        )
        .also(symbol.span, "declared here");
        self.report(d);
    }

    fn intrinsic_subroutine(&self, folded: &str) -> Option<IntrinsicId> {
        let id = crate::intrinsics::find(folded)?;
        let row = id.row();
        let callable = matches!(row.class, Class::Subroutine | Class::PureSubroutine | Class::Both);
        (callable && row.module.is_none()).then_some(id)
    }

    fn call_intrinsic(&mut self, id: IntrinsicId, name: &Name, args: Vec<Arg>, span: Span) -> Option<StmtKind> {
        if let Err(message) = crate::typing::of_intrinsic(&self.p, id, &fold(&name.text), &args) {
            if !args.iter().filter_map(Arg::expr).any(|e| self.is_unresolved(e)) {
                self.report(Diagnostic::error(codes::UNKNOWN_INTRINSIC_USE, span, message));
            }
            return None;
        }
        Some(StmtKind::CallIntrinsic {
            id,
            name: name.text.clone(),
            args,
        })
    }

    fn call_checked(&mut self, callee: Callee, args: Vec<Arg>, name: &Name, span: Span) -> Option<StmtKind> {
        let proc = callee.proc;
        let sig = self.signature(proc);
        let result = match &self.p.symbols[proc].kind {
            SymbolKind::Procedure(p) => p.result.is_some() && p.class != ProcClass::Definition,
            _ => false,
        };
        let is_function = match sig {
            Some(s) => self.p.units[s].kind == UnitKind::Function,
            None => result,
        };
        if is_function {
            self.not_callable(proc, name);
            return None;
        }
        if let Some(sig) = sig {
            let skip = self.passed(&callee);
            let explicit = self.is_explicit(proc);
            self.check_args(sig, &args, skip, explicit, &name.text, span);
        }
        Some(StmtKind::Call { callee, args })
    }

    /// `CALL object%name(args)`.
    fn call_bound(&mut self, object: &[ast::Part], name: &Name, args: &[ast::Arg], span: Span) -> Option<StmtKind> {
        let at = object.first().map_or(span, |p| p.name.span);
        let object = self.designator(object, at, super::designator::Want::Value);
        let args = self.actual_args(args);
        let t = match object.ty {
            Ty::Derived(t) | Ty::Class(t) => t,
            Ty::Typeless => return None,
            ty => {
                let d = Diagnostic::error(
                    codes::UNKNOWN_COMPONENT,
                    name.span,
                    format!(
                        "`{}` cannot be called: the object before it is {}",
                        name.text,
                        super::messages::type_name(&self.p, ty)
                    ),
                );
                self.report(d);
                return None;
            }
        };
        let component = self.component(t, &fold(&name.text));
        if let Some(c) = component {
            if let SymbolKind::Procedure(_) = self.p.symbols[c].kind {
                let callee = Callee {
                    proc: c,
                    via: None,
                    object: Some(Box::new((object, name.text.clone()))),
                };
                return Some(StmtKind::Call { callee, args });
            }
            self.not_callable(c, name);
            return None;
        }
        if self.binding_of(t, &fold(&name.text)).is_none() {
            let symbol = &self.p.symbols[t];
            let d = Diagnostic::error(
                codes::UNKNOWN_COMPONENT,
                name.span,
                format!("the type `{}` has no procedure `{}`", symbol.name, name.text),
            )
            .also(symbol.span, "the type");
            self.report(d);
            return None;
        }
        let callee = self.bound_callee(t, object, name, &args)?;
        self.call_checked(callee, args, name, span)
    }
}
