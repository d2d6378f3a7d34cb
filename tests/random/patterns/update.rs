//! Updates of a whole array that depend on its old values: through temporaries, in place, cyclic.

use crate::random::scope::Scope;
use crate::random::strip::Strip;
use crate::random::tree::{block, line, Node};

impl Scope {
    /// `x = w`
    fn copy(&mut self, x: &Strip, w: &Strip, i: &str) -> Node {
        if self.modern && self.rng.chance(60) {
            return line(format!("{} = {}", x.whole, w.whole));
        }
        let set = vec![line(format!("{} = {}", x.at(i), w.at(i)))];
        block(format!("do {i} = 1, {}", self.extent()), set, "end do")
    }

    /// `unew(i) = ...` for all, then `u = unew`.
    pub fn temporary(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let w = self.strip_besides(&x, true)?;
        let i = self.free_index()?;
        let e = self.in_sweep(&i, |s| s.mix(&[x.at(&i), x.at(&i), x.at("1")]));
        let fill = vec![line(format!("{} = {e}", w.at(&i)))];
        let fill = self.sweep(&i, fill);
        Some(vec![fill, self.copy(&x, &w, &i)])
    }

    /// From the neighbours, in place or not.
    pub fn stencil(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let i = self.free_index()?;
        let m = self.extent();
        let (half, quarter) = (self.real(0.5), self.real(0.25));
        let (a, b, c) = (x.at(&i), x.near(&i, -1), x.near(&i, 1));
        let value = match self.rng.below(3) {
            0 => format!("{half}*{a} + {quarter}*({b} + {c})"),
            1 => format!("{a} - {quarter}*{a}*({c} - {b})"),
            _ => format!("sin({a})*cos({b}) + {quarter}*{c}"),
        };
        let open = format!("do {i} = 2, {m}-1");
        if self.rng.chance(60) {
            return Some(vec![block(open, vec![line(format!("{a} = {value}"))], "end do")]);
        }
        let w = self.strip_besides(&x, true)?;
        let there = block(open.clone(), vec![line(format!("{} = {value}", w.at(&i)))], "end do");
        let back = block(open, vec![line(format!("{a} = {}", w.at(&i)))], "end do");
        Some(vec![there, back])
    }

    /// Each element from the one before.
    pub fn recurrence(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let i = self.free_index()?;
        let m = self.extent();
        let (open, before) = if self.rng.chance(50) {
            (format!("do {i} = 2, {m}"), x.near(&i, -1))
        } else {
            (format!("do {i} = {m}-1, 1, -1"), x.near(&i, 1))
        };
        let own = x.at(&i);
        let e = self.in_sweep(&i, |s| s.mix(&[own.clone(), before.clone(), before]));
        Some(vec![block(open, vec![line(format!("{own} = {e}"))], "end do")])
    }

    /// With the next element, which is the first one at the end.
    pub fn wrapped(&mut self) -> Option<Vec<Node>> {
        let x = self.strip(true)?;
        let w = if self.rng.chance(70) {
            self.strip_besides(&x, true)?
        } else {
            x.clone()
        };
        let i = self.free_index()?;
        let (body, m) = (self.in_sweep(&i, |s| s.next_around(&x, &w, &i))?, self.extent());
        let mut out = vec![block(format!("do {i} = 1, {m}"), body, "end do")];
        if w.root() != x.root() && self.rng.chance(60) {
            out.push(self.copy(&x, &w, &i));
        }
        Some(out)
    }

    fn next_around(&mut self, x: &Strip, w: &Strip, i: &str) -> Option<Vec<Node>> {
        let k = self.free_index()?;
        let m = self.extent();
        let gt = self.relation(">");
        let next = match self.rng.below(3) {
            0 => vec![line(format!("{k} = mod({i}, {m}) + 1"))],
            _ => vec![
                line(format!("{k} = {i} + 1")),
                line(format!("if ({k} {gt} {m}) {k} = 1")),
            ],
        };
        let e = self.mix(&[x.at(i), x.at(&k), x.at(&k)]);
        let mut body = vec![Node::Group(next)];
        body.push(line(format!("{} = {e}", w.at(i))));
        Some(body)
    }
}
