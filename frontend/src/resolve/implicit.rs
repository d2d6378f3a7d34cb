//! Implicit typing: the rules of a unit, by first letter.

use super::Resolver;
use crate::ast;
use crate::diag::Diagnostic;
use crate::ir::*;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The type of undeclared names, by first letter.
#[derive(Clone, Debug)]
pub struct Implicit {
    rules: [Option<Rc<DeclType>>; 26],
}

impl Default for Implicit {
    fn default() -> Self {
        Implicit::usual(Kinds::default())
    }
}

impl Implicit {
    /// The rules of a unit without an IMPLICIT statement.
    pub fn usual(kinds: Kinds) -> Self {
        let integer = Rc::new(DeclType::plain(Ty::Integer(4)));
        let real = Rc::new(DeclType::plain(Ty::Real(kinds.real)));
        Implicit {
            rules: std::array::from_fn(|i| {
                let letter = b'a' + i as u8;
                Some(
                    if (b'i'..=b'n').contains(&letter) {
                        &integer
                    } else {
                        &real
                    }
                    .clone(),
                )
            }),
        }
    }
}

impl Implicit {
    /// The type of a name; `None` under `IMPLICIT NONE`.
    pub fn rule(&self, name: &str) -> Option<DeclType> {
        let letter = name.bytes().next()?.to_ascii_lowercase();
        let rule = self.rules.get(usize::from(letter.wrapping_sub(b'a')))?;
        rule.as_deref().cloned()
    }

    /// No rule for any letter.
    pub fn none() -> Implicit {
        Implicit {
            rules: std::array::from_fn(|_| None),
        }
    }
}

impl<'a> Resolver<'a> {
    /// Records the use of a name if it is typed by its first letter.
    pub(super) fn guess(&mut self, s: SymbolId, at: Span) {
        let is_guess = match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => v.attrs.implicit,
            SymbolKind::Procedure(p) => p.attrs.implicit,
            _ => false,
        };
        if is_guess {
            self.guessed.push((at, s));
        }
    }

    /// Adds a note to an error: names with guessed types are the likely cause. No further errors about them are
    /// reported.
    pub(super) fn doubt(&mut self, span: Span, d: &mut Diagnostic) {
        let inside = |at: Span| span.lo <= at.lo && at.hi <= span.hi;
        let doubtful: BTreeSet<_> = self
            .guessed
            .iter()
            .filter(|(at, _)| inside(*at))
            .map(|(_, s)| *s)
            .collect();
        for s in doubtful {
            if std::mem::replace(&mut self.flags(s).poison, true) {
                continue;
            }
            let name = &self.p.symbols[s].name;
            d.notes.push(format!(
                "`{name}` is not declared; its type follows from its first letter"
            ));
            let unknown = DeclType::plain(Ty::Typeless);
            match &mut self.p.symbols[s].kind {
                SymbolKind::Variable(v) => v.ty = unknown,
                SymbolKind::Procedure(p) => p.result = Some(unknown),
                _ => {}
            }
        }
    }

    /// `IMPLICIT NONE`; with a list it concerns types only if the list says so.
    pub(super) fn implicit_none(&mut self, list: &[ast::Name]) {
        if list.is_empty() || list.iter().any(|word| word.text.eq_ignore_ascii_case("type")) {
            let unit = self.unit();
            self.p.units[unit].implicit_none = true;
            self.scope().implicit = Rc::new(Implicit::none());
        }
    }

    /// An `IMPLICIT` statement of the current unit.
    pub(super) fn implicit_stmt(&mut self, rules: &'a [ast::ImplicitRule]) {
        for rule in rules {
            let ty = self.type_spec(&rule.ty);
            let waits = matches!(&rule.ty.len, Some(ast::Len::Expr(e)) if !self.is_settled(e));
            if waits || !self.waiting_params(&rule.ty, ty.ty).is_empty() {
                self.leave_out("an IMPLICIT type with a length that is not a constant", rule.ty.span);
            }
            let ty = Rc::new(ty);
            let table = Rc::make_mut(&mut self.scope().implicit);
            for &(from, to) in &rule.ranges {
                for letter in from..=to {
                    let i = (letter.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
                    if let Some(slot) = table.rules.get_mut(i) {
                        *slot = Some(ty.clone());
                    }
                }
            }
        }
    }
}
