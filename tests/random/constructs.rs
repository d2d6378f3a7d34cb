//! Statements of one language level only: Fortran 90 and later, or Fortran 77.

use super::scope::{root, Loop, Scope, Shape, Ty, Var};
use super::stmt::names_element;
use super::tree::{block, line, mentions, Node};

impl Scope {
    /// A statement that only free-form programs have.
    pub fn newer(&mut self, depth: u32) -> Vec<Node> {
        match self.rng.below(13) {
            0 | 1 => self.forall(),
            2 => self.do_concurrent(),
            3 | 4 => self.associate(),
            5 => self.block_construct(depth),
            6 => self.nested_where(),
            7 | 8 => self.constructor(),
            9 => self.pointer(),
            10 => self.reallocation(),
            11 => self.output(),
            _ => self.logical(),
        }
    }

    /// A statement that only fixed-form programs have.
    pub fn older(&mut self, depth: u32) -> Vec<Node> {
        match self.rng.below(4) {
            0 => self.output(),
            1 => self.logical(),
            2 if depth > 0 => self.arithmetic_if(),
            3 if depth > 0 => self.computed_goto(),
            _ => self.assignment(),
        }
    }

    /// Builds with `f` without procedure calls: those of the program need not be PURE, and may know the variables by
    /// other names.
    pub fn without_calls<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let procs = std::mem::take(&mut self.procs);
        let functions = std::mem::take(&mut self.statement_functions);
        let out = f(self);
        self.procs = procs;
        self.statement_functions = functions;
        out
    }

    /// An assignment to the element of some array that has a loop's index.
    fn by_element(&mut self, i: &str) -> Option<(Var, String, String)> {
        let arrays = self.writable(Ty::Real, 1);
        if arrays.is_empty() {
            return None;
        }
        let v = self.rng.pick(&arrays);
        let at = v.place(i);
        self.loops.push(Loop::over(i, 1, self.n));
        let e = self.without_calls(|s| s.value(Ty::Real, 2, None));
        self.loops.pop();
        let lhs = format!("{}({at}){}", v.base, v.suffix);
        Some((v, lhs, e.text))
    }

    fn forall(&mut self) -> Vec<Node> {
        let Some(i) = self.free_index() else {
            return self.assignment();
        };
        let Some((v, lhs, rhs)) = self.by_element(&i) else {
            return self.assignment();
        };
        // gfortran assigns before it has read all if EQUIVALENCE gives the target another name
        if v.base.starts_with("eqv") && rhs.contains("eqs") {
            return self.assignment();
        }
        let n = self.n_text.clone();
        let range = self.rng.pick(&[
            format!("{i} = 1:{n}"),
            format!("{i} = 1:{n}:2"),
            format!("{i} = 1:{n}, {i} /= 2"),
        ]);
        if self.rng.chance(50) {
            return vec![line(format!("forall ({range}) {lhs} = {rhs}"))];
        }
        let assignment = vec![line(format!("{lhs} = {rhs}"))];
        vec![block(format!("forall ({range})"), assignment, "end forall")]
    }

    fn do_concurrent(&mut self) -> Vec<Node> {
        let Some(i) = self.free_index() else {
            return self.assignment();
        };
        match self.by_element(&i) {
            // each iteration must be one by itself
            Some((v, lhs, rhs)) if !mentions(&rhs, v.root()) && v.root() != "eq" => {
                let open = format!("do concurrent ({i} = 1:{})", self.n_text);
                vec![block(open, vec![line(format!("{lhs} = {rhs}"))], "end do")]
            }
            _ => self.assignment(),
        }
    }

    /// A name for an element, a section or an expression.
    fn associate(&mut self) -> Vec<Node> {
        self.names += 1;
        let name = format!("as{}", self.names);
        let mut v = Var {
            base: name.clone(),
            suffix: String::new(),
            ty: Ty::Real,
            rank: 0,
            lo: 1,
            writable: true,
            index: false,
        };
        let target = match self.rng.below(3) {
            0 => self.designator(Ty::Real, None, true),
            1 => {
                v.rank = 1;
                // gfortran 12 does not recognise that an associated section of components aliases the components
                let is_safe = |t: &String| t.contains(':') && !t.contains('%');
                self.section_of(Ty::Real, Shape::Full, true).filter(is_safe)
            }
            _ => {
                v.writable = false;
                Some(self.value(Ty::Real, 1, None).within(5))
            }
        };
        let Some(target) = target else {
            return self.assignment();
        };
        self.vars.push(v);
        let body = self.without_calls(|s| {
            let mut body = s.assignment();
            body.extend(s.array_assignment());
            body.extend(s.assignment());
            body
        });
        self.vars.retain(|w| w.base != name);
        vec![Node::Group(vec![block(
            format!("associate ({name} => {target})"),
            body,
            "end associate",
        )])]
    }

    /// A BLOCK with a local variable; every other one with an array that assignments allocate, and a saved variable.
    fn block_construct(&mut self, depth: u32) -> Vec<Node> {
        if depth == 0 {
            return self.assignment();
        }
        self.names += 1;
        let name = format!("bl{}", self.names);
        let first = self.value(Ty::Real, 1, None);
        self.vars.push(Var {
            base: name.clone(),
            suffix: String::new(),
            ty: Ty::Real,
            rank: 0,
            lo: 1,
            writable: true,
            index: false,
        });
        let mut body = vec![
            line(format!("real({}) :: {name}", self.kind)),
            line(format!("{name} = {}", first.text)),
        ];
        body.extend(self.assignment());
        body.extend(self.array_assignment());
        if let Some(lhs) = self.designator(Ty::Real, None, true) {
            body.push(line(format!("{lhs} = {}*{name}", self.real(0.7))));
        }
        self.vars.retain(|w| w.base != name);
        if self.names.is_multiple_of(2) {
            body.insert(0, line(format!("real({}), allocatable :: {name}_a(:)", self.kind)));
            body.insert(1, line(format!("integer :: {name}_k = 2")));
            body.insert(4, line(format!("{name}_a = [{name}, 0.5*{name}, {name}**2]")));
            body.push(line(format!("{name}_a = {name}_a({name}_k:)*{name}")));
            if let Some(lhs) = self.designator(Ty::Real, None, true) {
                body.push(line(format!("{lhs} = 0.3*sum({name}_a)")));
            }
        }
        vec![Node::Group(vec![block("block", vec![Node::Group(body)], "end block")])]
    }

    /// Masks in masks, and several in turn.
    fn nested_where(&mut self) -> Vec<Node> {
        let mask = |s: &mut Scope| -> Option<String> {
            let a = s.section(Ty::Real, Shape::Full)?;
            let c = f64::from(s.rng.range(-9, 14)) / 10.0 + 0.0137;
            Some(format!("{a} > {}", s.real(c)))
        };
        let set = |s: &mut Scope| -> Option<Node> {
            let lhs = s.section_of(Ty::Real, Shape::Full, true)?;
            let e = s.without_calls(|s| s.value(Ty::Real, 1, Some(Shape::Full)));
            if names_element(&e.text, root(&lhs)) {
                return None;
            }
            Some(line(format!("{lhs} = {}", e.text)))
        };
        let mut parts = || -> Option<Vec<(String, Vec<Node>)>> {
            let (m1, m2) = (mask(self)?, mask(self)?);
            let (a, b, c) = (set(self)?, set(self)?, set(self)?);
            if self.rng.chance(50) {
                let m3 = mask(self)?;
                let inner = vec![(format!("where ({m3})"), vec![b]), ("elsewhere".to_string(), vec![c])];
                return Some(vec![(
                    format!("where ({m1})"),
                    vec![a, Node::Block(inner, "end where".into())],
                )]);
            }
            Some(vec![
                (format!("where ({m1})"), vec![a]),
                (format!("elsewhere ({m2})"), vec![b]),
                ("elsewhere".to_string(), vec![c]),
            ])
        };
        match parts() {
            Some(parts) => vec![Node::Block(parts, "end where".to_string())],
            None => self.assignment(),
        }
    }

    /// An array, or a value of derived type, from its parts.
    fn constructor(&mut self) -> Vec<Node> {
        let records: Vec<_> = self.records.iter().filter(|r| r.writable).cloned().collect();
        if !records.is_empty() && self.rng.chance(50) {
            let r = self.rng.pick(&records);
            let (mass, speed) = (
                self.value(Ty::Real, 1, None).text,
                self.value(Ty::Real, 1, Some(Shape::Full)).text,
            );
            let lhs = match (r.rank, self.rng.below(2)) {
                (0, _) => r.name,
                (_, 0) => format!("{}({})", r.name, self.index()),
                (_, _) => r.name,
            };
            return vec![line(format!("{lhs} = cell({mass}, {speed}, 3)"))];
        }
        let Some(lhs) = self.section_of(Ty::Real, Shape::Full, true) else {
            return self.assignment();
        };
        let n = self.n;
        if self.rng.chance(40) {
            let Some(i) = self.free_index() else {
                return self.assignment();
            };
            self.loops.push(Loop::over(&i, 1, n));
            let e = self.without_calls(|s| s.value(Ty::Real, 2, None));
            self.loops.pop();
            return vec![line(format!("{lhs} = [({}, {i} = 1, {n})]", e.text))];
        }
        let items: Vec<String> = (0..n).map(|_| self.value(Ty::Real, 1, None).text).collect();
        vec![line(format!("{lhs} = [{}]", items.join(", ")))]
    }

    /// The pointer of the unit, if it has one, to another target.
    fn pointer(&mut self) -> Vec<Node> {
        let Some(p) = self.vars.iter().find(|v| v.base.starts_with("eqp")).cloned() else {
            return self.assignment();
        };
        let tag = p.base.trim_start_matches("eqp");
        let target = self.rng.pick(&["eqt1", "eqt2"]);
        let part = self
            .rng
            .pick(&["", "", &format!("({}:1:-1)", self.n)].map(str::to_string));
        vec![line(format!("{} => {target}{tag}{part}", p.base))]
    }

    /// An allocatable array, deallocated and allocated again, or given its shape by assignment.
    fn reallocation(&mut self) -> Vec<Node> {
        let names = self.allocatables.clone();
        let mut list = self.vars.clone();
        list.retain(|v| names.contains(&v.base) && self.loops.is_empty());
        if list.is_empty() {
            return self.assignment();
        }
        let v = self.rng.pick(&list);
        let e = self.without_calls(|s| s.value(Ty::Real, 1, Some(Shape::Full)));
        if mentions(&e.text, &v.base) {
            let x = self.value(Ty::Real, 1, None);
            let (lo, hi) = (v.lo + 1, v.lo + self.n - 1);
            return vec![line(format!("{0} = [{0}({lo}:{hi}), {1}]", v.base, x.text))];
        }
        let hi = v.lo + self.n - 1;
        vec![Node::Group(vec![
            line(format!("deallocate({})", v.base)),
            line(format!("allocate({}({}:{hi}))", v.base, v.lo)),
            line(format!("{} = {}", v.base, e.text)),
        ])]
    }

    /// A value, printed.
    fn output(&mut self) -> Vec<Node> {
        let Some(x) = self.designator(Ty::Real, None, false).filter(|_| self.prints) else {
            return self.assignment();
        };
        let text = match self.rng.below(3) {
            0 => format!("print *, 'value', {x}"),
            1 => format!("write (*, *) {x}"),
            _ => format!("write (*, '(a, e12.4)') 'value', {x}"),
        };
        vec![line(text)]
    }

    fn logical(&mut self) -> Vec<Node> {
        let Some(name) = self.logicals.first().cloned() else {
            return self.assignment();
        };
        vec![line(format!("{name} = {}", self.test(1)))]
    }

    /// `if (x) 10, 20, 30` with a piece of code at each label.
    fn arithmetic_if(&mut self) -> Vec<Node> {
        let e = self.real_expr(1, None);
        let labels: Vec<u32> = (0..3).map(|_| self.new_label()).collect();
        let first = format!("if ({}) {}, {}, {}", e.text, labels[0], labels[1], labels[2]);
        self.at_labels(first, &labels)
    }

    pub fn computed_goto(&mut self) -> Vec<Node> {
        let k = self.small_int(1);
        let labels: Vec<u32> = (0..2).map(|_| self.new_label()).collect();
        let first = format!("goto ({}, {}), {k}", labels[0], labels[1]);
        self.at_labels(first, &labels)
    }

    fn at_labels(&mut self, first: String, labels: &[u32]) -> Vec<Node> {
        let end = self.new_label();
        let mut out = vec![line(first)];
        for &l in labels {
            out.push(Node::Line(Some(l), "continue".into()));
            out.extend(self.assignment());
            if self.rng.chance(70) {
                out.push(line(format!("goto {end}")));
            }
        }
        out.push(Node::Line(Some(end), "continue".into()));
        vec![Node::Group(out)]
    }
}
