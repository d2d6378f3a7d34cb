//! Kinds of reals that are written without one.
//!
//! Compilers have flags that change them (gfortran's `-fdefault-real-8`). Where the source means another kind than usual, everything that depends on a kind has to
//! know, the names of push and pop in the first place.

use super::Ty;

/// What `real`, `double precision` and literals without a kind stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// Of `real` and of `1.0`; of `complex`, too.
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
    /// A type of the table of intrinsics, which knows the usual kinds.
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

    /// The kind that a literal says by its exponent; none where it has a suffix.
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
