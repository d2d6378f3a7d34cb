//! CALL statements.

use super::state::Resolver;
use crate::ast::{self, fold, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::intrinsics::Class;
use crate::ir::*;
use crate::near::did_you_mean;

impl Resolver<'_> {
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
        let object = self.designator(object, at, super::variables::Want::Value);
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
            let names: Vec<&str> = match &symbol.kind {
                SymbolKind::Type(def) => def.bindings.iter().map(|b| b.name.as_str()).collect(),
                _ => vec![],
            };
            let near = did_you_mean(&name.text, names.into_iter());
            self.report(near.into_iter().fold(d, Diagnostic::help));
            return None;
        }
        let callee = self.bound_callee(t, object, name, &args)?;
        self.call_checked(callee, args, name, span)
    }

    /// Turns a called name into a subroutine, if possible; reports an error otherwise.
    fn become_subroutine(&mut self, s: SymbolId, name: &Name) -> bool {
        let symbol = &self.p.symbols[s];
        let can = symbol
            .variable()
            .is_some_and(|v| self.is_bare(s, v) && (v.attrs.implicit || v.ty.ty == Ty::Typeless));
        if !can {
            self.not_callable(s, name);
            return false;
        }
        self.convert(s, name);
        if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
            p.result = None;
            p.attrs.implicit = false;
        }
        self.flags(s).typed = true;
        true
    }
}
