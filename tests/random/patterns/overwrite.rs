//! Overwrites: of one element, of some, of all.

use crate::random::scope::{Scope, Ty};
use crate::random::strip::Strip;
use crate::random::tree::{block, line, Node};

impl Scope {
    /// The first or the last subscript.
    fn end_of_strip(&mut self) -> String {
        let m = self.extent();
        self.rng.pick(&["1".to_string(), m])
    }

    /// One end.
    pub fn end(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let (k, j) = (self.end_of_strip(), self.end_of_strip());
        let y = self.strip(false)?;
        let e = self.mix(&[x.at(&k), y.at(&j)]);
        Some(vec![line(format!("{} = {e}", x.at(&k)))])
    }

    /// Overwrites one end, every second element or all with passive values.
    pub fn passive(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let value = self.threshold();
        match self.rng.below(6) {
            0 if self.modern => Some(vec![line(format!("{} = {value}", x.whole))]),
            k @ 1..=2 => {
                let i = self.free_index()?;
                let m = self.extent();
                let body = vec![line(format!("{} = {value}*{i}/{m}", x.at(&i)))];
                let step = ["", ", 2"][k - 1];
                Some(vec![block(format!("do {i} = 1, {m}{step}"), body, "end do")])
            }
            _ => {
                let k = self.end_of_strip();
                Some(vec![line(format!("{} = {value}", x.at(&k)))])
            }
        }
    }

    /// A value for all elements at once.
    pub fn whole_value(&mut self, of: &[&Strip]) -> String {
        let names: Vec<String> = of.iter().map(|s| s.whole.clone()).collect();
        // no array of another extent
        let held = self.vars.clone();
        self.vars.retain(|v| v.rank == 0 && v.ty != Ty::Complex);
        let e = self.without_calls(|s| s.mix(&names));
        self.vars = held;
        e
    }

    /// All of it by one assignment.
    pub fn whole(&mut self) -> Option<Vec<Node>> {
        if !self.modern {
            return self.all_elements();
        }
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let e = if self.rng.chance(25) {
            // independent of the old value
            let z = self.strip_besides(&x, false)?;
            self.whole_value(&[&z])
        } else {
            self.whole_value(&[&x, &y])
        };
        Some(vec![line(format!("{} = {e}", x.whole))])
    }

    /// All of it by a loop.
    pub fn all_elements(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let i = self.free_index()?;
        let e = self.in_sweep(&i, |s| s.mix(&[x.at(&i), y.at(&i)]));
        let body = vec![line(format!("{} = {e}", x.at(&i)))];
        Some(vec![self.sweep(&i, body)])
    }

    /// Every second element.
    pub fn strided(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let m = self.extent();
        if self.modern && self.rng.chance(40) {
            let section = x.range("1", &m, "2");
            return Some(vec![line(format!("{section} = {}*sin({section})", self.real(1.2)))]);
        }
        let i = self.free_index()?;
        let e = self.in_sweep(&i, |s| s.mix(&[x.at(&i), y.at(&i)]));
        let body = vec![line(format!("{} = {e}", x.at(&i)))];
        let from = self.rng.range(1, 2);
        Some(vec![block(format!("do {i} = {from}, {m}, 2"), body, "end do")])
    }

    /// Under a condition.
    pub fn conditional(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let (c, gt) = (self.threshold(), self.relation(">"));
        if self.rng.chance(40) {
            let k = self.end_of_strip();
            let mut parts = vec![(format!("if ({} {gt} {c}) then", y.at(&k)), self.all_elements()?)];
            if self.rng.chance(60) {
                parts.push(("else".into(), self.end()?));
            }
            return Some(vec![Node::Block(parts, "end if".into())]);
        }
        let i = self.free_index()?;
        let e = self.in_sweep(&i, |s| s.mix(&[x.at(&i), y.at(&i)]));
        let test = format!("if ({} {gt} {c})", y.at(&i));
        let set = format!("{} = {e}", x.at(&i));
        let body = if self.rng.chance(50) {
            vec![line(format!("{test} {set}"))]
        } else {
            let other = format!("{} = {}", x.at(&i), self.real(0.21));
            let parts = vec![
                (format!("{test} then"), vec![line(set)]),
                ("else".into(), vec![line(other)]),
            ];
            vec![Node::Block(parts, "end if".into())]
        };
        Some(vec![self.sweep(&i, body)])
    }

    /// Up to the element that satisfies a test, or without those that do.
    pub fn until(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let i = self.free_index()?;
        let (c, gt) = (self.threshold(), self.relation(">"));
        let leave = self.rng.pick(&["exit", "exit", "cycle"]);
        let e = self.in_sweep(&i, |s| s.mix(&[x.at(&i), y.at(&i)]));
        let mut body = vec![
            line(format!("if ({} {gt} {c}) {leave}", y.at(&i))),
            line(format!("{} = {e}", x.at(&i))),
        ];
        if self.rng.chance(40) {
            body.swap(0, 1);
        }
        Some(vec![self.sweep(&i, body)])
    }
}
