//! Sizes as formulas: polynomials with rational coefficients in quantities of the program.
//!
//! A formula prints as a Fortran integer expression, unless it contains an [`Atom::Unknown`].

use adc_frontend::ir::SymbolId;
use std::collections::BTreeMap;
use std::fmt;

/// A quantity that a formula does not split further.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// A variable, or a part of it, with its value at the entry of its procedure; or the index of a surrounding loop.
    Value(String, SymbolId),
    /// The extent of an array in a dimension (from one), if its declaration does not show it.
    Extent(String, SymbolId, u8),
    /// A quotient, rounded towards zero.
    Quotient(Box<Formula>, i64),
    /// A square root, rounded down; zero for negative values.
    Root(Box<Formula>),
    /// The largest of several.
    Largest(Vec<Formula>),
    /// A quantity that is known only at run time, described in words; a number of iterations counts all runs of the
    /// loop.
    Unknown(String),
}

/// `sum(coefficient * product of atoms) / divisor`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Formula {
    terms: BTreeMap<Vec<Atom>, i128>,
    divisor: i128,
}

impl From<i64> for Formula {
    fn from(n: i64) -> Formula {
        Formula::term(vec![], i128::from(n))
    }
}

impl From<Atom> for Formula {
    fn from(a: Atom) -> Formula {
        Formula::term(vec![a], 1)
    }
}

impl Formula {
    fn term(atoms: Vec<Atom>, coefficient: i128) -> Formula {
        Formula {
            terms: [(atoms, coefficient)].into_iter().filter(|t| t.1 != 0).collect(),
            divisor: 1,
        }
    }

    /// The constant zero.
    pub fn zero() -> Formula {
        Formula::from(0)
    }

    /// True for the constant zero.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value of a constant.
    pub fn constant(&self) -> Option<i64> {
        let value = match self.terms.iter().next() {
            None => 0,
            Some((atoms, c)) if atoms.is_empty() && self.terms.len() == 1 && self.divisor == 1 => *c,
            Some(_) => return None,
        };
        i64::try_from(value).ok()
    }

    fn reduced(mut self) -> Formula {
        self.terms.retain(|_, c| *c != 0);
        let common = self.terms.values().fold(self.divisor, |a, &c| gcd(a, c));
        if common > 1 {
            self.terms.values_mut().for_each(|c| *c /= common);
            self.divisor /= common;
        }
        self
    }

    /// The sum.
    pub fn plus(&self, other: &Formula) -> Formula {
        let mut out = self.scaled(other.divisor);
        for (atoms, c) in &other.terms {
            let slot = out.terms.entry(atoms.clone()).or_insert(0);
            *slot = slot.saturating_add(c.saturating_mul(self.divisor));
        }
        out.divisor = self.divisor.saturating_mul(other.divisor);
        out.reduced()
    }

    /// The difference.
    pub fn minus(&self, other: &Formula) -> Formula {
        self.plus(&other.scaled(-1))
    }

    /// The product.
    pub fn times(&self, other: &Formula) -> Formula {
        let mut terms = BTreeMap::new();
        for (a, c) in &self.terms {
            for (b, d) in &other.terms {
                let mut atoms = [a.as_slice(), b.as_slice()].concat();
                atoms.sort();
                let slot: &mut i128 = terms.entry(atoms).or_insert(0);
                *slot = slot.saturating_add(c.saturating_mul(*d));
            }
        }
        Formula {
            terms,
            divisor: self.divisor.saturating_mul(other.divisor),
        }
        .reduced()
    }

    /// Multiplies only the numerator; for callers that reduce the formula, or set its divisor, later.
    fn scaled(&self, by: i128) -> Formula {
        let mut out = self.clone();
        out.terms.values_mut().for_each(|c| *c = c.saturating_mul(by));
        out.terms.retain(|_, c| *c != 0);
        out
    }

    /// The quotient by a constant: exact if the division has no remainder for any values.
    pub fn over(&self, by: i64) -> Option<Formula> {
        if by == 0 {
            return None;
        }
        let n = i128::from(by);
        if self.divisor == 1 && self.terms.values().all(|c| c % n == 0) {
            let mut out = self.clone();
            out.terms.values_mut().for_each(|c| *c /= n);
            return Some(out);
        }
        match self.constant() {
            Some(c) => Some(Formula::from(c / by)),
            None => Some(Atom::Quotient(Box::new(self.clone()), by).into()),
        }
    }

