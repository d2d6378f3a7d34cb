//! Real expressions.

use super::super::scope::{Scope, Shape, Ty, BOUND};
use super::Ex;

impl Scope {
    /// A real expression, an array of the given shape or a scalar, which conforms to any shape.
    pub fn real_expr(&mut self, depth: u32, shape: Option<Shape>) -> Ex {
        if depth == 0 {
            return self.real_leaf(shape);
        }
        let d = depth - 1;
        if self.divisors.is_some() && self.rng.chance(12) {
            return self.quotient(d, shape);
        }
        match self.rng.below(20) {
            0..=3 => {
                let (a, b) = (self.real_expr(d, shape), self.real_expr(d, shape));
                let op = self.rng.pick(&["+", "-"]);
                Ex {
                    text: format!("{} {op} {}", a.within(1), b.within(2)),
                    tight: 1,
                    bound: a.bound + b.bound,
                }
            }
            4..=7 => {
                let (a, b) = (self.real_expr(d, shape), self.real_expr(d, shape));
                if a.bound * b.bound > 60.0 {
                    return a;
                }
                Ex {
                    text: format!("{}*{}", a.within(2), b.within(3)),
                    tight: 2,
                    bound: a.bound * b.bound,
                }
            }
            8 if self.divisors.is_some() => self.quotient(d, shape),
            8 => {
                let (a, b) = (self.real_expr(d, shape), self.positive(d, shape));
                Ex {
                    text: format!("{}/{}", a.within(2), b.within(3)),
                    tight: 2,
                    bound: a.bound * 2.0,
                }
            }
            9 => self.power(d, shape),
            10 => {
                let a = self.real_expr(d, shape);
                Ex {
                    text: format!("(-{})", a.within(2)),
                    tight: 4,
                    bound: a.bound,
                }
            }
            11..=14 => self.intrinsic(d, shape),
            15 => self.intrinsic2(d, shape),
            16 => self.function(d, shape),
            17 => self.reduction(d),
            18 if self.complex => self.of_complex(d, shape),
            _ => self.real_leaf(shape),
        }
    }

    /// At least 0.5.
    pub(super) fn positive(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        let a = self.real_expr(d, shape);
        let c = f64::from(self.rng.range(5, 15)) / 10.0;
        let c = self.real(c);
        if a.bound > 6.0 {
            let c = self.real(1.6);
            return Ex {
                text: format!("{c} + sin({})", a.text),
                tight: 1,
                bound: 2.6,
            };
        }
        Ex {
            text: format!("{c} + {}**2", a.within(4)),
            tight: 1,
            bound: 1.5 + a.bound * a.bound,
        }
    }

    pub(super) fn power(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        if self.rng.chance(60) {
            let a = self.real_expr(d, shape);
            let k = self.rng.range(0, 4);
            let bound = a.bound.max(1.0).powi(k);
            if bound > 60.0 {
                return a;
            }
            return Ex {
                text: format!("{}**{k}", a.within(4)),
                tight: 3,
                bound,
            };
        }
        let a = self.positive(d, shape);
        if a.bound > 8.0 {
            return a;
        }
        let (text, exponent) = match self.rng.below(4) {
            0 => (format!("({})", self.real(-0.7)), 0.7),
            1 => (self.real(1.5), 1.5),
            2 => {
                let e = self.real_leaf(shape);
                (e.within(4), e.bound)
            }
            _ => ("(-2)".to_string(), 2.0),
        };
        Ex {
            text: format!("{}**{text}", a.within(4)),
            tight: 3,
            bound: a.bound.max(2.0).powf(exponent),
        }
    }

