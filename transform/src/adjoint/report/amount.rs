//! Amounts of tape: bytes of values and bits of control.

use super::formula::{Atom, Formula};
use super::sizes::Sizes;
use crate::assemble::generator::Generator;
use adc_frontend::ir::*;

/// An amount of tape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// Bytes of values.
    pub bytes: Formula,
    /// Bits of branch numbers.
    pub bits: Formula,
    /// False for an upper bound.
    pub exact: bool,
}

impl Amount {
    /// An empty tape.
    pub fn none() -> Amount {
        Amount::of(Formula::zero())
    }

    /// A number of bytes.
    pub fn of(bytes: Formula) -> Amount {
        Amount {
            bytes,
            bits: Formula::zero(),
            exact: true,
        }
    }

    /// A number of bits.
    pub fn control(bits: u8) -> Amount {
        Amount {
            bits: i64::from(if bits > 8 { 32 } else { bits }).into(),
            ..Amount::none()
        }
    }

    /// True if the amount is zero.
    pub fn is_none(&self) -> bool {
        self.bytes.is_zero() && self.bits.is_zero()
    }

    /// The number of quantities in it.
    pub fn length(&self) -> usize {
        self.bytes.length() + self.bits.length()
    }

    /// The sum of two costs.
    pub fn plus(&self, other: &Amount) -> Amount {
        Amount {
            bytes: self.bytes.plus(&other.bytes),
            bits: self.bits.plus(&other.bits),
            exact: self.exact && other.exact,
        }
    }

    /// The difference of two costs.
    pub fn minus(&self, other: &Amount) -> Amount {
        Amount {
            bytes: self.bytes.minus(&other.bytes),
            bits: self.bits.minus(&other.bits),
            exact: self.exact && other.exact,
        }
    }

    /// The maximum of two costs that both occur.
    pub fn or_larger(&self, other: &Amount) -> Amount {
        let covers = |a: &Amount, b: &Amount| a.bytes.is_at_least(&b.bytes) && a.bits.is_at_least(&b.bits);
        match (covers(self, other), covers(other, self)) {
            (true, _) => self.clone(),
            (_, true) => other.clone(),
            (false, false) => self.bound(other),
        }
    }

    fn bound(&self, other: &Amount) -> Amount {
        // no amount is less than zero
        let larger = |a: &Formula, b: &Formula| match (a.is_zero(), b.is_zero()) {
            (true, _) => b.clone(),
            (_, true) => a.clone(),
            (false, false) => a.or_larger(b),
        };
        Amount {
            bytes: larger(&self.bytes, &other.bytes),
            bits: larger(&self.bits, &other.bits),
            exact: self.exact && other.exact,
        }
    }

    /// The maximum of two alternatives: exact only if they are equal.
    pub fn either(&self, other: &Amount) -> Amount {
        Amount {
            exact: self.exact && self == other,
            ..self.bound(other)
        }
    }

    /// True if a part of it is known only at run time.
    pub fn has_unknown(&self) -> bool {
        !self.bytes.known_and_unknown().1.is_zero() || !self.bits.known_and_unknown().1.is_zero()
    }

    /// Maps each formula.
    pub fn map(&self, f: &mut dyn FnMut(&Formula) -> Formula) -> Amount {
        Amount {
            bytes: f(&self.bytes),
            bits: f(&self.bits),
            exact: self.exact,
        }
    }
}

/// The iterations of a loop.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The number of iterations.
    pub count: Formula,
    /// Index, first and last value, if the stride is 1 or -1.
    pub index: Option<(SymbolId, Formula, Formula)>,
    /// True if the loop may end earlier.
    pub at_most: bool,
}

impl Turns {
    /// The iterations of a loop on a line about which nothing is known.
    pub(super) fn unknown(line: &str) -> Turns {
        Turns {
            count: Atom::Unknown(format!("number of iterations of the loop {line}")).into(),
            index: None,
            at_most: false,
        }
    }

    /// The records of all iterations. An unknown count already includes all runs: it is not multiplied again.
    pub(super) fn all(&self, each: &Amount) -> Amount {
        let mut exact = !self.at_most || each.is_none();
        let mut all = each.map(&mut |f| {
            let (known, unknown) = f.known_and_unknown();
            self.sum(&known, &mut exact).plus(&unknown)
        });
        all.exact &= exact;
        all
    }

    fn sum(&self, each: &Formula, exact: &mut bool) -> Formula {
        let Some((index, first, last)) = self.index.as_ref().filter(|(i, ..)| each.mentions(*i)) else {
            return each.times(&self.count);
        };
        // a number that could be negative has no formula for its sum
        let beyond_one = self.count.minus(&1.into());
        let never_negative = |f: &Formula| f.is_never_negative() || f.is_never_negative_where(&beyond_one);
        let sound = never_negative(&each.at(*index, first)) && never_negative(&each.at(*index, last));
        let sum = each.summed(*index, first, last).filter(|_| sound);
        sum.unwrap_or_else(|| {
            *exact = false;
            self.largest(each, &mut false).times(&self.count)
        })
    }

    /// The records of the last iteration.
    pub(super) fn last(&self, each: &Amount) -> Amount {
        let mut last = each.map(&mut |f| {
            let known = f.known_and_unknown().0;
            match &self.index {
                Some((i, _, last)) => known.at(*i, last),
                None => known,
            }
        });
        last.exact &= !each.has_unknown();
        last
    }

    /// The maximum over the iterations.
    pub(super) fn most(&self, each: &Amount) -> Amount {
        // an unknown count includes all runs
        let mut exact = !each.has_unknown();
        let mut most = each.map(&mut |f| self.largest(f, &mut exact));
        most.exact &= exact;
        most
    }

    fn largest(&self, f: &Formula, exact: &mut bool) -> Formula {
        let Some((index, first, last)) = self.index.as_ref().filter(|(i, ..)| f.mentions(*i)) else {
            return f.clone();
        };
        *exact = false;
        let largest = f.largest(*index, first, last);
        largest.unwrap_or_else(|| Atom::Unknown(format!("largest value of {f}")).into())
    }
}

/// The amount of the pushes in generated statements.
pub(super) fn pushed(g: &Generator, sizes: &Sizes, around: &[SymbolId], block: &[Stmt]) -> Amount {
    let mut all = Amount::none();
    for s in block {
        let amount = match &s.kind {
            StmtKind::Push(e) => Amount::of(sizes.bytes(g, e, around)),
            StmtKind::Do {
                control: DoControl::Count { lo, hi, step, .. },
                body,
                ..
            } => {
                let count = sizes.iterations(g, lo, hi, step.as_deref(), &[]);
                let unknown = || Atom::Unknown("number of elements of an array of types".into()).into();
                pushed(g, sizes, around, body).map(&mut |f| f.times(&count.clone().unwrap_or_else(unknown)))
            }
            // pushes of values that exist only
            StmtKind::If { arms, .. } => arms
                .iter()
                .map(|a| pushed(g, sizes, around, &a.body))
                .fold(Amount::none(), |one, other| one.either(&other)),
            _ => Amount::none(),
        };
        all = all.plus(&amount);
    }
    all
}