    /// The square root, rounded down.
    pub fn root(&self) -> Formula {
        match self.constant() {
            Some(n) => Formula::from(n.max(0).isqrt()),
            None => Atom::Root(Box::new(self.clone())).into(),
        }
    }

    /// The larger of two formulas: one of them if the coefficients prove that it is larger.
    pub fn or_larger(&self, other: &Formula) -> Formula {
        if self.is_at_least(other) {
            return self.clone();
        }
        if other.is_at_least(self) {
            return other.clone();
        }
        let parts = |f: &Formula| match f.terms.iter().next() {
            Some((atoms, 1)) if f.terms.len() == 1 && f.divisor == 1 => match atoms.as_slice() {
                [Atom::Largest(all)] => all.clone(),
                _ => vec![f.clone()],
            },
            _ => vec![f.clone()],
        };
        let mut all: Vec<Formula> = vec![];
        for f in parts(self).into_iter().chain(parts(other)) {
            if all.iter().any(|g| g.is_at_least(&f)) {
                continue;
            }
            all.retain(|g| !f.is_at_least(g));
            all.push(f);
        }
        all.sort();
        Atom::Largest(all).into()
    }

    /// True if it is at least the other for all values of sizes, which are not negative.
    pub fn is_at_least(&self, other: &Formula) -> bool {
        self.minus(other).is_never_negative()
    }

    /// True if no coefficient is negative.
    pub fn is_never_negative(&self) -> bool {
        self.terms.values().all(|&c| c >= 0)
    }

    /// False if all terms except the constant are negative.
    pub fn may_be_positive(&self) -> bool {
        let mut variable = self.terms.iter().filter(|(a, _)| !a.is_empty()).peekable();
        match variable.peek() {
            None => self.is_never_negative(),
            Some(_) => variable.any(|(_, &c)| c > 0),
        }
    }

    /// True if no coefficient is negative after subtracting a multiple of `other`, which is not negative.
    pub fn is_never_negative_where(&self, other: &Formula) -> bool {
        let (mine, its) = (-self.constant_term(), -other.constant_term());
        if mine <= 0 || its <= 0 {
            return self.is_never_negative();
        }
        let times = Formula::term(vec![], (mine + its - 1) / its);
        self.minus(&other.times(&times)).is_never_negative()
    }

    /// The constant term, rounded down.
    fn constant_term(&self) -> i128 {
        let c = self.terms.get(&vec![]).copied().unwrap_or(0);
        c.div_euclid(self.divisor)
    }

    /// Visits all atoms, also those inside others.
    pub fn atoms(&self, visit: &mut dyn FnMut(&Atom)) {
        for a in self.terms.keys().flatten() {
            visit(a);
            match a {
                Atom::Quotient(f, _) | Atom::Root(f) => f.atoms(visit),
                Atom::Largest(all) => all.iter().for_each(|f| f.atoms(visit)),
                Atom::Value(..) | Atom::Extent(..) | Atom::Unknown(_) => {}
            }
        }
    }

    /// The number of atoms in it, also of those inside others.
    pub fn length(&self) -> usize {
        let mut count = 0;
        self.atoms(&mut |_| count += 1);
        count
    }