    fn intrinsic(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        let a = self.real_expr(d, shape);
        let (t, b) = (a.text.clone(), a.bound);
        let small = if b <= BOUND { t.clone() } else { format!("sin({t})") };
        let p = self.positive(d, shape);
        let (pt, pb) = (p.text, p.bound);
        let (which, order) = (self.rng.below(38), self.rng.below(3));
        let r = |x: f64| self.real(x);
        let (text, bound) = match which {
            0..=2 => (format!("sin({t})"), 1.0),
            3 | 4 => (format!("cos({t})"), 1.0),
            5 => (format!("tan({}*{})", r(0.5), format_args!("sin({t})")), 0.6),
            6 => (format!("asin({}*sin({t}))", r(0.9)), 1.3),
            7 => (format!("acos({}*cos({t}))", r(0.9)), 2.8),
            8 => (format!("atan({t})"), 1.6),
            9 => (format!("sinh({small})"), 3.7),
            10 => (format!("cosh({small})"), 3.8),
            11 => (format!("tanh({t})"), 1.0),
            12 if self.modern => (format!("asinh({t})"), b.max(1.0)),
            13 if self.modern => (format!("acosh({} + {pt})", r(1.2)), pb + 1.2),
            14 if self.modern => (format!("atanh({}*sin({t}))", r(0.8)), 1.2),
            15 | 16 => (format!("exp({small})"), 7.4),
            17 | 18 => (format!("log({pt})"), pb.max(1.0)),
            19 => (format!("log10({pt})"), pb.max(1.0)),
            20 | 21 => (format!("sqrt({pt})"), pb.max(1.0)),
            22 => (format!("abs({t})"), b),
            25 if self.modern => (format!("erf({t})"), 1.0),
            26 if self.modern => (format!("erfc({t})"), 2.0),
            27 if self.modern => (format!("bessel_j{}({t})", order % 2), 1.0),
            28 if self.modern => (format!("bessel_jn({order}, {t})"), 1.0),
            29 if self.modern => (format!("bessel_y{}({} + {}*sin({t}))", order % 2, r(2.0), r(0.5)), 1.0),
            30 => (format!("real(int({}*sin({t})), {})", r(3.0), self.kind), 3.0),
            31 => (
                format!("{}({}*cos({t}))", ["aint", "anint", "aint"][order], r(3.0)),
                3.0,
            ),
            33 => (format!("{}(nint({}*sin({t})), {})", "real", r(3.0), self.kind), 3.0),
            34 => (format!("real(floor({}*cos({t})), {})", r(3.0), self.kind), 3.0),
            35 if self.modern => (format!("gamma({} + sin({t})**2)", r(1.2)), 1.2),
            36 if self.modern => (format!("log_gamma({pt})"), pb * pb + 2.0),
            37 if self.modern => (format!("atan({t}, {pt})"), 1.6),
            32 if self.modern => (format!("erfc_scaled({small})"), 110.0),
            _ => (format!("sin({t})"), 1.0),
        };
        Ex::atom(text, bound)
    }

    fn intrinsic2(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        let (a, b) = (self.real_expr(d, shape), self.real_expr(d, shape));
        let bound = a.bound.max(b.bound);
        let (a, b) = (a.text, b.text);
        match self.rng.below(9) {
            0 => Ex::atom(format!("max({a}, {b})"), bound),
            1 => Ex::atom(format!("min({a}, {b})"), bound),
            2 => {
                let c = self.constant();
                Ex::atom(format!("max({a}, {}, {b})", c.text), bound.max(2.0))
            }
            3 => Ex::atom(format!("sign({a}, {b})"), bound),
            4 => {
                let c = self.positive(d, shape);
                Ex::atom(format!("atan2({a}, {})", c.text), 1.6)
            }
            5 if self.modern => {
                let c = self.positive(d, shape);
                Ex::atom(format!("hypot({a}, {})", c.text), bound + c.bound)
            }
            6 => Ex::atom(format!("dim({a}, {b})"), 2.0 * bound),
            7 => {
                let name = self.rng.pick(&["mod", "modulo"]);
                Ex::atom(format!("{name}({a}, {})", self.real(1.7)), 1.7)
            }
            8 if self.modern => {
                let test = format!("{b} > {}", self.real(0.31));
                Ex::atom(format!("merge({a}, {b}, {test})"), bound)
            }
            _ => Ex::atom(format!("max({a}, {b})"), bound),
        }
    }

