//! A part of a dimension of an array: all of it, or a range between two bounds.

use adc_frontend::ir::{add, int, sub, Expr, Subscript};

/// `base + offset`, so that bounds over the same variables can be compared.
#[derive(Clone, Debug)]
pub struct Bound {
    /// None for zero.
    pub base: Option<Box<Expr>>,
    /// Added to it.
    pub offset: i64,
}

/// A part of a dimension.
#[derive(Clone, Debug)]
pub enum Extent {
    /// All of it.
    All,
    /// From one bound to another; empty if the second is smaller. A point has the same bound twice.
    Range(Bound, Bound),
}

impl Bound {
    /// A number.
    pub fn constant(value: i64) -> Bound {
        Bound {
            base: None,
            offset: value,
        }
    }

    /// The bound plus `n`; `None` on overflow.
    pub fn plus(&self, n: i64) -> Option<Bound> {
        let offset = self.offset.checked_add(n)?;
        let base = self.base.clone();
        Some(Bound { base, offset })
    }

    /// The difference to another bound, if known.
    pub fn beyond(&self, other: &Bound) -> Option<i64> {
        let comparable = match (&self.base, &other.base) {
            (None, None) => true,
            (Some(a), Some(b)) => a.same(b),
            _ => false,
        };
        self.offset.checked_sub(other.offset).filter(|_| comparable)
    }

    /// True for the same expression.
    pub fn same(&self, other: &Bound) -> bool {
        self.beyond(other) == Some(0)
    }

    /// As an expression.
    pub fn expr(&self) -> Expr {
        match &self.base {
            None => int(self.offset),
            Some(base) if self.offset < 0 => sub((**base).clone(), int(-self.offset)),
            Some(base) => add((**base).clone(), int(self.offset)),
        }
    }
}

impl Extent {
    /// A single index.
    pub fn point(at: Bound) -> Extent {
        Extent::Range(at.clone(), at)
    }

    /// True for the same part.
    pub fn same(&self, other: &Extent) -> bool {
        match (self, other) {
            (Extent::All, Extent::All) => true,
            (Extent::Range(a, b), Extent::Range(c, d)) => a.same(c) && b.same(d),
            (Extent::All, Extent::Range(..)) | (Extent::Range(..), Extent::All) => false,
        }
    }

    /// True for all of a dimension.
    pub fn is_all(&self) -> bool {
        matches!(self, Extent::All)
    }

    /// True for a range that may have no elements.
    pub fn may_be_empty(&self) -> bool {
        match self {
            Extent::All => false,
            Extent::Range(lo, hi) => hi.beyond(lo).is_none_or(|n| n < 0),
        }
    }

    /// The smallest part that contains both. A part that may be empty has no hull with another: the hull could exceed
    /// the dimension.
    pub fn join(&self, other: &Extent) -> Extent {
        let hull = match (self, other) {
            (Extent::Range(a, b), Extent::Range(c, d)) if !self.may_be_empty() && !other.may_be_empty() => {
                let lower = c.beyond(a).map(|n| if n < 0 { c } else { a });
                let upper = d.beyond(b).map(|n| if n > 0 { d } else { b });
                lower.zip(upper)
            }
            _ => None,
        };
        match hull {
            _ if self.same(other) => self.clone(),
            Some((lo, hi)) => Extent::Range(lo.clone(), hi.clone()),
            None => Extent::All,
        }
    }

    /// As a subscript.
    pub fn subscript(&self) -> Subscript {
        match self {
            Extent::All => Subscript::Range(None, None, None),
            Extent::Range(lo, hi) if lo.same(hi) => Subscript::At(lo.expr()),
            Extent::Range(lo, hi) => Subscript::range(Some(lo.expr()), Some(hi.expr()), None),
        }
    }
}
