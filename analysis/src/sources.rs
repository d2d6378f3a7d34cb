//! What a value depends on differentiably, and how.
//!
//! The class of a dependence is that of one evaluation: linear when the partial derivative is free of values that carry derivatives themselves. `a*b` of two real
//! variables is not linear in either, `2*a` and `n*a` with an integer `n` are linear in `a`.

use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::Ty;

/// How a value depends on another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The partial derivative holds no value that carries a derivative.
    Linear,
    /// Anything else.
    Nonlinear,
}

/// The zones that a value depends on; no zone is in both sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    linear: ZoneSet,
    nonlinear: ZoneSet,
}

impl Sources {
    /// Linearly on some zones.
    pub fn of(zones: impl IntoIterator<Item = ZoneId>) -> Sources {
        Sources {
            linear: zones.into_iter().collect(),
            nonlinear: ZoneSet::new(),
        }
    }

    /// True when it depends on nothing.
    pub fn is_empty(&self) -> bool {
        self.linear.is_empty() && self.nonlinear.is_empty()
    }

    /// The zones.
    pub fn iter(&self) -> impl Iterator<Item = ZoneId> + '_ {
        self.classes().map(|(z, _)| z)
    }

    /// The zones with the class of the dependence.
    pub fn classes(&self) -> impl Iterator<Item = (ZoneId, Class)> + '_ {
        let linear = self.linear.iter().map(|z| (z, Class::Linear));
        linear.chain(self.nonlinear.iter().map(|z| (z, Class::Nonlinear)))
    }

    /// Adds linear dependences.
    pub(crate) fn extend(&mut self, zones: impl IntoIterator<Item = ZoneId>) {
        self.join(&Sources::of(zones));
    }

    /// Adds what another value depends on: a sum.
    pub(crate) fn join(&mut self, other: &Sources) {
        self.linear.union_with(&other.linear);
        self.nonlinear.union_with(&other.nonlinear);
        self.linear.subtract(&self.nonlinear);
    }

    /// The sum with another value.
    #[must_use]
    pub(crate) fn and(mut self, other: &Sources) -> Sources {
        self.join(other);
        self
    }

    /// The product with another value.
    #[must_use]
    pub(crate) fn times(self, other: Sources) -> Sources {
        if self.is_empty() {
            other
        } else if other.is_empty() {
            self
        } else {
            self.and(&other).bent()
        }
    }

    /// Through a function that is not linear.
    #[must_use]
    pub(crate) fn bent(mut self) -> Sources {
        self.nonlinear.union_with(&self.linear);
        self.linear = ZoneSet::new();
        self
    }
}

/// What the parts of a value depend on.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// Whose parts they are.
    pub ty: Ty,
    /// One for each part of the type.
    pub parts: Vec<Sources>,
}

impl Default for Value {
    /// A value that depends on nothing.
    fn default() -> Value {
        Value {
            ty: Ty::None,
            parts: vec![Sources::default()],
        }
    }
}

impl Value {
    /// What any part depends on.
    pub fn all(&self) -> Sources {
        let mut parts = self.parts.iter();
        let first = parts.next().cloned().unwrap_or_default();
        parts.fold(first, |all, p| all.and(p))
    }
}