    fn function(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        if !self.statement_functions.is_empty() && self.rng.chance(50) {
            let list = self.statement_functions.clone();
            let (name, count) = self.rng.pick(&list);
            let args: Vec<String> = (0..count).map(|_| self.value(Ty::Real, d, None).text).collect();
            return Ex::atom(format!("{name}({})", args.join(", ")), BOUND);
        }
        let mut list = self.procs.clone();
        list.retain(|p| p.pure_function && p.result == Some(Ty::Real) && p.name != self.inside);
        list.retain(|p| p.result_rank == 0 || shape == Some(Shape::Full));
        if list.is_empty() {
            return self.real_leaf(shape);
        }
        let p = self.rng.pick(&list);
        let shape = if p.elemental { shape } else { None };
        let Some(args) = self.actuals(&p, d, shape) else {
            return self.real_leaf(shape);
        };
        Ex::atom(format!("{}({})", p.name, args.join(", ")), BOUND)
    }

    fn reduction(&mut self, d: u32) -> Ex {
        if !self.modern && self.rng.chance(60) {
            return self.real_leaf(None);
        }
        let shape = self
            .rng
            .pick(&[Shape::Full, Shape::Full, Shape::Short, Shape::Odd, Shape::Matrix]);
        let Some(a) = self.section(Ty::Real, shape) else {
            return self.real_leaf(None);
        };
        let d = d.min(1);
        let n = f64::from(self.n) * if shape == Shape::Matrix { f64::from(self.n) } else { 1.0 };
        let e = self.real_expr(d, Some(shape));
        let whole = format!("{a}*({})", e.text);
        match self.rng.below(10) {
            8 if shape != Shape::Matrix => Ex::atom(format!("product({a})"), 2f64.powi(self.n)),
            9 => Ex::atom(format!("norm2({a})"), 2.0 * n),
            0..=2 => Ex::atom(format!("sum({whole})"), n * 2.0 * e.bound),
            3 => Ex::atom(format!("sum({a})"), n * 2.0),
            4 if shape != Shape::Matrix => match self.section(Ty::Real, shape) {
                Some(b) => Ex::atom(format!("dot_product({a}, {b})"), n * 4.0),
                None => Ex::atom(format!("sum({a})"), n * 2.0),
            },
            5 => Ex::atom(format!("maxval({a})"), 2.0),
            6 => Ex::atom(format!("minval({a})"), 2.0),
            _ => Ex::atom(format!("sum({a}, mask={a} > {})", self.real(0.23)), n * 2.0),
        }
    }

    fn of_complex(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        let z = self.complex_expr(d, shape);
        let (t, b) = (z.text.clone(), z.bound);
        match self.rng.below(4) {
            0 => Ex::atom(format!("real({t})"), b),
            1 => Ex::atom(format!("real({t}, {})", self.kind), b),
            2 => Ex::atom(format!("aimag({t})"), b),
            _ => Ex::atom(format!("abs({} + {t})", self.real((b + 0.5).ceil())), 2.0 * b + 2.0),
        }
    }

    pub(super) fn mixed(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        if self.rng.chance(30) {
            self.real_expr(d, shape)
        } else {
            self.complex_expr(d, shape)
        }
    }

    pub(super) fn real_leaf(&mut self, shape: Option<Shape>) -> Ex {
        match self.rng.below(12) {
            0 => self.constant(),
            1 => {
                let k = self.small_int(0);
                Ex {
                    text: match self.rng.below(3) {
                        0 => format!("{}*{k}", self.real(0.1)),
                        _ => format!("{}*real({k}, {})", self.real(0.1), self.kind),
                    },
                    tight: 2,
                    bound: BOUND,
                }
            }
            _ => match self.designator(Ty::Real, shape, false) {
                Some(t) => Ex::atom(t, BOUND),
                None => self.constant(),
            },
        }
    }
}
