//! Parts of variables as actual arguments: sections, rows, columns, components of all elements, and elements that start
//! a sequence.

use super::super::scope::{Formal, Proc, Scope, Ty, Want};
use super::super::weights::{Extent, EXTENTS};

impl Scope {
    /// The extent of the arguments of one call.
    pub fn extent_of_call(&mut self, p: &Proc) -> Extent {
        let assumed = p.formals.iter().any(|f| f.want == Want::Part && f.assumed);
        loop {
            let extent = self.rng.weighted(EXTENTS);
            let fits = match extent {
                Extent::Full | Extent::Odd | Extent::One => true,
                // an array of one element has no shorter one
                Extent::Short => self.strip_extent.is_none(),
                Extent::Square => self.strip_extent.is_none() && !assumed,
            };
            if fits {
                return extent;
            }
        }
    }

    /// The number of elements.
    pub fn length(&self, extent: Extent) -> String {
        let m = self.extent();
        match extent {
            Extent::Full => m,
            Extent::Short => format!("{m} - 1"),
            Extent::Odd => format!("({m} + 1)/2"),
            Extent::One => "1".into(),
            Extent::Square => format!("{m}*{m}"),
        }
    }

    /// A part of some variable with this number of elements.
    pub fn part(&mut self, f: &Formal, extent: Extent) -> Option<String> {
        if extent == Extent::Square {
            let mut list = if f.output {
                self.writable(Ty::Real, 2)
            } else {
                self.of(Ty::Real, 2)
            };
            list.retain(|v| v.suffix.is_empty());
            let v = self.favored(list, |v| v.root().to_string())?;
            return Some(if self.rng.chance(50) {
                v.base
            } else {
                format!("{0}({1}, {1})", v.base, v.lo)
            });
        }
        let s = match self.coefficients.clone() {
            Some((cf, _)) if !f.output && self.rng.chance(15) => cf,
            _ => self.strip(f.output)?,
        };
        let m = self.extent();
        let element = s.sequence && !f.assumed && self.rng.chance(50);
        let less = m.parse::<i32>().map_or(format!("{m}-1"), |m| (m - 1).to_string());
        Some(match (extent, self.rng.below(4)) {
            (Extent::Full, _) if element => s.at("1"),
            (Extent::Full, 0) => s.range("1", &m, ""),
            (Extent::Full, 1) if self.modern => s.range(&m, "1", "-1"),
            (Extent::Full, 2) if self.modern && !f.output => format!("{}*{}", self.real(0.5), s.whole),
            (Extent::Full, _) => s.whole,
            (Extent::Short, 0 | 1) if element => s.at("2"),
            (Extent::Odd | Extent::Short, _) if element => s.at("1"),
            (Extent::Short, 0 | 1) => s.range("2", &m, ""),
            (Extent::Short, _) => s.range("1", &less, ""),
            (Extent::Odd, _) => s.range("1", &m, "2"),
            (Extent::One | Extent::Square, _) => {
                let k = if self.strip_extent.is_some() {
                    self.rng.pick(&["1".to_string(), m])
                } else {
                    self.index()
                };
                if element {
                    s.at(&k)
                } else {
                    s.range(&k, &k, "")
                }
            }
        })
    }
}
