//! Implicit typing: the rules of a unit, by first letter.

use crate::ir::*;
use std::rc::Rc;

/// The type of undeclared names, by first letter.
#[derive(Clone, Debug)]
pub struct Implicit {
    pub(super) rules: [Option<Rc<DeclType>>; 26],
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
