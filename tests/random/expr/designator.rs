//! Variables, elements, sections, subscripts.

use super::super::scope::{Scope, Shape, Ty, Var};

/// A pointer to an array, in a record. gfortran 12 assumes that it overlaps no other array, and performs assignments
/// between it and its target in place. So it is read through a constructor, which is evaluated before any assignment,
/// and assigned by elements.
pub const POINTER_COMPONENT: &str = "eqc%p";

impl Scope {
    /// A variable, element or section to read (or to write): a scalar may be read in place of an array.
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
        all.retain(|v| !write || v.base != POINTER_COMPONENT);
        if all.is_empty() {
            return None;
        }
        let v = self.rng.pick(&all);
        if v.base == POINTER_COMPONENT && !write {
            return Some(format!("[{}]", self.cut(&v, shape)));
        }
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
        Some(format!("{}({}){}", v.base, v.place(&w.base), v.suffix))
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
}
