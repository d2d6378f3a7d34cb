//! Control flow that ordinary bodies lack: loops whose bounds change inside, named exits from any construct, SELECT
//! CASE with ranges, strings and logical values, computed GOTO.

use super::Site;
use crate::random::scope::{Loop, Scope};
use crate::random::tree::{block, line, Node};
use crate::random::unit::Maker;
use crate::random::weights::MORE_FEATURES_FROM;

impl Maker {
    /// Needs no declarations.
    pub fn control(&mut self, site: &mut Site) {
        site.op(|s, depth| s.moving_bounds(depth));
        site.op(|s, depth| s.named_jumps(depth));
        site.op(|s, depth| s.left_by_name(depth));
        site.op(|s, depth| s.cases(depth));
        site.op(|s, depth| (depth > 0).then(|| s.computed_goto()));
        site.op(|s, depth| s.strided_loops(depth));
        if self.seed >= MORE_FEATURES_FROM {
            site.op(|s, depth| s.associate_left(depth));
        }
    }
}

impl Scope {
    /// Builds inside a loop whose index also takes values outside of the arrays' bounds.
    fn in_loop(&mut self, i: &str, min: i32, max: i32, depth: u32) -> Vec<Node> {
        self.loops.push(Loop::over(i, min, max));
        let body = self.statements(2, depth - 1);
        self.loops.pop();
        body
    }

    /// `do i = 1, k` where `k` and the index of an outer loop change.
    fn moving_bounds(&mut self, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        let i = self.free_index()?;
        self.loops.push(Loop::over(&i, 1, self.n));
        let found = self.free_index();
        let made = found.map(|k| {
            // no other statement uses the bound
            self.loops.push(Loop::over(&k, -9, 9));
            let mut body = self.statements(2, depth - 1);
            self.loops.pop();
            let by = self.rng.pick(&["k0 - 1", "k0/2", "1"]).replace("k0", &k);
            let at = self.rng.below(body.len() + 1);
            body.insert(at, line(format!("{k} = {by}")));
            Node::Group(vec![
                line(format!("{k} = {}", self.n)),
                block(format!("do {i} = 1, {k}"), body, "end do"),
            ])
        });
        self.loops.pop();
        made.map(|m| vec![m])
    }

    /// EXIT and CYCLE of the outer loop from the inner one.
    fn named_jumps(&mut self, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        let i = self.free_index()?;
        self.names += 1;
        let name = format!("far{}", self.names);
        self.loops.push(Loop::over(&i, 1, self.n));
        let made = self.free_index().map(|j| {
            let mut inner = self.in_loop(&j, 1, self.n, 1);
            let (a, b) = (self.test(1), self.test(1));
            let jump = self.rng.pick(&["exit", "cycle"]);
            inner.insert(0, line(format!("if ({a}) {jump} {name}")));
            if self.rng.chance(50) {
                inner.push(line(format!("if ({b}) cycle")));
                inner.extend(self.assignment());
            }
            let mut outer = self.assignment();
            outer.push(block(format!("do {j} = 1, {}", self.n), inner, "end do"));
            outer.extend(self.assignment());
            block(
                format!("{name}: do {i} = 1, {}", self.n),
                outer,
                format!("end do {name}"),
            )
        });
        self.loops.pop();
        made.map(|m| vec![m])
    }

    /// EXIT from a branch, a BLOCK or a selection.
    fn left_by_name(&mut self, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        self.names += 1;
        let name = format!("way{}", self.names);
        let (a, b) = (self.test(1), self.test(1));
        let mut body = self.assignment();
        body.push(line(format!("if ({a}) exit {name}")));
        body.extend(self.statements(2, depth - 1));
        let open = match self.rng.below(3) {
            0 => (format!("{name}: if ({b}) then"), format!("end if {name}")),
            1 => (format!("{name}: block"), format!("end block {name}")),
            _ => {
                let k = self.small_int(1);
                let parts = vec![
                    (format!("{name}: select case ({k})"), vec![]),
                    ("case (:3)".into(), body),
                    ("case default".into(), self.assignment()),
                ];
                return Some(vec![Node::Group(vec![Node::Block(
                    parts,
                    format!("end select {name}"),
                )])]);
            }
        };
        Some(vec![Node::Group(vec![block(open.0, body, open.1)])])
    }

    /// EXIT from an ASSOCIATE.
    fn associate_left(&mut self, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        let x = self.scalar()?;
        self.names += 1;
        let (name, alias) = (format!("way{}", self.names), format!("is{}", self.names));
        let test = self.test(1);
        let mut body = vec![
            line(format!("{alias} = {}", self.mix(std::slice::from_ref(&alias)))),
            line(format!("if ({test}) exit {name}")),
        ];
        body.extend(self.assignment());
        body.push(line(format!("{alias} = {}*{alias}", self.real(0.7))));
        let open = format!("{name}: associate ({alias} => {x})");
        Some(vec![Node::Group(vec![block(
            open,
            body,
            format!("end associate {name}"),
        )])])
    }

    fn cases(&mut self, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        let d = depth - 1;
        let (open, labels): (String, Vec<&str>) = match self.rng.below(3) {
            0 => (format!("({})", self.test(0)), vec!["(.true.)", "(.false.)"]),
            1 => (
                format!("(char(97 + mod(abs({}), 5)))", self.small_int(1)),
                vec!["('a':'b')", "('c')", "default"],
            ),
            _ => (format!("({})", self.small_int(1)), vec!["(:-2)", "(-1, 1:2)", "(3:)"]),
        };
        let mut parts = vec![(format!("select case {open}"), vec![])];
        for l in labels {
            parts.push((format!("case {l}"), self.statements(2, d)));
        }
        Some(vec![Node::Block(parts, "end select".into())])
    }

    /// Loops of any stride, over their own index outside.
    fn strided_loops(&mut self, depth: u32) -> Option<Vec<Node>> {
        if depth == 0 {
            return None;
        }
        let i = self.free_index()?;
        let n = self.n;
        let (range, min, max) = match self.rng.below(5) {
            0 => (format!("{n}, 1, -2"), 1, n),
            1 => (format!("-1, {n}, 3"), -1, n),
            2 => (format!("1, {n}, {}", n + 2), 1, n),
            3 => ("3, 2".into(), 3, 3),
            _ => (format!("2*{n}, {n}, -2"), n, 2 * n),
        };
        let body = self.in_loop(&i, min, max, depth);
        let (x, y) = (self.scalar()?, self.real(0.1));
        let after = line(format!("{x} = sin({x} + {y}*{i})"));
        Some(vec![block(format!("do {i} = {range}"), body, "end do"), after])
    }
}
