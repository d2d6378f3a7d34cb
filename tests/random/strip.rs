//! Strips: designators that take one subscript, such as a vector, a row or column of a matrix, or a component of all
//! elements of an array. All strips that a statement sees have the same extent, which is known only in the unit's text.

use super::scope::{root, Loop, Scope, Ty, Var};
use super::tree::{block, Node};

/// A strip; its subscripts are 1-based here.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Text before the subscript: `x(`, `q(2, `.
    pub open: String,
    /// Text after it: `)`, `, 2)`, `)%mass`.
    pub close: String,
    /// Lower bound.
    pub lo: i32,
    /// All of it.
    pub whole: String,
    /// May be assigned to.
    pub writable: bool,
    /// Set if the elements are contiguous: one of them can stand for the sequence after it.
    pub sequence: bool,
}

impl Strip {
    /// A vector.
    pub fn vector(name: &str, lo: i32, writable: bool, sequence: bool) -> Strip {
        Strip {
            open: format!("{name}("),
            close: ")".into(),
            lo,
            whole: name.into(),
            writable,
            sequence,
        }
    }

    /// A subscript, relative to the lower bound.
    fn place(&self, i: &str, delta: i32) -> String {
        let shift = delta + self.lo - 1;
        match i.parse::<i32>() {
            Ok(k) => (k + shift).to_string(),
            Err(_) if shift == 0 => i.to_string(),
            Err(_) if i.contains(' ') => format!("({i}){shift:+}"),
            Err(_) => format!("{i}{shift:+}"),
        }
    }

    /// The element at a subscript and a distance.
    pub fn near(&self, i: &str, delta: i32) -> String {
        format!("{}{}{}", self.open, self.place(i, delta), self.close)
    }

    /// The element at a subscript.
    pub fn at(&self, i: &str) -> String {
        self.near(i, 0)
    }

    /// A section.
    pub fn range(&self, from: &str, to: &str, step: &str) -> String {
        let (from, to) = (self.place(from, 0), self.place(to, 0));
        let step = if step.is_empty() {
            String::new()
        } else {
            format!(":{step}")
        };
        format!("{}{from}:{to}{step}{}", self.open, self.close)
    }

    /// Its variable.
    pub fn root(&self) -> &str {
        root(&self.open)
    }
}

impl Scope {
    /// The number of elements of all strips.
    pub fn extent(&self) -> String {
        self.strip_extent.clone().unwrap_or(self.n_text.clone())
    }

    /// All strips; for a matrix one row or column.
    pub fn all_strips(&mut self, write: bool) -> Vec<Strip> {
        let mut all = self.strips.clone();
        if self.strip_extent.is_none() {
            for v in self.vars.clone() {
                if v.ty == Ty::Real && v.rank > 0 && !v.index {
                    all.push(self.strip_of(&v));
                }
            }
        }
        all.retain(|s| s.writable || !write);
        all
    }

    fn strip_of(&mut self, v: &Var) -> Strip {
        let described = self.described.iter().any(|d| d == v.root()) || v.root() == "eq";
        let mut s = Strip {
            sequence: v.suffix.is_empty() && !described,
            writable: v.writable,
            whole: format!("{}{}", v.base, v.suffix),
            ..Strip::vector(&v.base, v.lo, true, true)
        };
        s.close += &v.suffix;
        if v.rank == 2 {
            let k = self.rng.range(v.lo, v.lo + self.n - 1);
            if self.rng.chance(50) {
                s.open = format!("{}({k}, ", v.base);
                s.whole = format!("{}({k}, :){}", v.base, v.suffix);
                s.sequence = false;
            } else {
                s.close = format!(", {k}){}", v.suffix);
                s.whole = format!("{}(:, {k}){}", v.base, v.suffix);
            }
        }
        s
    }

    /// One of the strips, preferably of the favorite variable.
    pub fn strip(&mut self, write: bool) -> Option<Strip> {
        let all = self.all_strips(write);
        self.favored(all, |s| s.root().to_string())
    }

