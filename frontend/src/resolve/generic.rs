//! Generic names: selects the specific procedure for a call.

use super::args::Fit;
use super::messages::value_name;
use super::state::Resolver;
use crate::ast::{self, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    /// The specific procedure of a generic symbol that accepts the arguments; a procedure of matching ranks is
    /// preferred to an elemental one.
    pub(super) fn specific(&mut self, generic: SymbolId, args: &[Arg]) -> Option<SymbolId> {
        let SymbolKind::Generic(g) = &self.p.symbols[generic].kind else {
            return None;
        };
        let specifics = g.specifics.clone();
        preferred(specifics.into_iter().map(|s| {
            let sig = self.signature(s)?;
            Some((s, self.accepts(sig, args, None)?))
        }))
    }

    /// True if the arguments fit only elementally, false if they fit directly, `None` if they do not fit.
    fn accepts(&self, sig: UnitId, args: &[Arg], skip: Option<usize>) -> Option<bool> {
        let by_dummy = self.associate(sig, args, skip).ok()?;
        let unit = &self.p.units[sig];
        let mut by_element = false;
        for (dummy, arg) in unit.args.iter().zip(&by_dummy) {
            let Some(i) = arg else { continue };
            match (dummy, args[*i].expr()) {
                (Some(d), Some(actual)) => {
                    if self.fit(*d, actual, unit.prefix.elemental, true) != Fit::Yes {
                        return None;
                    }
                    by_element |= unit.prefix.elemental && actual.rank > 0;
                }
                (None, None) => {}
                _ => return None,
            }
        }
        Some(by_element)
    }

    /// The same for a binding that passes an object for the dummy argument at `skip`.
    pub(super) fn accepts_object(&self, sig: UnitId, object: &Expr, args: &[Arg], skip: Option<usize>) -> Option<bool> {
        let by_element = self.accepts(sig, args, skip)?;
        match skip.is_some() && object.rank > 0 {
            true => self.p.units[sig].prefix.elemental.then_some(true),
            false => Some(by_element),
        }
    }

    /// The generic symbol and those of the same name in its hosts.
    pub(super) fn generics_of(&self, generic: SymbolId, name: &Name) -> Vec<SymbolId> {
        let mut all = self.generics(&ast::fold(&name.text));
        if !all.contains(&generic) {
            all.insert(0, generic);
        }
        all
    }

    /// Reports that no specific procedure fits.
    pub(super) fn no_specific(&mut self, generic: SymbolId, args: &[Arg], name: &Name, span: Span) {
        if args.iter().filter_map(Arg::expr).any(|e| self.is_unresolved(e)) || self.is_incomplete() {
            return;
        }
        let SymbolKind::Generic(g) = &self.p.symbols[generic].kind else {
            return;
        };
        let mut d = Diagnostic::error(
            codes::NO_SPECIFIC,
            span,
            format!(
                "no specific procedure of the generic `{}` matches these arguments",
                name.text
            ),
        );
        let given: Vec<_> = args
            .iter()
            .map(|a| match a.expr() {
                Some(e) if matches!(e.kind, ExprKind::Procedure(_)) => "a procedure".to_string(),
                Some(e) => value_name(&self.p, e.ty, e.rank),
                None => "an alternate return".to_string(),
            })
            .collect();
        d = d.with_note(format!("the arguments are ({})", given.join(", ")));
        for &s in g.specifics.iter().take(8) {
            let symbol = &self.p.symbols[s];
            let Some(sig) = self.p.signature(s) else { continue };
            let dummies: Vec<_> = self.p.units[sig]
                .args
                .iter()
                .map(|a| match a {
                    Some(d) => {
                        let d = &self.p.symbols[*d];
                        match d.kind {
                            SymbolKind::Procedure(_) => "a procedure".to_string(),
                            _ => value_name(&self.p, d.ty(), d.rank()),
                        }
                    }
                    None => "*".to_string(),
                })
                .collect();
            d = d.also(symbol.span, format!("takes ({})", dummies.join(", ")));
        }
        self.report(d);
    }
}

/// Selects among fitting procedures, each with a flag for fitting only elementally: the first that fits directly,
/// otherwise the first.
pub(super) fn preferred<T>(fitting: impl Iterator<Item = Option<(T, bool)>>) -> Option<T> {
    let mut elemental = None;
    for (found, by_element) in fitting.flatten() {
        if !by_element {
            return Some(found);
        }
        elemental = elemental.or(Some(found));
    }
    elemental
}
