//! Default kinds of reals: the kinds of types and literals written without one.
//!
//! Compiler flags change them (gfortran's `-fdefault-real-8`). All code that depends on a kind must then use the
//! changed defaults, above all the names of push and pop procedures.

use super::Ty;

/// Kinds of `real`, `double precision` and literals without a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// Kind of `real`, `complex` and `1.0`.
    pub real: u8,
    /// Of `double precision` and of `1.0d0`.
    pub double: u8,
}

impl Default for Kinds {
    fn default() -> Self {
        Kinds { real: 4, double: 8 }
    }
}

impl Kinds {
    /// Maps a type of the table of intrinsics, which assumes the usual kinds, to these kinds.
    pub fn of(self, ty: Ty) -> Ty {
        let kind = |k| match k {
            4 => self.real,
            8 => self.double,
            k => k,
        };
        match ty {
            Ty::Real(k) => Ty::Real(kind(k)),
            Ty::Complex(k) => Ty::Complex(kind(k)),
            ty => ty,
        }
    }

    /// The kind that a literal's exponent gives it; `None` for a literal with a suffix.
    pub fn of_literal(self, text: &str) -> Option<u8> {
        let has = |letter: u8| text.bytes().any(|b| b.eq_ignore_ascii_case(&letter));
        match text {
            _ if text.contains('_') => None,
            _ if has(b'd') => Some(self.double),
            _ if has(b'q') => Some(16),
            _ => Some(self.real),
        }
    }
}
