//! Loops, and jumps within and out of them.

use super::scope::{Loop, Scope, Ty, Var};
use super::tree::{block, line, Node};

impl Scope {
    /// Statements inside a loop.
    fn inside(&mut self, l: Loop, depth: u32) -> Vec<Node> {
        self.loops.push(l);
        let body = self.statements(3, depth - 1);
        self.loops.pop();
        body
    }

    /// A loop that may have a name.
    fn named(&mut self, l: Loop) -> Loop {
        if self.modern && self.rng.chance(40) {
            self.names += 1;
            let name = format!("loop{}", self.names);
            return Loop { name, ..l };
        }
        l
    }

    pub fn count_loop(&mut self, depth: u32) -> Vec<Node> {
        let Some(i) = self.free_index() else {
            return self.assignment();
        };
        let (n, nt) = (self.n, self.n_text.clone());
        let mut before = vec![];
        let mut extra = vec![];
        let holders: Vec<Var> = self
            .vars
            .iter()
            .filter(|v| v.index && v.rank == 0 && v.writable)
            .cloned()
            .collect();
        let (range, min, max) = match self.rng.below(14) {
            0..=3 => (format!("1, {nt}"), 1, n),
            4 => (format!("{nt}, 1, -1"), 1, n),
            5 => (format!("2, {nt}"), 2, n),
            6 => (format!("{nt}, 2, -2"), 2, n),
            7 => (format!("1, {nt}, 2"), 1, n),
            8 => (format!("{}, {}", n, n - 1), 1, n),
            9 => (format!("{}, {nt}", self.index()), 1, n),
            10 => (format!("{nt}, {}, -{}", self.index(), self.rng.range(1, 3)), 1, n),
            11 => {
                let k = self.small_int(0);
                (format!("1, min({nt}, {k})"), 1, n)
            }
            12 if !holders.is_empty() => {
                // the bound changes inside, which does not affect the number of iterations
                let v = self.rng.pick(&holders);
                extra.push(line(format!("{0} = mod({0}, {n}) + 1", v.base)));
                (format!("1, {}", v.base), 1, n)
            }
            13 if !holders.is_empty() => {
                // so does a stride that is a variable
                let v = self.rng.pick(&holders);
                if self.rng.chance(50) {
                    extra.push(line(format!("{0} = mod({0}, {n}) + 1", v.base)));
                }
                if self.rng.chance(30) {
                    before.push(line(format!("{} = {}", v.base, self.rng.range(1, 2))));
                }
                (format!("1, {nt}, {}", v.base), 1, n)
            }
            _ => (format!("1, {nt}"), 1, n),
        };
        let l = self.named(Loop::over(&i, min, max));
        let mut body = self.inside(l.clone(), depth);
        let at = self.rng.below(body.len() + 1);
        for e in extra {
            body.insert(at, e);
        }
        let made = if !self.modern && self.rng.chance(60) {
            let label = self.new_label();
            block(format!("do {label} {i} = {range}"), body, format!("{label} continue"))
        } else {
            l.around(&format!("do {i} = {range}"), body)
        };
        before.push(self.directed(made));
        if self.rng.chance(20) {
            // the index after the loop
            if let Some(x) = self.designator(Ty::Real, None, true) {
                before.push(line(format!("{x} = {}*{i}", self.real(0.2))));
            }
        }
        before
    }

    /// A loop, perhaps with a directive that changes no derivative.
    fn directed(&mut self, made: Node) -> Node {
        let before = match self.rng.below(12) {
            0 | 1 => format!("!$adc binomial-ckp snapshots={}", self.rng.range(1, 3)),
            2 => "!$adc binomial-ckp snapshots=0 disk=2".to_string(),
            3 => {
                let (start, end) = (line("!$adc checkpoint-start"), line("!$adc checkpoint-end"));
                return Node::Group(vec![start, made, end]);
            }
            _ => return made,
        };
        Node::Group(vec![line(before), made])
    }

    /// A counter that no other statement changes, for loops that end by a test.
    fn counter(&mut self) -> Option<String> {
        self.free_index()
    }

    pub fn while_loop(&mut self, depth: u32) -> Vec<Node> {
        let Some(k) = self.counter() else {
            return self.assignment();
        };
        let test = self.test(0);
        let (le, most) = (if self.modern { "<" } else { ".lt." }, self.rng.range(0, 5));
        let l = self.named(Loop::over(&k, 0, 9));
        let mut body = self.inside(l.clone(), depth);
        let counts = line(format!("{k} = {k} + 1"));
        // first: a CYCLE must not skip it
        body.insert(0, counts);
        let made = l.around(&format!("do while ({k} {le} {most} .and. {test})"), body);
        vec![Node::Group(vec![line(format!("{k} = 0")), self.directed(made)])]
    }

