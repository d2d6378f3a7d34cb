//! Scanning within the text of a statement: words, balanced parentheses, designators.

use crate::encoding::split_at_column;
use crate::lines::hollerith_count;
use crate::token::Class;

/// A statement's text.
#[derive(Clone, Copy)]
pub(super) struct Scan<'t> {
    pub text: &'t str,
    pub b: &'t [u8],
    /// Blanks do not separate words.
    pub fixed: bool,
    /// Start of the statement, after its construct name.
    pub start: usize,
}

pub(super) fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'$'
}

impl<'t> Scan<'t> {
    pub fn new(text: &'t str, fixed: bool) -> Self {
        Scan {
            text,
            b: text.as_bytes(),
            fixed,
            start: 0,
        }
    }

    pub fn at(&self, i: usize) -> u8 {
        self.b.get(i).copied().unwrap_or(0)
    }

    /// First byte from `i` on that is not a blank.
    pub fn blanks(&self, mut i: usize) -> usize {
        while matches!(self.at(i), b' ' | b'\t' | b'\x0c') {
            i += 1;
        }
        i
    }

    /// True if only blanks follow.
    pub fn ends(&self, i: usize) -> bool {
        self.blanks(i) >= self.b.len()
    }

    /// The byte that follows, blanks skipped.
    pub fn next(&self, i: usize) -> u8 {
        self.at(self.blanks(i))
    }

    /// Matches words that may be written together or apart; returns the offset after them.
    pub fn words(&self, mut i: usize, words: &[&str]) -> Option<usize> {
        for w in words {
            i = self.blanks(i);
            if !self.b.get(i..i + w.len())?.eq_ignore_ascii_case(w.as_bytes()) {
                return None;
            }
            i += w.len();
        }
        (self.fixed || !is_name(self.at(i))).then_some(i)
    }

    /// The offset after the name at `i`.
    pub fn name(&self, i: usize) -> Option<usize> {
        if !(self.at(i).is_ascii_alphabetic() || self.at(i) == b'_') {
            return None;
        }
        let mut j = i + 1;
        while is_name(self.at(j)) {
            j += 1;
        }
        Some(j)
    }

    pub fn digits(&self, i: usize) -> usize {
        let mut j = i;
        while self.at(j).is_ascii_digit() {
            j += 1;
        }
        j
    }

    /// The offset after the character context at `i`, or `i + 1` if there is none.
    fn step(&self, i: usize) -> usize {
        match self.at(i) {
            q @ (b'\'' | b'"') => self.b[i + 1..]
                .iter()
                .position(|&c| c == q)
                .map_or(self.b.len(), |n| i + n + 2),
            b'h' | b'H' if i > 0 && self.at(i - 1).is_ascii_digit() => {
                let Some(n) = hollerith_count(&self.b[self.start..i]) else {
                    return i + 1;
                };
                let rest = self.text.get(i + 1..).unwrap_or("");
                i + 1 + split_at_column(rest, n as usize).0.len()
            }
            _ => i + 1,
        }
    }

    /// The offset after the parenthesis that closes the one at `i`.
    pub fn balanced(&self, i: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut j = i;
        while j < self.b.len() {
            match self.at(j) {
                b'(' | b'[' => depth += 1,
                b')' | b']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(j + 1);
                    }
                }
                _ => {}
            }
            j = self.step(j);
        }
        None
    }

    /// The first position from `i` on, outside parentheses and literals, that satisfies `f`.
    pub fn find(&self, mut i: usize, f: impl Fn(&Self, usize) -> bool) -> Option<usize> {
        let mut depth = 0usize;
        while i < self.b.len() {
            if depth == 0 && f(self, i) {
                return Some(i);
            }
            match self.at(i) {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            i = self.step(i);
        }
        None
    }

    /// `name:` before a construct.
    pub fn construct_name(&self, i: usize) -> Option<(usize, usize)> {
        let hi = self.name(i)?;
        let colon = self.blanks(hi);
        (self.at(colon) == b':' && self.at(colon + 1) != b':').then_some((i, hi))
    }

    /// The offset after the designator at `i`, blanks skipped.
    fn designator(&self, i: usize) -> Option<usize> {
        let mut j = self.blanks(self.name(i)?);
        loop {
            match self.at(j) {
                b'(' | b'[' => j = self.blanks(self.balanced(j)?),
                b'%' => j = self.blanks(self.name(self.blanks(j + 1))?),
                _ => return Some(j),
            }
        }
    }

    /// The class, if an assignment begins at `i`.
    pub fn assignment(&self, i: usize) -> Option<Class> {
        let eq = self.designator(i)?;
        if self.at(eq) != b'=' {
            return None;
        }
        match self.at(eq + 1) {
            b'=' => None,
            b'>' => Some(Class::PointerAssign),
            _ if self.b[i..].get(..2).is_some_and(|s| s.eq_ignore_ascii_case(b"do"))
                && self.find(eq + 1, |s, k| s.at(k) == b',').is_some() =>
            {
                None
            }
            _ => Some(Class::Assign),
        }
    }
}
