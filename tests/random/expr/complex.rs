//! Complex expressions.

use super::super::scope::{Scope, Shape, Ty, BOUND};
use super::Ex;

impl Scope {
    /// A complex expression.
    pub fn complex_expr(&mut self, depth: u32, shape: Option<Shape>) -> Ex {
        if depth == 0 {
            return self.complex_leaf(shape);
        }
        let d = depth - 1;
        match self.rng.below(15) {
            0..=2 => {
                let (a, b) = (self.complex_expr(d, shape), self.mixed(d, shape));
                let op = self.rng.pick(&["+", "-"]);
                Ex {
                    text: format!("{} {op} {}", a.within(1), b.within(2)),
                    tight: 1,
                    bound: a.bound + b.bound,
                }
            }
            3..=5 => {
                let (a, b) = (self.mixed(d, shape), self.complex_expr(d, shape));
                if a.bound * b.bound > 40.0 {
                    return b;
                }
                Ex {
                    text: format!("{}*{}", a.within(2), b.within(3)),
                    tight: 2,
                    bound: a.bound * b.bound,
                }
            }
            6 => {
                let (a, b) = (self.mixed(d, shape), self.complex_leaf(shape));
                Ex {
                    text: format!("{}/({} + {})", a.within(2), self.real(3.0), b.text),
                    tight: 2,
                    bound: a.bound,
                }
            }
            7 => {
                let a = self.complex_leaf(shape);
                Ex {
                    text: format!("{}**{}", a.within(4), self.rng.range(2, 3)),
                    tight: 3,
                    bound: 8.0,
                }
            }
            8 | 9 => {
                let a = self.complex_leaf(shape);
                let name = self.rng.pick(&["sin", "cos", "exp"]);
                Ex::atom(format!("{name}({})", a.text), 7.4)
            }
            13 if self.modern => {
                let a = self.complex_leaf(shape);
                let names = ["sinh", "cosh", "tanh", "tan", "asin", "acos", "atan", "asinh", "atanh"];
                let name = self.rng.pick(&names);
                Ex::atom(format!("{name}({}*{})", self.real(0.3), a.text), 2.5)
            }
            14 => {
                let (a, p) = (self.complex_leaf(shape), self.mixed(0, shape));
                if p.bound > 2.0 {
                    return a;
                }
                Ex::atom(format!("({} + {})**{}", self.real(3.0), a.text, p.within(4)), 60.0)
            }
            10 => {
                let a = self.complex_leaf(shape);
                let name = self.rng.pick(&["sqrt", "log"]);
                Ex::atom(format!("{name}({} + {})", self.real(3.0), a.text), 2.4)
            }
            11 => {
                let a = self.complex_expr(d, shape);
                Ex::atom(format!("conjg({})", a.text), a.bound)
            }
            _ => {
                let (a, b) = (self.real_expr(d, shape), self.real_expr(d, None));
                Ex::atom(
                    format!("cmplx({}, {}, {})", a.text, b.text, self.kind),
                    a.bound + b.bound,
                )
            }
        }
    }

    fn complex_leaf(&mut self, shape: Option<Shape>) -> Ex {
        if self.rng.chance(15) {
            return Ex::atom(format!("({}, -{})", self.real(0.6), self.real(0.3)), 1.0);
        }
        match self.designator(Ty::Complex, shape, false) {
            Some(t) => Ex::atom(t, BOUND),
            None => Ex::atom(format!("({}, {})", self.real(0.4), self.real(0.7)), 1.0),
        }
    }
}
