//! Arguments.

use super::super::scope::{root, Formal, Proc, Scope, Shape, Ty, Var, Want};
use super::super::weights::Extent;

impl Scope {
    /// Actual arguments of a call, without aliasing of a written argument.
    pub fn actuals(&mut self, p: &Proc, d: u32, shape: Option<Shape>) -> Option<Vec<String>> {
        self.actuals_of(p, d, shape, None)
    }

    /// The same, with a given extent for parts.
    pub fn actuals_of(
        &mut self,
        p: &Proc,
        d: u32,
        shape: Option<Shape>,
        extent: Option<Extent>,
    ) -> Option<Vec<String>> {
        let extent = extent.unwrap_or_else(|| self.extent_of_call(p));
        let mut out: Vec<String> = vec![];
        // an expression is evaluated before the call, so only plain variables can be aliased
        let mut written: Vec<String> = p.touches.clone();
        let mut read: Vec<String> = vec![];
        for f in &p.formals {
            let mut found = None;
            for _ in 0..8 {
                let Some(text) = self.actual(f, d, shape, extent) else {
                    continue;
                };
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
            let mut text = found?;
            if p.result.is_some() && !f.assumed && !f.output && text.contains(':') {
                // as a value: without an interface gfortran 12 copies a section back after the assignment of the
                // function's value
                text = format!("({text})");
            }
            match (f.optional, self.rng.below(10)) {
                (true, 0..=3) => {}
                (true, 4..=6) if !f.output => out.push(format!("{}={text}", f.name)),
                _ => out.push(text),
            }
        }
        Some(out)
    }

    fn actual(&mut self, f: &Formal, d: u32, shape: Option<Shape>, extent: Extent) -> Option<String> {
        match f.want {
            Want::Length => Some(self.length(extent)),
            Want::Part => self.part(f, extent),
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
