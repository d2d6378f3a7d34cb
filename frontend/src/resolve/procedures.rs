//! Procedures and generic names: their lookup, and the creation of external ones.

use super::heading::bound_as;
use super::placeholders;
use super::scope::Stage;
use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    /// `BIND(C, ...)` of a procedure or an interface body.
    pub(super) fn bind_of(&self, unit: UnitId) -> Option<SmolStr> {
        match self.asts.get(unit).map(|u| &u.kind)? {
            ast::UnitKind::Subroutine { bind, .. } | ast::UnitKind::Function { bind, .. } => {
                bind.as_deref().map(bound_as)
            }
            _ => None,
        }
    }

    /// The unit that declares a procedure's arguments, for a call in an expression; its specification part has been read
    /// ([`super::callees`]).
    pub(super) fn signature(&mut self, proc: SymbolId) -> Option<UnitId> {
        let sig = self.p.signature(proc)?;
        if self.scope_of(sig).stage == Stage::Waiting {
            let span = self.p.symbols[proc].span;
            self.unresolved.get_or_insert(span);
        }
        Some(sig)
    }

    /// The symbol of an external procedure that is known only from a call.
    pub(super) fn external_symbol(&mut self, name: &Name) -> SymbolId {
        let folded = fold(&name.text);
        let unit = self.unit();
        let s = self.alloc(
            &name.text,
            Some(unit),
            SymbolKind::Procedure(Procedure {
                unit: self.externals.get(&folded).copied(),
                ..Procedure::external()
            }),
            name.span,
        );
        self.list(s);
        self.p.units[unit].names.insert(folded, s);
        s
    }

    /// The procedure of a name, ignoring a generic name of the same spelling; an error if there is none.
    pub(super) fn procedure_named(&mut self, name: &Name) -> Option<SymbolId> {
        let folded = fold(&name.text);
        let mut at = Some(self.unit());
        while let Some(u) = at {
            if let Some(&s) = self.scope_of(u).contained.get(&folded) {
                return Some(s);
            }
            if let Some(&s) = self.p.units[u].names.get(&folded) {
                match &self.p.symbols[s].kind {
                    SymbolKind::Procedure(_) => return Some(s),
                    SymbolKind::Generic(g) => {
                        // one of its specifics may have its name
                        let same = g.specifics.iter().find(|&&p| fold(&self.p.symbols[p].name) == folded);
                        if let Some(&s) = same {
                            return Some(s);
                        }
                    }
                    _ if self.is_poison(s) => {
                        placeholders::touch(self, s);
                        return None;
                    }
                    _ => break,
                }
            }
            at = self.p.units[u].parent;
        }
        if !self.is_incomplete() && self.scope().reported.insert(format!("procedure {folded}").into()) {
            self.report(Diagnostic::error(
                codes::UNDECLARED_NAME,
                name.span,
                format!("the procedure `{}` is not declared here", name.text),
            ));
        }
        None
    }

    /// The visible generic symbols of a key, innermost first: those of a contained procedure do not hide those of its
    /// host.
    pub(super) fn generics(&self, key: &str) -> Vec<SymbolId> {
        let blocks = self.blocks.iter().rev().filter_map(|b| b.names.get(key).copied());
        let is_generic = |&s: &SymbolId| matches!(self.p.symbols[s].kind, SymbolKind::Generic(_));
        let mut found: Vec<_> = blocks.filter(is_generic).collect();
        let mut at = Some(self.unit());
        while let Some(u) = at {
            if let Some(&s) = self.p.units[u].names.get(key) {
                if matches!(self.p.symbols[s].kind, SymbolKind::Generic(_)) && !found.contains(&s) {
                    found.push(s);
                }
            }
            at = self.host(u, key);
        }
        found
    }
}

/// The key of a generic name in the tables: folded, without blanks, relational operators in their symbol form.
pub(super) fn generic_key(text: &str) -> SmolStr {
    if !text.contains('(') {
        return fold(text.trim_ascii());
    }
    let mut key: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    key.make_ascii_lowercase();
    let symbol = match key.as_str() {
        "operator(.eq.)" => "operator(==)",
        "operator(.ne.)" => "operator(/=)",
        "operator(.lt.)" => "operator(<)",
        "operator(.le.)" => "operator(<=)",
        "operator(.gt.)" => "operator(>)",
        "operator(.ge.)" => "operator(>=)",
        _ => return key.into(),
    };
    symbol.into()
}
