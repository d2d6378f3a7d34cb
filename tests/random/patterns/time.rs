//! Loops over time: repeated calls and updates of the same variables.

use crate::random::scope::{Loop, Scope, Ty};
use crate::random::tree::{line, Node};

impl Scope {
    /// A few steps of calls and updates, most of them about one variable, which is also used before and after the loop.
    pub fn time_loop(&mut self, depth: u32) -> Vec<Node> {
        let Some(i) = self.free_index() else {
            return self.assignment();
        };
        let roots: Vec<String> = self.all_strips(true).iter().map(|s| s.root().to_string()).collect();
        let outer = self.favorite.clone();
        if !roots.is_empty() && outer.is_none() {
            self.favorite = Some(self.rng.pick(&roots));
        }
        let mut out = vec![];
        if self.rng.chance(30) {
            out.extend(self.pattern());
        }
        let steps = self.rng.range(2, 3);
        self.loops.push(Loop::over(&i, 1, steps));
        let mut body = vec![];
        for _ in 0..2 + self.rng.below(3) {
            body.extend(match self.rng.below(10) {
                0..=3 => self.call(),
                4..=7 => self.pattern(),
                8 => self.wrap(),
                _ if depth > 1 => self.statements(1, depth - 1),
                _ => self.assignment(),
            });
        }
        if self.rng.chance(25) {
            if let Some(x) = self.designator(Ty::Real, None, false) {
                let (c, gt) = (self.threshold(), self.relation(">"));
                let at = self.rng.below(body.len() + 1);
                body.insert(at, line(format!("if ({x} {gt} {c}) exit")));
            }
        }
        self.loops.pop();
        out.push(Loop::over(&i, 1, steps).around(&format!("do {i} = 1, {steps}"), body));
        if self.rng.chance(40) {
            out.extend(self.call());
        }
        if self.rng.chance(40) {
            out.extend(self.pattern());
        }
        self.favorite = outer;
        out
    }
}
