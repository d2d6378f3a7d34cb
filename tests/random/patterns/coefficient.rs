//! Coefficients: passive values that change during the computation, and whose old values the adjoint needs.

use crate::random::scope::Scope;
use crate::random::strip::Strip;
use crate::random::tree::{block, line, Node};

impl Scope {
    /// Coefficients, one for all elements or one for each, are changed, used, and changed again.
    pub fn with_coefficients(&mut self) -> Option<Vec<Node>> {
        let (cf, co) = self.coefficients.clone()?;
        let (x, y) = (self.strip(true)?, self.strip(false)?);
        let i = self.free_index()?;
        let (xi, m) = (x.at(&i), self.extent());
        let body = match self.rng.below(5) {
            // computed anew for each element
            0 => vec![
                line(format!("{co} = {} + {}*{i}/{m}", self.real(0.3), self.real(0.6))),
                line(format!("{xi} = {co}*sin({xi}) + {co}**2*{}", y.at(&i))),
            ],
            // changed by each element, perhaps under a condition
            1 => {
                let change = line(format!("{co} = {}*{co} + {}", self.real(0.5), self.real(0.4)));
                let (c, gt) = (self.threshold(), self.relation(">"));
                let change = if self.rng.chance(50) {
                    block(format!("if ({xi} {gt} {c}) then"), vec![change], "end if")
                } else {
                    change
                };
                let mut body = vec![line(format!("{xi} = {co}*{}", y.at(&i))), change];
                if self.rng.chance(50) {
                    body.swap(0, 1);
                }
                body
            }
            // used unchanged, then changed
            2 => vec![
                line(format!("{xi} = {}*cos({xi})", cf.at(&i))),
                line(format!(
                    "{0} = {1}*{0} + {2}",
                    cf.at(&i),
                    self.real(0.6),
                    self.real(0.3)
                )),
            ],
            3 => return self.coefficient_elsewhere(&cf, &co, &x, &i),
            _ => return Some(self.coefficients_of_all(&cf, &x, &y, &i)),
        };
        Some(vec![self.sweep(&i, body)])
    }

    /// One of them, at a subscript that the loop computes.
    fn coefficient_elsewhere(&mut self, cf: &Strip, co: &str, x: &Strip, i: &str) -> Option<Vec<Node>> {
        let k = self.in_sweep(i, Scope::free_index)?;
        let m = self.extent();
        let step = self.rng.range(0, 2);
        let body = vec![
            line(format!(
                "{} = {}*{} + {}*{co}",
                cf.at(&k),
                self.real(0.5),
                cf.at(i),
                self.real(0.5)
            )),
            line(format!("{} = {}*sin({})", x.at(i), cf.at(&k), x.at(i))),
            line(format!("{k} = mod({k} + {step}, {m}) + 1")),
        ];
        Some(vec![Node::Group(vec![
            line(format!("{k} = 1")),
            block(format!("do {i} = 1, {m}"), body, "end do"),
        ])])
    }

    /// All of them, before and after their use.
    fn coefficients_of_all(&mut self, cf: &Strip, x: &Strip, y: &Strip, i: &str) -> Vec<Node> {
        let (a, b) = (self.real(0.7), self.real(0.2));
        let change = |s: &Scope| {
            if s.modern {
                return line(format!("{0} = {a}*{0} + {b}", cf.whole));
            }
            let set = vec![line(format!("{0} = {a}*{0} + {b}", cf.at(i)))];
            block(format!("do {i} = 1, {}", s.extent()), set, "end do")
        };
        let first = change(self);
        let body = vec![line(format!("{} = {}*{}", x.at(i), cf.at(i), y.at(i)))];
        let used = self.sweep(i, body);
        vec![first, used, change(self)]
    }
}