    pub fn endless(&mut self, depth: u32) -> Vec<Node> {
        let Some(k) = self.counter() else {
            return self.assignment();
        };
        let l = self.named(Loop::over(&k, 0, 9));
        let mut body = self.inside(l.clone(), depth);
        let gt = if self.modern { ">" } else { ".gt." };
        let test = self.test(0);
        let most = self.rng.range(1, 5);
        body.insert(0, line(format!("{k} = {k} + 1")));
        let exit = if l.name.is_empty() || self.rng.chance(50) {
            "exit".to_string()
        } else {
            format!("exit {}", l.name)
        };
        body.insert(1, line(format!("if ({k} {gt} {most} .or. {test}) {exit}")));
        let made = l.around("do", body);
        vec![Node::Group(vec![line(format!("{k} = 0")), self.directed(made)])]
    }

    /// EXIT, CYCLE, RETURN under a test.
    pub fn leave(&mut self) -> Vec<Node> {
        let test = self.test(1);
        if self.loops.is_empty() || self.rng.chance(8) {
            if self.no_return || self.rng.chance(70) {
                return self.assignment();
            }
            return vec![line(format!("if ({test}) return"))];
        }
        let word = self.rng.pick(&["exit", "cycle"]);
        let l = if self.rng.chance(60) {
            self.loops[self.loops.len() - 1].clone()
        } else {
            let loops = self.loops.clone();
            self.rng.pick(&loops)
        };
        // without a name the innermost is meant
        let text = if l.name.is_empty() {
            word.to_string()
        } else {
            format!("{word} {}", l.name)
        };
        if self.rng.chance(30) {
            let body: Vec<Node> = self.assignment().into_iter().chain([line(text)]).collect();
            return vec![block(format!("if ({test}) then"), body, "end if")];
        }
        vec![line(format!("if ({test}) {text}"))]
    }

    pub fn jump_forward(&mut self, depth: u32) -> Vec<Node> {
        let label = self.new_label();
        let test = self.test(1);
        let mut body = self.statements(2, depth - 1);
        if self.rng.chance(40) {
            // from inside a construct
            let inner = self.test(0);
            let mut part = self.assignment();
            part.push(line(format!("goto {label}")));
            body.push(block(format!("if ({inner}) then"), part, "end if"));
            body.extend(self.statements(2, depth - 1));
        }
        let mut out = vec![line(format!("if ({test}) goto {label}"))];
        out.extend(body);
        out.push(Node::Line(Some(label), "continue".to_string()));
        vec![Node::Group(out)]
    }

    pub fn jump_backward(&mut self, depth: u32) -> Vec<Node> {
        let Some(k) = self.counter() else {
            return self.assignment();
        };
        let label = self.new_label();
        // EXIT or CYCLE would be allowed here, but the loop's name does not exist
        let l = Loop::over(&k, 0, 9);
        let held = std::mem::take(&mut self.loops);
        self.indices.retain(|i| held.iter().all(|h| h.index != *i));
        self.loops.push(l);
        let body: Vec<Node> = {
            let mut s = self.assignment();
            s.extend(self.statements_without_leaving(depth));
            s
        };
        self.indices
            .extend(held.iter().map(|h| h.index.clone()).filter(|i| !i.is_empty()));
        self.loops = held;
        let (lt, most, test) = (
            if self.modern { "<" } else { ".lt." },
            self.rng.range(1, 4),
            self.test(0),
        );
        let mut out = vec![
            line(format!("{k} = 0")),
            Node::Line(Some(label), "continue".to_string()),
        ];
        out.push(line(format!("{k} = {k} + 1")));
        out.extend(body);
        out.push(line(format!("if ({k} {lt} {most} .and. {test}) goto {label}")));
        vec![Node::Group(out)]
    }

    fn statements_without_leaving(&mut self, depth: u32) -> Vec<Node> {
        let mut out = vec![];
        for _ in 0..=self.rng.below(2) {
            out.extend(match self.rng.below(4) {
                0 => self.array_assignment(),
                1 if depth > 1 => {
                    let test = self.test(1);
                    vec![block(format!("if ({test}) then"), self.assignment(), "end if")]
                }
                2 => self.call(),
                _ => self.assignment(),
            });
        }
        out
    }

    /// A jump out of one or two loops, to the statement after them.
    pub fn jump_out(&mut self, depth: u32) -> Vec<Node> {
        let Some(i) = self.free_index() else {
            return self.assignment();
        };
        let label = self.new_label();
        let l = Loop::over(&i, 1, self.n);
        let mut body = self.inside(l, depth);
        let test = self.test(1);
        let at = self.rng.below(body.len() + 1);
        body.insert(at, line(format!("if ({test}) goto {label}")));
        let made = block(format!("do {i} = 1, {}", self.n_text), body, "end do");
        let mut out = vec![made];
        out.extend(self.assignment());
        out.push(Node::Line(Some(label), "continue".to_string()));
        vec![Node::Group(out)]
    }
}
