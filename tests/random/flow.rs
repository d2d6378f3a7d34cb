//! Data flow into a body and out of it: without it many random statements would not depend on the inputs, or not affect
//! the outputs.

use super::scope::{Scope, Ty};
use super::tree::{line, mentions, Node, Unit};

impl Scope {
    /// The statements of the head: a long body, and at the end the outputs.
    pub fn head_statements(&mut self) -> Vec<Node> {
        let mut out = self.sow();
        for _ in 0..2 + self.rng.below(4) {
            out.extend(self.statements(2, 3));
        }
        for p in self.procs.clone() {
            let called = mentions(&Unit::code(&out), &p.name);
            if !called && p.result.is_none() && self.rng.chance(70) {
                out.extend(self.call_of(&p));
            }
        }
        out
    }

    /// Some variables from the independents.
    fn sow(&mut self) -> Vec<Node> {
        let mut given = self.vars.clone();
        given.retain(|v| v.ty == Ty::Real && (v.base == "ax" || v.base == "ux"));
        let mut out = vec![];
        for _ in 0..1 + self.rng.below(3) {
            let of: Vec<String> = given.iter().map(|v| self.element(v)).collect();
            let e = self.mix(&of);
            match (self.strip(true), self.free_index()) {
                (Some(x), Some(i)) if self.rng.chance(70) => {
                    let set = vec![line(format!("{} = {e}", x.at(&i)))];
                    out.push(self.sweep(&i, set));
                }
                _ => out.extend(self.scalar().map(|t| line(format!("{t} = {e}")))),
            }
        }
        out
    }

    /// Sets each output from up to `most` variables: a sum within the bounds of its terms.
    pub fn harvest(&mut self, outputs: &[String], most: usize) -> Vec<Node> {
        let mut targets = vec![];
        for v in self.vars.clone() {
            if v.writable && v.ty == Ty::Real && outputs.contains(&v.base) {
                targets.push(self.element(&v));
            }
        }
        let m = self.extent();
        for s in self.strips.clone() {
            if s.writable && outputs.contains(&s.whole) {
                let k = self.rng.pick(&["1".to_string(), m.clone()]);
                targets.push(s.at(&k));
            }
        }
        let mut out = vec![];
        for lhs in targets {
            let ends = ["1".to_string(), m.clone()];
            let mut of: Vec<String> = self
                .all_strips(true)
                .iter()
                .map(|s| s.at(&self.rng.pick(&ends)))
                .collect();
            of.extend(
                self.writable(Ty::Real, 0)
                    .iter()
                    .map(|v| format!("{}{}", v.base, v.suffix)),
            );
            of.retain(|x| *x != lhs);
            while of.len() > most {
                let at = self.rng.below(of.len());
                of.remove(at);
            }
            let share = self.real((60 / of.len().max(1)) as f64 / 100.0);
            let terms: Vec<String> = of.iter().map(|x| format!(" + {share}*{x}")).collect();
            out.push(line(format!("{lhs} = {}*{lhs}{}", self.real(0.4), terms.concat())));
        }
        out
    }
}