    /// True if it mentions a variable.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        let mut found = false;
        self.atoms(&mut |a| found |= matches!(a, Atom::Value(_, s) if *s == symbol));
        found
    }

    /// Replaces atoms by formulas.
    pub fn with(&self, replace: &mut dyn FnMut(&Atom) -> Option<Formula>) -> Formula {
        let mut out = Formula::zero();
        for (atoms, c) in &self.terms {
            let mut product = Formula::term(vec![], *c);
            for a in atoms {
                let factor = replace(a).unwrap_or_else(|| match a {
                    Atom::Quotient(f, n) => f.with(replace).over(*n).unwrap_or_else(|| a.clone().into()),
                    Atom::Root(f) => f.with(replace).root(),
                    Atom::Largest(all) => {
                        let all = all.iter().map(|f| f.with(replace));
                        all.reduce(|a, b| a.or_larger(&b)).unwrap_or_else(Formula::zero)
                    }
                    Atom::Value(..) | Atom::Extent(..) | Atom::Unknown(_) => a.clone().into(),
                });
                product = product.times(&factor);
            }
            out = out.plus(&product);
        }
        out.divided(self.divisor)
    }

    /// Replaces a variable by a formula.
    pub fn at(&self, symbol: SymbolId, value: &Formula) -> Formula {
        self.with(&mut |a| matches!(a, Atom::Value(_, s) if *s == symbol).then(|| value.clone()))
    }

    fn divided(mut self, by: i128) -> Formula {
        self.divisor = self.divisor.saturating_mul(by);
        self.reduced()
    }

    /// The parts without and with an unknown.
    pub fn known_and_unknown(&self) -> (Formula, Formula) {
        let has_unknown = |atoms: &[Atom]| {
            let mut found = false;
            Formula::term(atoms.to_vec(), 1).atoms(&mut |a| found |= matches!(a, Atom::Unknown(_)));
            found
        };
        let part = |unknown: bool| {
            let terms = self.terms.iter().filter(|(a, _)| has_unknown(a) == unknown);
            let terms = terms.map(|(a, c)| (a.clone(), *c)).collect();
            let divisor = self.divisor;
            Formula { terms, divisor }.reduced()
        };
        (part(false), part(true))
    }

    /// The sum over a variable from one value to another in steps of one; `None` if its degree in the variable exceeds
    /// two, or the variable is inside another atom.
    pub fn summed(&self, over: SymbolId, from: &Formula, to: &Formula) -> Option<Formula> {
        let is_variable = |a: &Atom| matches!(a, Atom::Value(_, s) if *s == over);
        let before = from.minus(&1.into());
        let mut out = Formula::zero();
        for (atoms, c) in &self.terms {
            let (powers, rest): (Vec<Atom>, Vec<Atom>) = atoms.iter().cloned().partition(is_variable);
            let rest = Formula::term(rest, *c);
            if rest.mentions(over) {
                return None;
            }
            let up_to = |x: &Formula| {
                let next = x.plus(&1.into());
                match powers.len() {
                    0 => Some(x.clone()),
                    1 => Some(x.times(&next).divided(2)),
                    2 => Some(x.times(&next).times(&x.plus(&next)).divided(6)),
                    _ => None,
                }
            };
            out = out.plus(&rest.times(&up_to(to)?.minus(&up_to(&before)?)));
        }
        Some(out.divided(self.divisor))
    }

    /// The largest value for a variable between two values; `None` if the formula is not monotonic in the variable.
    pub fn largest(&self, over: SymbolId, from: &Formula, to: &Formula) -> Option<Formula> {
        if !self.mentions(over) {
            return Some(self.clone());
        }
        let is_variable = |a: &Atom| matches!(a, Atom::Value(_, s) if *s == over);
        let mut signs = vec![];
        for (atoms, c) in &self.terms {
            let rest = atoms.iter().filter(|a| !is_variable(a)).cloned().collect();
            if Formula::term(rest, 1).mentions(over) {
                return None;
            }
            if atoms.iter().any(is_variable) {
                signs.push(*c > 0);
            }
        }
        let rises = signs.iter().all(|s| *s);
        let falls = signs.iter().all(|s| !*s);
        (rises || falls).then(|| self.at(over, if rises { to } else { from }))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 {
        a.abs()
    } else {
        gcd(b, a % b)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Atom::Value(name, _) => f.write_str(name),
            Atom::Extent(name, _, dim) => write!(f, "size({name}, {dim})"),
            Atom::Quotient(a, n) => write!(f, "(({a})/{n})"),
            Atom::Root(a) => write!(f, "int(sqrt(real({a})))"),
            Atom::Largest(all) => {
                let all: Vec<String> = all.iter().map(Formula::to_string).collect();
                write!(f, "max({})", all.join(", "))
            }
            Atom::Unknown(what) => write!(f, "({what})"),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let mut terms: Vec<(&Vec<Atom>, i128)> = self.terms.iter().map(|(a, c)| (a, *c)).collect();
        // highest degree first, and within a degree the positive terms first
        terms.sort_by_key(|(a, c)| (std::cmp::Reverse(a.len()), *c < 0));
        let mut text = String::new();
        for (k, (atoms, c)) in terms.iter().enumerate() {
            let sign = match (k, *c < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += sign;
            let size = c.unsigned_abs();
            let mut factors = vec![];
            if size != 1 || atoms.is_empty() {
                factors.push(size.to_string());
            }
            for same in atoms.chunk_by(|a, b| a == b) {
                let base = same.first().map_or(String::new(), Atom::to_string);
                factors.push(match same.len() {
                    1 => base,
                    n => format!("{base}**{n}"),
                });
            }
            text += &factors.join("*");
        }
        match self.divisor {
            1 => f.write_str(&text),
            n => write!(f, "({text})/{n}"),
        }
    }
}
