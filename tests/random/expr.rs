//! Expressions, with a bound of their values, so that all programs stay within tame numbers.

use super::scope::{root, Scope, Shape, Ty, Var, Want, BOUND};

/// An expression as text.
#[derive(Clone, Debug)]
pub struct Ex {
    /// The text.
    pub text: String,
    /// How tightly its operator binds: 4 primary, 3 power, 2 product, 1 sum.
    pub tight: u8,
    /// No value is larger.
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

    /// In parentheses where an operand of such an operator needs them.
    pub fn within(&self, tight: u8) -> String {
        if self.tight >= tight {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

impl Scope {
    /// A real constant as it is written in the program's kind.
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

    /// An expression that fits into a variable.
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

    /// A real expression, an array of the shape where one is given (or a scalar, which stands for any shape).
    pub fn real_expr(&mut self, depth: u32, shape: Option<Shape>) -> Ex {
        if depth == 0 {
            return self.real_leaf(shape);
        }
        let d = depth - 1;
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
    fn positive(&mut self, d: u32, shape: Option<Shape>) -> Ex {
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

    fn power(&mut self, d: u32, shape: Option<Shape>) -> Ex {
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

    fn mixed(&mut self, d: u32, shape: Option<Shape>) -> Ex {
        if self.rng.chance(30) {
            self.real_expr(d, shape)
        } else {
            self.complex_expr(d, shape)
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

    fn real_leaf(&mut self, shape: Option<Shape>) -> Ex {
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

    /// A variable, element or section to read (or to write): scalars serve where an array is read.
    pub fn designator(&mut self, ty: Ty, shape: Option<Shape>, write: bool) -> Option<String> {
        if let Some(s) = shape {
            if write || self.rng.chance(75) {
                return self.section_of(ty, s, write).or_else(|| {
                    if write {
                        None
                    } else {
                        self.designator(ty, None, false)
                    }
                });
            }
        }
        let mut all: Vec<Var> = self.vars.clone();
        all.retain(|v| v.ty == ty && (!write || v.writable && !v.index));
        if all.is_empty() {
            return None;
        }
        let v = self.rng.pick(&all);
        Some(self.element(&v))
    }

    /// The variable itself, or an element of it.
    pub fn element(&mut self, v: &Var) -> String {
        match v.rank {
            0 => format!("{}{}", v.base, v.suffix),
            1 => {
                let i = self.subscript(v.lo);
                format!("{}({i}){}", v.base, v.suffix)
            }
            _ => {
                let (i, j) = (self.subscript(v.lo), self.subscript(v.lo));
                format!("{}({i}, {j}){}", v.base, v.suffix)
            }
        }
    }

    /// A section to read.
    pub fn section(&mut self, ty: Ty, shape: Shape) -> Option<String> {
        self.section_of(ty, shape, false)
    }

    /// A section of some array.
    pub fn section_of(&mut self, ty: Ty, shape: Shape, write: bool) -> Option<String> {
        let mut all = self.vars.clone();
        all.retain(|v| v.ty == ty && v.rank > 0 && !v.index && (!write || v.writable));
        all.retain(|v| match shape {
            Shape::Matrix => v.rank == 2,
            Shape::Full | Shape::Short | Shape::Odd => true,
        });
        if all.is_empty() {
            return None;
        }
        let v = self.rng.pick(&all);
        if shape == Shape::Full && v.rank == 1 && !write && self.rng.chance(8) {
            if let Some(text) = self.gathered(&v) {
                return Some(text);
            }
        }
        Some(self.cut(&v, shape))
    }

    /// Elements chosen by an array of indices.
    fn gathered(&mut self, v: &Var) -> Option<String> {
        let mut lists = self.vars.clone();
        lists.retain(|w| w.index && w.rank == 1 && w.ty == Ty::Int);
        if lists.is_empty() {
            return None;
        }
        let w = self.rng.pick(&lists);
        let shift = if v.lo == 1 {
            String::new()
        } else {
            format!("{:+}", v.lo - 1)
        };
        Some(format!("{}({}{shift}){}", v.base, w.base, v.suffix))
    }

    /// A section of an array.
    pub fn cut(&mut self, v: &Var, shape: Shape) -> String {
        let (lo, hi) = (v.lo, v.lo + self.n - 1);
        let n = if v.lo == 1 { self.n_text.clone() } else { hi.to_string() };
        let less = if v.lo == 1 && self.n_text == "n" {
            "n-1".to_string()
        } else {
            (hi - 1).to_string()
        };
        let last_odd = hi - (self.n - 1) % 2;
        let range = |s: &mut Scope, shape: Shape| match (shape, s.rng.below(5)) {
            (Shape::Odd, 0..=2) => format!("{lo}:{n}:2"),
            (Shape::Odd, _) => format!("{last_odd}:{lo}:-2"),
            (Shape::Short, 0 | 1) => format!("{}:{n}", lo + 1),
            (Shape::Short, 2) => format!("{less}:{lo}:-1"),
            (Shape::Short, _) => format!("{lo}:{less}"),
            (_, 0) => format!("{lo}:{n}"),
            (_, 1) => format!("{n}:{lo}:-1"),
            _ => ":".to_string(),
        };
        let (b, s) = (&v.base, &v.suffix);
        match (v.rank, shape) {
            (1, Shape::Full) | (2, Shape::Matrix) if self.rng.chance(60) => format!("{b}{s}"),
            (1, shape) => format!("{b}({}){s}", range(self, shape)),
            (_, Shape::Matrix) => format!("{b}(:, :){s}"),
            (_, shape) => {
                let r = range(self, shape);
                let i = self.subscript(v.lo);
                if self.rng.chance(50) {
                    format!("{b}({i}, {r}){s}")
                } else {
                    format!("{b}({r}, {i}){s}")
                }
            }
        }
    }

    /// A subscript within the bounds of an array that begins at `lo`.
    pub fn subscript(&mut self, lo: i32) -> String {
        let i = self.index();
        match (lo, i.parse::<i32>()) {
            (1, _) => i,
            (_, Ok(k)) => (k + lo - 1).to_string(),
            _ => format!("{i}{:+}", lo - 1),
        }
    }

    /// An integer from 1 to n.
    pub fn index(&mut self) -> String {
        let n = self.n;
        let loops: Vec<_> = self
            .loops
            .iter()
            .filter(|l| !l.index.is_empty() && l.min >= 1 && l.max <= n)
            .cloned()
            .collect();
        if !loops.is_empty() && self.rng.chance(65) {
            let l = self.rng.pick(&loops);
            let delta = self.rng.range(-1, 1);
            return if delta != 0 && l.min + delta >= 1 && l.max + delta <= n {
                format!("{}{delta:+}", l.index)
            } else {
                l.index
            };
        }
        let holders: Vec<Var> = self
            .vars
            .iter()
            .filter(|v| v.index && v.ty == Ty::Int)
            .cloned()
            .collect();
        match self.rng.below(10) {
            0..=3 if !holders.is_empty() => {
                let v = self.rng.pick(&holders);
                if v.rank == 0 {
                    v.base
                } else if self.rng.chance(70) {
                    format!("{}({})", v.base, self.rng.range(v.lo, v.lo + n - 1))
                } else {
                    self.element(&v)
                }
            }
            4 => format!("mod(abs({}), {n}) + 1", self.small_int(1)),
            5 => self.n_text.clone(),
            _ => self.rng.range(1, n).to_string(),
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

    /// A test, on values that carry derivatives or on integers.
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

    /// Actual arguments of a call, without aliasing between anything written.
    pub fn actuals(&mut self, p: &super::scope::Proc, d: u32, shape: Option<Shape>) -> Option<Vec<String>> {
        let mut out: Vec<String> = vec![];
        // an expression is evaluated before the call, so only variables as such can be aliased
        let mut written: Vec<String> = p.touches.clone();
        let mut read: Vec<String> = vec![];
        for f in &p.formals {
            let mut found = None;
            for _ in 0..8 {
                let Some(text) = self.actual(f, d, shape) else { continue };
                let own = root(&text).to_string();
                if written.contains(&own) || f.output && read.contains(&own) {
                    continue;
                }
                if f.output {
                    written.push(own.clone());
                }
                read.push(own);
                found = Some(text);
                break;
            }
            let text = found?;
            match (f.optional, self.rng.below(10)) {
                (true, 0..=3) => {}
                (true, 4..=6) if !f.output => out.push(format!("{}={text}", f.name)),
                _ => out.push(text),
            }
        }
        Some(out)
    }

    fn actual(&mut self, f: &super::scope::Formal, d: u32, shape: Option<Shape>) -> Option<String> {
        match f.want {
            Want::Extent => Some(self.n_text.clone()),
            Want::Depth => Some(self.rng.range(0, 3).to_string()),
            Want::Index if f.output => {
                let list: Vec<Var> = self
                    .vars
                    .iter()
                    .filter(|v| v.index && v.rank == 0 && v.writable)
                    .cloned()
                    .collect();
                (!list.is_empty()).then(|| self.rng.pick(&list).base)
            }
            Want::Index => Some(self.index()),
            Want::Cell => {
                let list: Vec<_> = self
                    .records
                    .iter()
                    .filter(|r| r.writable || !f.output)
                    .cloned()
                    .collect();
                if list.is_empty() {
                    return None;
                }
                let r = self.rng.pick(&list);
                if r.rank == 0 {
                    return Some(r.name);
                }
                Some(format!("{}({})", r.name, self.index()))
            }
            Want::Value(ty, 0) => {
                if f.output {
                    return self.designator(ty, None, true);
                }
                if self.rng.chance(50) || ty == Ty::Int {
                    return Some(self.value(ty, d, shape).text);
                }
                self.designator(ty, shape, false)
            }
            Want::Value(ty, 1) => {
                let whole = if f.output { self.writable(ty, 1) } else { self.of(ty, 1) };
                let columns = if f.output { self.writable(ty, 2) } else { self.of(ty, 2) };
                let simple: Vec<Var> = whole.into_iter().filter(|v| v.suffix.is_empty() && !v.index).collect();
                if self.rng.chance(25) && !columns.is_empty() {
                    let v = self.rng.pick(&columns);
                    let j = self.subscript(v.lo);
                    return Some(match self.rng.below(3) {
                        0 if !f.assumed && v.suffix.is_empty() => format!("{}({}, {j})", v.base, v.lo),
                        1 if f.assumed || self.modern => format!("{}({j}, :){}", v.base, v.suffix),
                        _ if self.modern || f.assumed => format!("{}(:, {j}){}", v.base, v.suffix),
                        _ => format!("{}({}, {j})", v.base, v.lo),
                    });
                }
                if simple.is_empty() {
                    return None;
                }
                let v = self.rng.pick(&simple);
                if self.modern && self.rng.chance(15) {
                    return Some(self.cut(&v, Shape::Full));
                }
                Some(v.base)
            }
            Want::Value(ty, _) => {
                let list = if f.output { self.writable(ty, 2) } else { self.of(ty, 2) };
                (!list.is_empty()).then(|| self.rng.pick(&list).base)
            }
        }
    }
}
