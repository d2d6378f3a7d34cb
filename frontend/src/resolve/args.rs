//! Actual arguments: associates them with dummies, and checks them.

use super::messages::{count, value_name};
use super::state::Resolver;
use crate::ast::{fold, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

/// Reason why arguments do not fit the dummies at all.
#[derive(Debug)]
pub enum Misfit {
    /// More positional arguments than dummies.
    TooMany,
    /// A keyword that no dummy has: index of the argument.
    Keyword(usize),
    /// Two arguments for one dummy: index of the second.
    Twice(usize),
    /// No argument for a dummy that is not optional.
    Missing(SymbolId),
}

/// Result of comparing an actual argument with its dummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    Yes,
    Type,
    Rank,
    /// A procedure for a variable or the reverse.
    Procedure,
}

impl Resolver<'_> {
    /// The argument of each dummy of a procedure; `skip` is the passed object's dummy.
    pub(super) fn associate(
        &self,
        sig: UnitId,
        args: &[Arg],
        skip: Option<usize>,
    ) -> Result<Vec<Option<usize>>, Misfit> {
        let unit = &self.p.units[sig];
        let dummies = &unit.args;
        let mut by_dummy = vec![None; dummies.len()];
        let mut next = 0;
        for (i, arg) in args.iter().enumerate() {
            let at = match &arg.keyword {
                None => {
                    if skip == Some(next) {
                        next += 1;
                    }
                    next += 1;
                    next - 1
                }
                Some(k) => {
                    let folded = fold(k);
                    let found = dummies
                        .iter()
                        .position(|d| d.is_some_and(|d| self.p.symbols[d].name.eq_ignore_ascii_case(&folded)));
                    match found {
                        Some(at) => at,
                        None => return Err(Misfit::Keyword(i)),
                    }
                }
            };
            match by_dummy.get_mut(at) {
                None => return Err(Misfit::TooMany),
                Some(slot @ None) => *slot = Some(i),
                Some(Some(_)) => return Err(Misfit::Twice(i)),
            }
        }
        for (at, (dummy, arg)) in dummies.iter().zip(&by_dummy).enumerate() {
            if let (Some(d), None) = (dummy, arg) {
                if skip != Some(at) && !self.is_optional(*d) {
                    return Err(Misfit::Missing(*d));
                }
            }
        }
        Ok(by_dummy)
    }

    fn is_optional(&self, s: SymbolId) -> bool {
        match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => v.attrs.optional,
            SymbolKind::Procedure(p) => p.attrs.optional,
            _ => false,
        }
    }

    /// Compares type, kind and rank. `strict` is for the choice among specific procedures, where ranks must be equal;
    /// otherwise an array element may stand for the rest of the array.
    pub(super) fn fit(&self, dummy: SymbolId, actual: &Expr, elemental: bool, strict: bool) -> Fit {
        let v = match &self.p.symbols[dummy].kind {
            SymbolKind::Variable(v) => v,
            SymbolKind::Procedure(_) => {
                let fits = actual.ty == Ty::Typeless || matches!(actual.peel().kind, ExprKind::Procedure(_) | ExprKind::Var(_))
                    // a function that returns a procedure pointer, NULL(), a procedure pointer component
                    || matches!(actual.kind, ExprKind::Call(..) | ExprKind::Intrinsic(..) | ExprKind::Component(..));
                return if fits { Fit::Yes } else { Fit::Procedure };
            }
            _ => return Fit::Yes,
        };
        if matches!(actual.kind, ExprKind::Procedure(_)) {
            // the dummy's type may come from implicit rules alone: then it may be a procedure
            return if v.attrs.implicit && v.dims.is_empty() || v.ty.ty == Ty::Typeless {
                Fit::Yes
            } else {
                Fit::Procedure
            };
        }
        let is_null = matches!(&actual.kind, ExprKind::Intrinsic(_, name, _) if name.eq_ignore_ascii_case("null"));
        if is_null {
            return if v.attrs.pointer || v.attrs.allocatable || v.attrs.optional {
                Fit::Yes
            } else {
                Fit::Type
            };
        }
        let type_fits = match (v.ty.ty, actual.ty) {
            (Ty::Typeless, _) | (_, Ty::Typeless) | (Ty::Unlimited, _) => true,
            (Ty::Derived(a), Ty::Derived(b) | Ty::Class(b)) => self.same_type(a, b),
            (Ty::Class(a), Ty::Derived(b) | Ty::Class(b)) => self.same_type(a, b) || self.extends(b, a),
            (a, b) => a == b,
        };
        if !type_fits {
            return Fit::Type;
        }
        let rank = v.dims.len() as u8;
        if actual.ty == Ty::Typeless || v.has_assumed_rank() || rank == actual.rank || elemental && rank == 0 {
            return Fit::Yes;
        }
        if strict {
            return Fit::Rank;
        }
        let by_sequence = v
            .dims
            .iter()
            .all(|d| matches!(d, Dim::Explicit(..) | Dim::AssumedSize(_)));
        if rank > 0 && by_sequence && !v.attrs.pointer && !v.attrs.allocatable {
            let is_element = matches!(actual.peel().kind, ExprKind::Index(..) | ExprKind::Substring(..));
            if actual.rank > 0 || is_element || actual.ty == Ty::Character {
                return Fit::Yes;
            }
        }
        Fit::Rank
    }

    /// Checks a call against the dummies of the callee. `explicit` says that the caller sees an explicit interface,
    /// which some procedures require; without it, only fatal mismatches are errors.
    pub(super) fn check_args(
        &mut self,
        sig: UnitId,
        args: &[Arg],
        skip: Option<usize>,
        explicit: bool,
        name: &str,
        span: Span,
    ) {
        let by_dummy = match self.associate(sig, args, skip) {
            Ok(d) => d,
            Err(misfit) => return self.misfit(sig, args, misfit, name, span),
        };
        if self.p.units[sig].prefix.elemental {
            self.check_elemental(args, name, span);
        }
        let elemental = self.p.units[sig].prefix.elemental;
        let explicit = explicit || self.p.needs_interface(sig);
        for (at, arg) in by_dummy.iter().enumerate() {
            let (Some(Some(d)), Some(i)) = (self.p.units[sig].args.get(at).copied(), *arg) else {
                continue;
            };
            let Some(actual) = args[i].expr() else { continue };
            let fit = self.fit(d, actual, elemental, false);
            if fit == Fit::Yes || self.is_poison(d) || (!explicit && self.types_alike(d, actual.ty)) {
                continue;
            }
            let symbol = &self.p.symbols[d];
            let wanted = value_name(&self.p, symbol.ty(), symbol.rank());
            let given = value_name(&self.p, actual.ty, actual.rank);
            let text = match fit {
                Fit::Procedure => format!(
                    "of the dummy argument `{}` of `{name}` and its actual argument, only one is a procedure",
                    symbol.name
                ),
                _ => format!(
                    "the dummy argument `{}` of `{name}` is {wanted}, but the actual argument is {given}",
                    symbol.name
                ),
            };
            let d = if explicit {
                Diagnostic::error(codes::ARGUMENT_MISMATCH, actual.span, text)
            } else {
                Diagnostic::warning(codes::ARGUMENT_MISMATCH, actual.span, text)
            };
            let d = d.also(symbol.span, "the dummy argument");
            self.report(d);
        }
    }

    /// True for two derived types of the same name: without an interface the linker checks no more.
    fn types_alike(&self, dummy: SymbolId, ty: Ty) -> bool {
        match (self.p.symbols[dummy].ty(), ty) {
            (Ty::Derived(a) | Ty::Class(a), Ty::Derived(b) | Ty::Class(b)) => {
                let name = |t: SymbolId| &self.p.symbols[t].name;
                a != b && name(a).eq_ignore_ascii_case(name(b))
            }
            _ => false,
        }
    }

    fn check_elemental(&mut self, args: &[Arg], name: &str, span: Span) {
        let mut ranks = args.iter().filter_map(|a| a.expr()).map(|e| e.rank).filter(|&r| r > 0);
        if let Some(first) = ranks.next() {
            if let Some(other) = ranks.find(|&r| r != first) {
                self.report(Diagnostic::error(
                    codes::ARGUMENT_MISMATCH,
                    span,
                    format!("arguments of the elemental procedure `{name}` have different ranks, {first} and {other}"),
                ));
            }
        }
    }

    fn misfit(&mut self, sig: UnitId, args: &[Arg], misfit: Misfit, name: &str, span: Span) {
        let unit = &self.p.units[sig];
        let at = |i: usize| args[i].expr().map_or(span, |e| e.span);
        let keyword = |i: usize| args[i].keyword.clone().unwrap_or_default();
        let names: Vec<SmolStr> = unit
            .args
            .iter()
            .map(|a| a.map_or("*".into(), |s| self.p.symbols[s].name.clone()))
            .collect();
        let d = match misfit {
            Misfit::TooMany => Diagnostic::error(
                codes::ARGUMENT_MISMATCH,
                span,
                format!(
                    "`{name}` takes {}, not {}",
                    count(unit.args.len(), "argument"),
                    args.len()
                ),
            ),
            Misfit::Keyword(i) => Diagnostic::error(
                codes::ARGUMENT_MISMATCH,
                at(i),
                format!("`{name}` has no argument `{}`", keyword(i)),
            ),
            Misfit::Twice(i) => Diagnostic::error(
                codes::ARGUMENT_MISMATCH,
                at(i),
                format!("the argument `{}` of `{name}` is given twice", keyword(i)),
            ),
            Misfit::Missing(s) => Diagnostic::error(
                codes::ARGUMENT_MISMATCH,
                span,
                format!("the argument `{}` of `{name}` is missing", self.p.symbols[s].name),
            ),
        };
        let d = d
            .also(unit.span, "the procedure")
            .with_note(format!("its arguments are ({})", names.join(", ")));
        self.report(d);
    }
}
