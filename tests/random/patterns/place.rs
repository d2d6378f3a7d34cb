//! Elements of a matrix that a loop accesses by a computed subscript beside its index.

use crate::random::scope::{Scope, Ty};
use crate::random::tree::{block, line, Node};

impl Scope {
    /// `k = mod(3*i, n) + 1; q(i, k) = ...`, once or in a loop that permutes the elements.
    pub fn placed(&mut self) -> Option<Vec<Node>> {
        if self.strip_extent.is_some() {
            return None;
        }
        let all = self.writable(Ty::Real, 2);
        if all.is_empty() {
            return None;
        }
        let q = self.rng.pick(&all);
        let (i, m) = (self.free_index()?, self.extent());
        let transposed = self.rng.chance(30);
        let made = self.in_sweep(&i, |s| -> Option<Vec<Node>> {
            let k = s.free_index()?;
            let place = match s.rng.below(3) {
                0 => i.clone(),
                1 => format!("mod({}*{i}, {m}) + 1", s.rng.range(1, 3)),
                _ => format!("{m} + 1 - {i}"),
            };
            let (row, column) = if transposed { (&k, &i) } else { (&i, &k) };
            let element = format!("{}({},{}){}", q.base, q.place(row), q.place(column), q.suffix);
            let e = s.mix(&[element.clone(), element.clone()]);
            Some(vec![line(format!("{k} = {place}")), line(format!("{element} = {e}"))])
        })?;
        let sweep = block(format!("do {i} = 1, {m}"), vec![Node::Group(made)], "end do");
        Some(vec![sweep])
    }
}
