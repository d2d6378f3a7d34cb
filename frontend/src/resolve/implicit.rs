//! Implicit typing: the rules of a unit, by first letter.

use super::Resolver;
use crate::ast;
use crate::ir::*;
use std::rc::Rc;

/// What a name without a declaration is, by its first letter.
#[derive(Clone, Debug)]
pub struct Implicit {
    rules: [Option<Rc<DeclType>>; 26],
}

impl Default for Implicit {
    fn default() -> Self {
        let integer = Rc::new(DeclType::plain(Ty::Integer(4)));
        let real = Rc::new(DeclType::plain(Ty::Real(4)));
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
    /// The type of a name; none under `IMPLICIT NONE`.
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
    /// `IMPLICIT NONE`; with a list it is about types only where that says so.
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
            let ty = Rc::new(self.type_spec(&rule.ty));
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
