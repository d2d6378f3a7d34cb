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
    /// An `IMPLICIT` statement of the current unit.
    pub(super) fn implicit_stmt(&mut self, rules: &'a [ast::ImplicitRule]) {
        let unit = self.unit();
        if rules.is_empty() {
            self.p.units[unit].implicit_none = true;
            self.scope().implicit = Rc::new(Implicit::none());
            return;
        }
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
