//! Small arrays that several statements overwrite: element by element, in loops, by sections, in the arms of tests; now
//! and then with an element left out, read too early, or with a jump in between.

use super::Site;
use crate::random::scope::{Loop, Scope, Ty};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;

/// The extents of `partu` and `partv`.
const EXTENT: usize = 3;

impl Maker {
    /// `partu` and `partv` are overwritten in parts; `part0` is what is computed from them.
    pub fn parts(&mut self, site: &mut Site) {
        let t = self.type_name(Ty::Real);
        site.declare("part0", format!("{t} :: part0"));
        site.declare("partu", format!("{t} :: partu({EXTENT})"));
        site.declare("partv", format!("{t} :: partv({EXTENT}, {EXTENT})"));
        site.declare("parti|partj|partk", "integer :: parti, partj, partk");
        let mut set = vec![line("part0 = 0.25"), line("partu = 0.5"), line("partv = 0.75")];
        set.extend(site.scope.without_calls(Scope::in_parts));
        site.begin("part0|partu|partv", set);
        site.see("part0", Ty::Real, 0);
        site.op(|s, _| Some(s.in_parts()));
    }
}

/// Names an element or a section of an array: `at` with the first subscript.
struct Part<'p> {
    at: &'p dyn Fn(&str) -> String,
}

impl Scope {
    /// Overwrites the arrays and uses them, mostly in each iteration of a loop.
    fn in_parts(&mut self) -> Vec<Node> {
        let in_loop = self.rng.chance(75);
        if in_loop {
            self.loops.push(Loop::over("parti", 1, self.n));
        }
        let mut body = self.parts_of(&Part {
            at: &|k| format!("partu({k})"),
        });
        if self.rng.chance(60) {
            body.extend(self.parts_of_matrix());
        }
        if self.rng.chance(12) {
            let test = self.test(1);
            let jump = if in_loop { "cycle" } else { "continue" };
            let at = self.rng.below(body.len() + 1);
            body.insert(at, line(format!("if ({test}) {jump}")));
        }
        let (half, c) = (self.real(0.5), self.real(0.125));
        let (i, j, k) = (self.any_index(), self.any_index(), self.any_index());
        let more = self.rng.pick(&[
            format!("part0 = {half}*part0 + {c}*sin(partu({i}))*partv({j}, {k})"),
            format!("part0 = part0 + {c}*partu({i})*partu({j})*{c}"),
            format!("part0 = {half}*part0*partu({i}) + {c}*partv({j}, {k})**2"),
        ]);
        body.push(line(more));
        if !in_loop {
            return vec![Node::Group(body)];
        }
        self.loops.pop();
        let bounds = format!("1, {}", self.n_text);
        vec![Node::Group(vec![block(format!("do parti = {bounds}"), body, "end do")])]
    }

    fn any_index(&mut self) -> String {
        (1 + self.rng.below(EXTENT)).to_string()
    }

    /// A value; often with an element that has been assigned.
    fn part_value(&mut self, done: &[String], all: &Part) -> String {
        let (half, c) = (self.real(0.5), self.real(0.125));
        let value = self.without_calls(|s| s.value(Ty::Real, 1, None).within(1));
        let early = self.rng.chance(6).then(|| (all.at)(&self.any_index()));
        match early.or_else(|| (!done.is_empty() && self.rng.chance(60)).then(|| self.rng.pick(done))) {
            Some(e) => self.rng.pick(&[
                format!("{half}*{e}*cos({value}) + {c}"),
                format!("{c}*{e}*{e} + {half}*{value}"),
                format!("{half}*exp(-{e}*{e}) + {c}*{value}"),
            ]),
            None => self
                .rng
                .pick(&[format!("{half}*{value} + {c}"), format!("sin({value})")]),
        }
    }

    fn one_part(&mut self, k: usize, done: &mut Vec<String>, all: &Part) -> Node {
        let own = (all.at)(&k.to_string());
        let e = self.part_value(done, all);
        done.push(own.clone());
        line(format!("{own} = {e}"))
    }

    /// All elements of a vector, one by one, in a loop, or in the arms of a test.
    fn parts_of(&mut self, all: &Part) -> Vec<Node> {
        let mut order: Vec<usize> = (1..=EXTENT).collect();
        for k in (1..order.len()).rev() {
            let other = self.rng.below(k + 1);
            order.swap(k, other);
        }
        if self.rng.chance(8) {
            order.pop();
        }
        let mut done = vec![];
        let mut out = vec![];
        match self.rng.below(4) {
            0 => {
                out.push(self.one_part(1, &mut done, all));
                let e = self.part_value(&done, all);
                let to = (all.at)("partk");
                out.push(block(
                    format!("do partk = 2, {EXTENT}"),
                    vec![line(format!("{to} = {e}"))],
                    "end do",
                ));
            }
            1 => {
                let (first, last) = (order[0], &order[1..]);
                let test = self.test(1);
                let mut arms = vec![];
                for _ in 0..2 {
                    let mut own = done.clone();
                    let mut arm = vec![self.one_part(first, &mut own, all)];
                    if self.rng.chance(50) {
                        arm.push(self.one_part(last[0], &mut own, all));
                    }
                    arms.push(arm);
                }
                let no = arms.pop().unwrap_or_default();
                let yes = arms.pop().unwrap_or_default();
                let mut both = yes;
                both.push(line("else"));
                both.extend(no);
                out.push(block(format!("if ({test}) then"), both, "end if"));
                for &k in last {
                    out.push(self.one_part(k, &mut done, all));
                }
            }
            _ => {
                for k in order {
                    out.push(self.one_part(k, &mut done, all));
                    if self.rng.chance(15) {
                        let test = self.test(1);
                        let again = self.one_part(k, &mut done, all);
                        out.push(block(format!("if ({test}) then"), vec![again], "end if"));
                    }
                }
            }
        }
        out
    }

    fn parts_of_matrix(&mut self) -> Vec<Node> {
        match self.rng.below(3) {
            // columns
            0 => {
                let body = self.parts_of(&Part {
                    at: &|k| format!("partv({k}, partj)"),
                });
                vec![block(format!("do partj = 1, {EXTENT}"), body, "end do")]
            }
            // rows, one after the other
            1 => self.parts_of(&Part {
                at: &|k| format!("partv({k}, :)"),
            }),
            _ => {
                let mut out = vec![];
                for k in 1..=EXTENT {
                    let all = Part {
                        at: &|i| format!("partv({i}, partj)"),
                    };
                    let assigned = self.one_part(k, &mut vec![], &all);
                    out.push(block(format!("do partj = 1, {EXTENT}"), vec![assigned], "end do"));
                }
                out
            }
        }
    }
}
