//! Divisors that several partial derivatives share: their reciprocal is computed once.
//!
//! ```text
//! partial = 0.5*sqrt(x)/merge(1.0, x, x == 0.0)    inverse = 1.0/x
//! partial0 = 1.0/x                                 partial = 0.5*sqrt(x)*merge(1.0, inverse, x == 0.0)
//! partial1 = a/(x*y)                               inverse0 = 1.0/y
//! partial2 = b/y                                   partial1 = a*(inverse*inverse0)
//! ```
//!
//! **Condition.** Assignments of one graph run all or none, and what is guarded divides without a guard in another
//! partial derivative. So no division is new where it could stop the program. The reciprocal of a product is that of its
//! factors where partial derivatives divide by both of them.
//!
//! Ignored: products of more than two factors, overflow of one reciprocal where the product is finite.

use crate::elimination::Divisor;
use std::collections::HashMap;

/// How often partial derivatives divide by values, by their numbers.
#[derive(Default)]
pub(super) struct Shared {
    plain: HashMap<u32, usize>,
    guarded: HashMap<u32, usize>,
    /// How often a product takes the reciprocal of a factor.
    in_products: HashMap<u32, usize>,
}

impl Shared {
    pub(super) fn new(all: &[&Divisor]) -> Shared {
        let mut shared = Shared::default();
        for d in all {
            let counts = match d.is_guarded {
                true => &mut shared.guarded,
                false => &mut shared.plain,
            };
            *counts.entry(d.number).or_default() += 1;
        }
        let products: Vec<&&Divisor> = all.iter().filter(|d| shared.is_product(d)).collect();
        for (_, factor) in products.iter().flat_map(|d| d.factors.iter().flatten()) {
            *shared.in_products.entry(*factor).or_default() += 1;
        }
        shared
    }

    /// True if the reciprocal of a divisor is kept.
    pub(super) fn has(&self, d: &Divisor) -> bool {
        let of = |counts: &HashMap<u32, usize>| counts.get(&d.number).copied().unwrap_or(0);
        of(&self.plain) + of(&self.guarded) + of(&self.in_products) > 1 || self.is_product(d)
    }

    /// True for a product of values by which partial derivatives divide.
    pub(super) fn is_product(&self, d: &Divisor) -> bool {
        let is_divisor = |factor: &(_, u32)| self.plain.contains_key(&factor.1);
        d.factors.as_ref().is_some_and(|all| all.iter().all(is_divisor))
    }

    /// True for a value by which partial derivatives divide only where it is not zero.
    pub(super) fn is_guarded(&self, number: u32) -> bool {
        !self.plain.contains_key(&number)
    }
}
