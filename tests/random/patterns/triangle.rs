//! Triangular loops, in place: eliminations and substitutions, and similar code.

use crate::random::scope::Scope;
use crate::random::strip::Strip;
use crate::random::tree::{block, line, Node};

impl Scope {
    /// Updates elements with those before and after them.
    pub fn triangle(&mut self) -> Option<Vec<Node>> {
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let i = self.free_index()?;
        let k = self.in_sweep(&i, Scope::free_index)?;
        let m = self.extent();
        let (first, last) = match self.rng.below(5) {
            0 => ("1".to_string(), format!("{i} - 1")),
            1 => ("1".to_string(), i.clone()),
            2 => (format!("{i} + 1"), m.clone()),
            3 => (i.clone(), m.clone()),
            _ => ("1".to_string(), m.clone()),
        };
        let inner = self.either_way(&k, &first, &last);
        let mut body = vec![];
        if self.rng.chance(40) {
            body.push(self.element_of(&x, &y, &i, &i));
        }
        let mut inside = vec![self.element_of(&x, &y, &i, &k)];
        if self.rng.chance(30) {
            inside.push(self.element_of(&x, &y, &i, &k));
        }
        body.push(block(inner, inside, "end do"));
        if self.rng.chance(50) {
            body.push(self.element_of(&x, &y, &i, &i));
        }
        let outer = self.either_way(&i, "1", &m);
        Some(vec![block(outer, body, "end do")])
    }

    fn either_way(&mut self, i: &str, first: &str, last: &str) -> String {
        match self.rng.below(5) {
            0 | 1 => format!("do {i} = {last}, {first}, -1"),
            2 => format!("do {i} = {first}, {last}, 2"),
            _ => format!("do {i} = {first}, {last}"),
        }
    }

    /// Increments or sets an element with others.
    fn element_of(&mut self, x: &Strip, y: &Strip, i: &str, k: &str) -> Node {
        let mut at = |s: &Strip| s.at(if self.rng.chance(50) { i } else { k });
        let (own, other, given) = (at(x), at(x), at(y));
        let e = self.in_sweep(i, |s| s.in_sweep(k, |s| s.mix(&[other, given])));
        let rest = match self.rng.below(3) {
            0 => String::new(),
            _ => format!("{own} + {}*", self.real(0.3)),
        };
        line(format!("{own} = {rest}({e})"))
    }
}
