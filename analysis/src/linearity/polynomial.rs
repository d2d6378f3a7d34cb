//! Bounds for polynomials: the products of variables that a value may contain.
//!
//! A [`Polynomial`] represents all sums of constants and multiples of divisors of its monomials. A monomial has known
//! exponents, or is any function of some variables times powers of others: `3*z + k*x**2/sqrt(v)` has the monomials `z`
//! and `k x² v^∞`. None of its monomials divides another. Monomials of a degree beyond [`MOST`], and polynomials with
//! more than [`TERMS`] monomials, become any function of their variables.
//!
//! The degree of a value in a variable is the largest total degree of a monomial with that variable. It is 1 exactly if
//! the partial derivative contains no variable at all.

use crate::intrinsic::Role;
use crate::sources::Flow;
use crate::{ZoneId, ZoneSet};
use std::collections::{BTreeMap, BTreeSet};

/// The largest degree that is represented exactly.
pub const MOST: u8 = 9;
/// Limit on the nonlinear monomials.
const TERMS: usize = 32;
/// Limit on the products of monomials that are computed.
const PRODUCTS: usize = 1024;
/// The exponent of the argument of an arbitrary function.
const ANY: u8 = u8::MAX;

/// The dependence of a value on a variable: the lattice of figure 6, with degrees between linear and nonlinear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Degree {
    /// No dependence.
    None,
    /// As a polynomial of this degree; 1 is linear.
    Of(u8),
    /// Any other dependence.
    Any,
}

impl Degree {
    /// True if the dependence is not linear.
    pub fn is_nonlinear(self) -> bool {
        self > Degree::Of(1)
    }
}

/// A product of powers.
type Monomial = BTreeMap<ZoneId, u8>;

/// The products of variables that a value may contain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Polynomial {
    /// Monomials that are one variable.
    linear: ZoneSet,
    /// The others.
    terms: BTreeSet<Monomial>,
}

impl Polynomial {
    /// Its dependence on a variable.
    pub fn degree(&self, zone: ZoneId) -> Degree {
        let with = self.terms.iter().filter(|m| m.contains_key(&zone));
        let linear = Some(Degree::Of(1)).filter(|_| self.linear.contains(zone));
        with.map(total).chain(linear).max().unwrap_or(Degree::None)
    }

    /// The variables in it.
    pub fn zones(&self) -> ZoneSet {
        let mut all = self.linear.clone();
        all.extend(self.terms.iter().flat_map(|m| m.keys().copied()));
        all
    }

    /// Substitutes values for its variables.
    pub(crate) fn substituted(&self, value: &dyn Fn(ZoneId) -> Polynomial) -> Polynomial {
        let mut out = Polynomial::default();
        for z in self.linear.iter() {
            out.join(&value(z));
        }
        for m in &self.terms {
            let factors = m.iter().map(|(&z, &n)| match n {
                ANY => value(z).bent(),
                n => value(z).raised(n),
            });
            out.join(&factors.fold(Polynomial::default(), Polynomial::times));
        }
        out
    }

    fn raised(self, n: u8) -> Polynomial {
        (1..n).fold(self.clone(), |power, _| power.times(self.clone()))
    }

    fn monomials(&self) -> impl Iterator<Item = Monomial> + '_ {
        let linear = self.linear.iter().map(|z| Monomial::from([(z, 1)]));
        linear.chain(self.terms.iter().cloned())
    }

    fn len(&self) -> usize {
        self.linear.len() + self.terms.len()
    }

    fn add(&mut self, mut m: Monomial) {
        let finite: usize = m.values().filter(|&&n| n != ANY).map(|&n| usize::from(n)).sum();
        if finite > usize::from(MOST) {
            m.values_mut().for_each(|n| *n = ANY);
        }
        let divides = |a: &Monomial, b: &Monomial| a.iter().all(|(z, n)| b.get(z).is_some_and(|k| n <= k));
        if self.terms.iter().any(|t| divides(&m, t)) {
            return;
        }
        match m.iter().next() {
            None => {}
            Some((&z, 1)) if m.len() == 1 => {
                self.linear.insert(z);
            }
            Some(_) => {
                self.terms.retain(|t| !divides(t, &m));
                for z in m.keys() {
                    self.linear.remove(*z);
                }
                self.terms.insert(m);
            }
        }
        if self.terms.len() > TERMS {
            let all = self.terms.iter().flat_map(|m| m.keys().copied());
            let all: Monomial = all.map(|z| (z, ANY)).collect();
            self.terms.clear();
            self.add(all);
        }
    }
}

/// The degree of a monomial.
fn total(m: &Monomial) -> Degree {
    let sum = m.values().try_fold(0u8, |sum, &n| sum.checked_add(n));
    sum.filter(|&n| n < ANY).map_or(Degree::Any, Degree::Of)
}

impl Flow for Polynomial {
    fn of(zones: impl IntoIterator<Item = ZoneId>) -> Polynomial {
        Polynomial {
            linear: zones.into_iter().collect(),
            terms: BTreeSet::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.linear.is_empty() && self.terms.is_empty()
    }

    fn join(&mut self, other: &Polynomial) {
        if self.terms.is_empty() && other.terms.is_empty() {
            self.linear.union_with(&other.linear);
        } else {
            other.monomials().for_each(|m| self.add(m));
        }
    }

    fn times(self, other: Polynomial) -> Polynomial {
        if self.len() * other.len() > PRODUCTS {
            return self.and(&other).bent();
        }
        let mut out = self.clone();
        out.join(&other);
        for a in self.monomials() {
            for b in other.monomials() {
                let mut product = a.clone();
                for (z, n) in b {
                    let exponent = product.entry(z).or_insert(0);
                    *exponent = exponent.saturating_add(n);
                }
                out.add(product);
            }
        }
        out
    }

    fn over(self, other: Polynomial) -> Polynomial {
        self.times(other.bent())
    }

    fn power(self, exponent: Polynomial, number: Option<u32>) -> Polynomial {
        match number {
            Some(0) => Polynomial::default(),
            Some(n) if n <= u32::from(MOST) => self.raised(n as u8),
            Some(_) | None => self.and(&exponent).bent(),
        }
    }

    fn bent(self) -> Polynomial {
        let mut out = Polynomial::default();
        out.add(self.zones().iter().map(|z| (z, ANY)).collect());
        out
    }

    /// Values that the derivative with respect to an argument needs, and no others, become factors.
    fn through(roles: &[Role], values: &[Polynomial]) -> Polynomial {
        let mut all = Polynomial::default();
        for (k, (role, from)) in roles.iter().zip(values).enumerate().filter(|(_, (r, _))| r.flows) {
            let needed = role.needs.iter().filter_map(|&n| values.get(n)).cloned();
            let product = needed.fold(from.clone(), Polynomial::times);
            all.join(&if role.needs.contains(&k) {
                product.bent()
            } else {
                product
            });
        }
        all
    }
}
