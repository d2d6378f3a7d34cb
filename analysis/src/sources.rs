//! Differentiable dependences of a value, with their class.
//!
//! The class of a dependence is that of one evaluation: linear if the partial derivative contains no values that
//! themselves carry derivatives. `a*b` of two real variables is not linear in either; `2*a` and `n*a` with an integer
//! `n` are linear in `a`.

use crate::intrinsic::Role;
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::Ty;

/// The way a value depends on another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The partial derivative contains no value that carries a derivative.
    Linear,
    /// Anything else.
    Nonlinear,
}

/// The zones on which a value depends; the two sets are disjoint.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    linear: ZoneSet,
    nonlinear: ZoneSet,
}

impl Sources {
    /// The zones.
    pub fn iter(&self) -> impl Iterator<Item = ZoneId> + '_ {
        self.classes().map(|(z, _)| z)
    }

    /// The zones with the class of the dependence.
    pub fn classes(&self) -> impl Iterator<Item = (ZoneId, Class)> + '_ {
        let linear = self.linear.iter().map(|z| (z, Class::Linear));
        linear.chain(self.nonlinear.iter().map(|z| (z, Class::Nonlinear)))
    }
}

/// The record of a value's dependences while a statement is lowered: [`Sources`], or in more detail
/// ([`crate::linearity::Polynomial`]).
pub(crate) trait Flow: Clone + Default + std::fmt::Debug {
    /// The sum of some zones.
    fn of(zones: impl IntoIterator<Item = ZoneId>) -> Self;

    /// True if there is no dependence.
    fn is_empty(&self) -> bool;

    /// Adds the dependences of another value: a sum.
    fn join(&mut self, other: &Self);

    /// The sum with another value.
    #[must_use]
    fn and(mut self, other: &Self) -> Self {
        self.join(other);
        self
    }

    /// The product with another value.
    #[must_use]
    fn times(self, other: Self) -> Self;

    /// The quotient by another value.
    #[must_use]
    fn over(self, other: Self) -> Self;

    /// The power to another value, which may be a known number.
    #[must_use]
    fn power(self, exponent: Self, number: Option<u32>) -> Self;

    /// Through a function that is not linear.
    #[must_use]
    fn bent(self) -> Self;

    /// Through an intrinsic procedure, from the values of its arguments.
    fn through(roles: &[Role], values: &[Self]) -> Self;
}

impl Flow for Sources {
    fn of(zones: impl IntoIterator<Item = ZoneId>) -> Sources {
        Sources {
            linear: zones.into_iter().collect(),
            nonlinear: ZoneSet::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.linear.is_empty() && self.nonlinear.is_empty()
    }

    fn join(&mut self, other: &Sources) {
        self.linear.union_with(&other.linear);
        self.nonlinear.union_with(&other.nonlinear);
        self.linear.subtract(&self.nonlinear);
    }

    fn times(self, other: Sources) -> Sources {
        if self.is_empty() {
            other
        } else if other.is_empty() {
            self
        } else {
            self.and(&other).bent()
        }
    }

    fn over(self, other: Sources) -> Sources {
        if other.is_empty() {
            self
        } else {
            self.and(&other).bent()
        }
    }

    fn power(self, exponent: Sources, _: Option<u32>) -> Sources {
        self.and(&exponent).bent()
    }

    fn bent(mut self) -> Sources {
        self.nonlinear.union_with(&self.linear);
        self.linear = ZoneSet::new();
        self
    }

    /// The dependence on an argument is nonlinear if the derivative with respect to it needs a value that carries a
    /// derivative.
    fn through(roles: &[Role], values: &[Sources]) -> Sources {
        let mut all = Sources::default();
        let varies = values.iter().any(|v| !v.is_empty());
        for (role, from) in roles.iter().zip(values).filter(|(r, _)| r.flows) {
            let bent = varies && role.needs.iter().any(|&n| values.get(n).is_some_and(|v| !v.is_empty()));
            all.join(&if bent { from.clone().bent() } else { from.clone() });
        }
        all
    }
}

/// The dependences of the parts of a value.
#[derive(Clone, Debug)]
pub(crate) struct Value<S = Sources> {
    /// Whose parts they are.
    pub ty: Ty,
    /// One for each part of the type.
    pub parts: Vec<S>,
}

impl<S: Flow> Default for Value<S> {
    /// A value that depends on nothing.
    fn default() -> Value<S> {
        Value {
            ty: Ty::None,
            parts: vec![S::default()],
        }
    }
}

impl<S: Flow> Value<S> {
    /// The dependences of all parts together.
    pub fn all(&self) -> S {
        let mut parts = self.parts.iter();
        let first = parts.next().cloned().unwrap_or_default();
        parts.fold(first, |all, p| all.and(p))
    }
}
