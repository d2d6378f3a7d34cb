//! Divisors that occurred before: derivative code may compute their reciprocal once, if it knows that they have not
//! changed.

use super::super::scope::{Loop, Scope, Shape};
use super::Ex;

/// A divisor, and the conditions under which it may be used again.
#[derive(Clone, Debug)]
pub struct Divisor {
    text: Ex,
    shape: Option<Shape>,
    /// Loops whose indices it mentions.
    loops: Vec<Loop>,
}

/// Functions that may stand in any expression.
const FUNCTIONS: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "log",
    "log10",
    "sqrt",
    "abs",
    "erf",
    "erfc",
    "erfc_scaled",
    "bessel_j0",
    "bessel_j1",
    "bessel_jn",
    "bessel_y0",
    "bessel_y1",
    "gamma",
    "log_gamma",
    "real",
    "aimag",
    "int",
    "nint",
    "floor",
    "aint",
    "anint",
    "max",
    "min",
    "sign",
    "atan2",
    "hypot",
    "dim",
    "mod",
    "modulo",
    "merge",
    "sum",
    "product",
    "norm2",
    "dot_product",
    "maxval",
    "minval",
    "mask",
];

/// The names in a text.
fn names(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect()
}

impl Scope {
    /// A quotient. Most divisors have occurred in the unit before.
    pub(super) fn quotient(&mut self, depth: u32, shape: Option<Shape>) -> Ex {
        let a = self.real_expr(depth, shape);
        let mut known = self.divisors.clone().unwrap_or_default();
        known.retain(|d| (d.shape.is_none() || d.shape == shape) && self.still_known(d));
        let b = if !known.is_empty() && self.rng.chance(70) {
            // mostly one of the last
            let from = if self.rng.chance(70) {
                known.len().saturating_sub(3)
            } else {
                0
            };
            self.rng.pick(&known[from..]).text
        } else {
            let of = if self.rng.chance(60) { None } else { shape };
            let text = self.positive(depth.min(1), of);
            let mentioned = |l: &&Loop| !l.index.is_empty() && names(&text.text).contains(&l.index.as_str());
            let loops = self.loops.iter().filter(mentioned).cloned().collect();
            let made = Divisor {
                text: text.clone(),
                shape: of,
                loops,
            };
            self.divisors.iter_mut().for_each(|all| all.push(made.clone()));
            text
        };
        Ex {
            text: format!("{}/{}", a.within(2), b.within(3)),
            tight: 2,
            bound: a.bound * 2.0,
        }
    }

    /// Checks whether a divisor may be used here: its variables are visible, and its subscripts are within bounds.
    fn still_known(&self, d: &Divisor) -> bool {
        let inside = |l: &Loop| {
            self.loops
                .iter()
                .any(|o| o.index == l.index && o.min >= l.min && o.max <= l.max)
        };
        let spelled: Vec<&str> = self
            .vars
            .iter()
            .flat_map(|v| names(&v.base).into_iter().chain(names(&v.suffix)))
            .collect();
        let known = |name: &&str| {
            FUNCTIONS.contains(name)
                || spelled.contains(name)
                || self.indices.iter().any(|i| i == name)
                || d.loops.iter().any(|l| l.index == *name)
                || self.procs.iter().any(|p| p.name == *name)
                || names(&self.n_text).contains(name)
        };
        d.loops.iter().all(inside) && names(&d.text.text).iter().all(known)
    }
}
