//! Expressions with a bound on their values, so that the values of all programs stay moderate.

mod args;
mod complex;
mod designator;
mod divisor;
mod parts;
mod real;

pub use divisor::Divisor;

use super::scope::{Scope, Shape, Ty, BOUND};

/// An expression as text.
#[derive(Clone, Debug)]
pub struct Ex {
    /// The text.
    pub text: String,
    /// Precedence of its operator: 4 primary, 3 power, 2 product, 1 sum.
    pub tight: u8,
    /// Bound of its values.
    pub bound: f64,
}

impl Ex {
    fn atom(text: impl Into<String>, bound: f64) -> Ex {
        Ex {
            text: text.into(),
            tight: 4,
            bound,
        }
    }

    /// In parentheses if an operand of such an operator needs them.
    pub fn within(&self, tight: u8) -> String {
        if self.tight >= tight {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

impl Scope {
    /// A real constant in the program's kind.
    pub fn real(&self, value: f64) -> String {
        let text = format!("{value}");
        let text = if text.contains('.') { text } else { format!("{text}.0") };
        match (self.kind, value < 0.0) {
            (8, false) => format!("{text}d0"),
            (8, true) => format!("({text}d0)"),
            (_, false) => text,
            (_, true) => format!("({text})"),
        }
    }

    fn constant(&mut self) -> Ex {
        let value = f64::from(self.rng.range(1, 19)) / 10.0;
        Ex::atom(self.real(value), value)
    }

    /// An expression for assignment to a variable.
    pub fn value(&mut self, ty: Ty, depth: u32, shape: Option<Shape>) -> Ex {
        let e = match ty {
            Ty::Real => self.real_expr(depth, shape),
            Ty::Complex => self.complex_expr(depth, shape),
            Ty::Int => return Ex::atom(self.small_int(1), BOUND),
        };
        if e.bound <= BOUND {
            return e;
        }
        if ty == Ty::Real && (e.bound > 30.0 || self.rng.chance(35)) {
            let name = self.rng.pick(&["sin", "cos", "tanh", "sin", "atan"]);
            return Ex::atom(format!("{name}({})", e.text), 1.6);
        }
        let factor = (BOUND / e.bound * 100.0).floor() / 100.0;
        let factor = factor.max(0.01);
        Ex {
            text: format!("{}*{}", self.real(factor), e.within(3)),
            tight: 2,
            bound: BOUND,
        }
    }

    /// An integer of at most 20 in size.
    pub fn small_int(&mut self, depth: u32) -> String {
        let mut names: Vec<String> = self
            .vars
            .iter()
            .filter(|v| v.ty == Ty::Int && v.rank == 0)
            .map(|v| v.base.clone())
            .collect();
        names.extend(self.indices.iter().cloned());
        match self.rng.below(6) {
            0 => self.rng.range(0, 5).to_string(),
            1 if depth > 0 => {
                let (a, b) = (self.small_int(0), self.small_int(0));
                format!("mod({a} + 2*{b}, 7)")
            }
            2 if depth > 0 => {
                let (a, b) = (self.small_int(0), self.small_int(0));
                format!("mod({a}*{b} - 3, 9)")
            }
            3 if depth > 0 => {
                let e = self.real_leaf(None);
                format!("int({}*sin({}))", self.real(4.0), e.text)
            }
            _ if !names.is_empty() => self.rng.pick(&names),
            _ => self.rng.range(1, 5).to_string(),
        }
    }

    /// A test of active values or integers.
    pub fn test(&mut self, depth: u32) -> String {
        let relation = |s: &mut Scope, modern: &[&str], old: &[&str]| {
            let list: Vec<String> = if s.modern { modern } else { old }
                .iter()
                .map(|t| (*t).to_string())
                .collect();
            s.rng.pick(&list)
        };
        match self.rng.below(8) {
            0 if depth > 0 => {
                let (a, b) = (self.test(0), self.test(0));
                let op = self.rng.pick(&[".and.", ".or."]);
                format!("{a} {op} {b}")
            }
            1 if depth > 0 => format!(".not. ({})", self.test(0)),
            4 if !self.logicals.is_empty() && self.rng.chance(40) => self.logicals[0].clone(),
            0..=4 => {
                let e = self.real_expr(depth.min(1), None);
                let op = relation(self, &["<", ">", "<=", ">="], &[".lt.", ".gt.", ".le.", ".ge."]);
                let c = f64::from(self.rng.range(-9, 14)) / 10.0 + 0.0137;
                format!("{} {op} {}", e.text, self.real(c))
            }
            _ => {
                let k = self.small_int(1);
                let op = relation(self, &["<", ">", "==", "/="], &[".lt.", ".gt.", ".eq.", ".ne."]);
                format!("{k} {op} {}", self.rng.range(0, 5))
            }
        }
    }
}