    /// A strip of another variable.
    pub fn strip_besides(&mut self, x: &Strip, write: bool) -> Option<Strip> {
        let mut all = self.all_strips(write);
        all.retain(|s| s.root() != x.root());
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    /// One of the items, preferably of the favorite variable.
    pub fn favored<T: Clone>(&mut self, all: Vec<T>, name: impl Fn(&T) -> String) -> Option<T> {
        if let Some(favorite) = self.favorite.clone() {
            let these: Vec<T> = all.iter().filter(|t| name(t) == favorite).cloned().collect();
            if !these.is_empty() && self.rng.chance(70) {
                return Some(self.rng.pick(&these));
            }
        }
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    /// An array of integers from 1 to the extent.
    pub fn list(&mut self) -> Option<Strip> {
        let mut all = self.lists.clone();
        if self.strip_extent.is_none() {
            let holders = self.vars.iter().filter(|v| v.index && v.rank == 1 && v.writable);
            all.extend(holders.map(|v| Strip::vector(&v.base, v.lo, true, true)));
        }
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    /// Builds with some elements readable.
    pub fn seeing<T>(&mut self, elements: &[String], make: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.vars.len();
        self.vars.extend(elements.iter().map(|e| Var {
            base: e.clone(),
            suffix: String::new(),
            ty: Ty::Real,
            rank: 0,
            lo: 1,
            writable: false,
            index: false,
        }));
        let made = make(self);
        self.vars.truncate(before);
        made
    }

    /// A value from some scalars of the usual size.
    pub fn mix(&mut self, of: &[String]) -> String {
        let (a, b) = (self.rng.pick(of), self.rng.pick(of));
        let e = self.seeing(of, |s| s.value(Ty::Real, 1, None).within(3));
        let form = self.rng.below(10);
        let r = |x: f64| self.real(x);
        match form {
            0 => format!("{}*{a} + {}*{b}*{e}", r(0.6), r(0.2)),
            1 => format!("sin({a})*{b}"),
            2 => format!("{}*{a} + {}*{e}", r(0.4), r(0.5)),
            3 => format!("{a}/({} + {b}**2)", r(1.0)),
            4 => format!("{}*{a}*{b}", r(0.5)),
            5 => format!("tanh({a} + {e})"),
            6 => format!("{}*sqrt({} + {a}**2)", r(0.8), r(1.0)),
            7 => format!("{a}*cos({e})"),
            8 => format!("{}*exp(-{a}**2) + {}*{b}", r(0.7), r(0.6)),
            _ => format!("{a} - {}*{a}*abs({b})", r(0.3)),
        }
    }

    /// A threshold that no value meets.
    pub fn threshold(&mut self) -> String {
        let c = f64::from(self.rng.range(0, 9)) / 10.0 + 0.0137;
        self.real(c)
    }

    /// `<` and the like, in the spelling of the source form.
    pub fn relation(&self, modern: &'static str) -> &'static str {
        match modern {
            _ if self.modern => modern,
            "<" => ".lt.",
            ">" => ".gt.",
            "<=" => ".le.",
            _ => ".eq.",
        }
    }

    /// A loop over the subscripts of strips, in some direction.
    pub fn sweep(&mut self, i: &str, body: Vec<Node>) -> Node {
        let m = self.extent();
        let open = if self.rng.chance(25) {
            format!("do {i} = {m}, 1, -1")
        } else {
            format!("do {i} = 1, {m}")
        };
        block(open, body, "end do")
    }

    /// Builds inside a loop over the subscripts of strips.
    pub fn in_sweep<T>(&mut self, i: &str, make: impl FnOnce(&mut Self) -> T) -> T {
        // if strips have their own extent, their subscripts are invalid for other arrays
        let most = if self.strip_extent.is_none() { self.n } else { i32::MAX };
        self.loops.push(Loop::over(i, 1, most));
        let made = make(self);
        self.loops.pop();
        made
    }

    /// A scalar for intermediate values.
    pub fn scalar(&mut self) -> Option<String> {
        let all = self.writable(Ty::Real, 0);
        (!all.is_empty())
            .then(|| self.rng.pick(&all))
            .map(|v| format!("{}{}", v.base, v.suffix))
    }

    /// Brings a scalar back within bounds.
    pub fn bounded(&mut self, t: &str) -> String {
        let name = self.rng.pick(&["sin", "tanh", "atan", "cos"]);
        format!("{name}({t})")
    }
}
