//! Statements.

use super::scope::{root, Proc, Scope, Shape, Ty, Var};
use super::tree::{line, mentions, Node};
use super::weights::{Needs, Statement, STATEMENTS};

impl Scope {
    /// Some statements, with at most `depth` levels of constructs.
    pub fn statements(&mut self, most: usize, depth: u32) -> Vec<Node> {
        let count = 1 + self.rng.below(most);
        let mut out = vec![];
        for _ in 0..count {
            if self.budget <= 0 {
                break;
            }
            self.budget -= 1;
            out.extend(self.statement(depth));
        }
        if out.is_empty() {
            out.extend(self.assignment());
        }
        out
    }

    fn statement(&mut self, depth: u32) -> Vec<Node> {
        if !self.ops.is_empty() && self.rng.chance(35) {
            return self.feature(depth);
        }
        let (kind, needs) = self.rng.weighted(STATEMENTS);
        let possible = match needs {
            Needs::Nothing => true,
            Needs::Depth => depth > 0,
            Needs::Modern => self.modern,
        };
        match kind {
            _ if !possible => self.assignment(),
            Statement::Assignment => self.assignment(),
            Statement::ArrayAssignment => self.array_assignment(),
            Statement::IntegerAssignment => self.integer_assignment(),
            Statement::Wrap => self.wrap(),
            Statement::OneLevel if self.modern => self.newer(depth),
            Statement::OneLevel => self.older(depth),
            Statement::Branch => self.branch(depth),
            Statement::Select => self.select(depth),
            Statement::CountLoop => self.count_loop(depth),
            Statement::WhileLoop => self.while_loop(depth),
            Statement::Endless => self.endless(depth),
            Statement::Leave => self.leave(),
            Statement::JumpForward => self.jump_forward(depth),
            Statement::JumpBackward => self.jump_backward(depth),
            Statement::JumpOut => self.jump_out(depth),
            Statement::Call => self.call(),
            Statement::Function => self.function_statement(),
            Statement::Where => self.where_(),
            Statement::RecordCopy => self.record_copy(),
            Statement::Swap => self.swap(),
            Statement::Pattern => self.pattern(),
            Statement::TimeLoop => self.time_loop(depth),
        }
    }

    /// To a scalar or an element.
    pub fn assignment(&mut self) -> Vec<Node> {
        let ty = if self.complex && self.rng.chance(25) {
            Ty::Complex
        } else {
            Ty::Real
        };
        let Some(lhs) = self.designator(ty, None, true) else {
            return vec![];
        };
        let depth = 1 + self.rng.below(3) as u32;
        if self.rng.chance(12) {
            // x = x*y and the like
            let f = self.value(ty, 1, None);
            let factor = self.real(0.5);
            return vec![line(format!("{lhs} = {factor}*{lhs}*{}", f.within(3)))];
        }
        let e = self.value(ty, depth, None);
        vec![line(format!("{lhs} = {}", e.text))]
    }

    pub fn array_assignment(&mut self) -> Vec<Node> {
        if !self.modern {
            return self.assignment();
        }
        let ty = if self.complex && self.rng.chance(25) {
            Ty::Complex
        } else {
            Ty::Real
        };
        let shape = self
            .rng
            .pick(&[Shape::Full, Shape::Full, Shape::Short, Shape::Odd, Shape::Matrix]);
        let Some(lhs) = self.designator(ty, Some(shape), true) else {
            return vec![];
        };
        if self.rng.chance(20) {
            if let Some(e) = self.transformational(ty, shape) {
                return vec![line(format!("{lhs} = {e}"))];
            }
        }
        let e = self.value(ty, 2, Some(shape));
        vec![line(format!("{lhs} = {}", e.text))]
    }

    fn transformational(&mut self, ty: Ty, shape: Shape) -> Option<String> {
        let scale = 1.0 / (2.0 * f64::from(self.n));
        let scale = self.real((scale * 100.0).floor() / 100.0);
        if self.rng.chance(25) {
            return self.reshaped(ty, shape);
        }
        Some(match (shape, self.rng.below(4)) {
            (Shape::Full, 0 | 1) => {
                let (m, v) = (self.section(ty, Shape::Matrix)?, self.section(ty, Shape::Full)?);
                format!("{scale}*matmul({m}, {v})")
            }
            (Shape::Full, 2) => {
                let v = self.section(ty, Shape::Full)?;
                format!("cshift({v}, {})", self.rng.range(-1, 2))
            }
            (Shape::Full, _) => {
                let m = self.section(ty, Shape::Matrix)?;
                format!("{scale}*sum({m}, dim={})", self.rng.range(1, 2))
            }
            (Shape::Matrix, 0 | 1) => {
                let (a, b) = (self.section(ty, Shape::Matrix)?, self.section(ty, Shape::Matrix)?);
                format!("{scale}*matmul({a}, {b})")
            }
            (Shape::Matrix, 2) => format!("transpose({})", self.section(ty, Shape::Matrix)?),
            (Shape::Matrix, _) => {
                let v = self.section(ty, Shape::Full)?;
                format!("spread({v}, {}, {})", self.rng.range(1, 2), self.n_text)
            }
            (Shape::Short | Shape::Odd, _) => return None,
        })
    }

    /// More intrinsics, whose values stay within bounds.
    fn reshaped(&mut self, ty: Ty, shape: Shape) -> Option<String> {
        let n = self.n;
        Some(match (shape, self.rng.below(3)) {
            (Shape::Full, 0) => format!("eoshift({}, {})", self.section(ty, Shape::Full)?, self.rng.range(-1, 2)),
            (Shape::Full, 1) if ty == Ty::Real => {
                let name = self.rng.pick(&["maxval", "minval"]);
                format!(
                    "{name}({}, dim={})",
                    self.section(ty, Shape::Matrix)?,
                    self.rng.range(1, 2)
                )
            }
            (Shape::Full, _) => {
                let (a, m) = (self.section(ty, Shape::Full)?, self.section(Ty::Real, Shape::Full)?);
                let b = self.section(ty, Shape::Full)?;
                format!("unpack({a}, {m} > {}, {b})", self.real(0.313))
            }
            (Shape::Matrix, 0) => {
                let v = self.section(ty, Shape::Full)?;
                format!("reshape([{}], [{n}, {n}])", vec![v; n as usize].join(", "))
            }
            (Shape::Matrix, 1) => format!("reshape({}, [{n}, {n}])", self.section(ty, Shape::Matrix)?),
            (Shape::Matrix, _) => format!(
                "cshift({}, 1, dim={})",
                self.section(ty, Shape::Matrix)?,
                self.rng.range(1, 2)
            ),
            (Shape::Short | Shape::Odd, _) => return None,
        })
    }

    fn integer_assignment(&mut self) -> Vec<Node> {
        let mut list: Vec<Var> = self.vars.clone();
        list.retain(|v| v.ty == Ty::Int && v.writable);
        if list.is_empty() {
            return vec![];
        }
        let v = self.rng.pick(&list);
        let lhs = self.element(&v);
        let rhs = if v.index {
            if self.rng.chance(50) {
                format!("mod({lhs}, {}) + 1", self.n)
            } else {
                self.index()
            }
        } else {
            match self.rng.below(3) {
                0 => format!("mod({lhs} + 3, 5)"),
                _ => format!("mod({}, 8)", self.small_int(1)),
            }
        };
        vec![line(format!("{lhs} = {rhs}"))]
    }

    fn branch(&mut self, depth: u32) -> Vec<Node> {
        let test = self.test(1);
        if self.rng.chance(20) {
            if let Some(Node::Line(None, s)) = self.assignment().pop() {
                return vec![line(format!("if ({test}) {s}"))];
            }
        }
        let mut parts = vec![(format!("if ({test}) then"), self.statements(3, depth - 1))];
        while self.rng.chance(35) && parts.len() < 3 {
            let test = self.test(1);
            parts.push((format!("else if ({test}) then"), self.statements(2, depth - 1)));
        }
        if self.rng.chance(55) {
            parts.push(("else".to_string(), self.statements(3, depth - 1)));
        }
        vec![Node::Block(parts, "end if".to_string())]
    }

    fn select(&mut self, depth: u32) -> Vec<Node> {
        let k = self.small_int(1);
        let mut parts = vec![];
        let mut cases = vec!["(0)", "(1:2)", "(3, 5)", "(:-1)", "(4)", "(7:)"];
        for _ in 0..=self.rng.below(3) {
            let at = self.rng.below(cases.len());
            let case = cases.remove(at);
            parts.push((format!("case {case}"), self.statements(2, depth - 1)));
        }
        if self.rng.chance(60) {
            let at = self.rng.below(parts.len() + 1);
            let body = self.statements(2, depth - 1);
            parts.insert(at, ("case default".to_string(), body));
        }
        parts.insert(0, (format!("select case ({k})"), vec![]));
        vec![Node::Block(parts, "end select".to_string())]
    }

    pub fn call(&mut self) -> Vec<Node> {
        let mut list = self.procs.clone();
        list.retain(|p| p.result.is_none() && p.name != self.inside);
        if list.is_empty() {
            return self.assignment();
        }
        let p = self.rng.pick(&list);
        self.call_of(&p)
    }

    /// A call of a subroutine.
    pub fn call_of(&mut self, p: &Proc) -> Vec<Node> {
        let shape = if p.elemental && self.rng.chance(50) {
            Some(Shape::Full)
        } else {
            None
        };
        if p.elemental && shape.is_some() && p.formals.iter().any(|f| f.output) {
            // all of the same shape, or scalars if only read
            return self.elemental_call(p);
        }
        match self.actuals(p, 1, None) {
            Some(args) => vec![line(format!("call {}({})", p.name, args.join(", ")))],
            None => self.assignment(),
        }
    }

    fn elemental_call(&mut self, p: &Proc) -> Vec<Node> {
        let mut used: Vec<String> = vec![];
        let mut args = vec![];
        for f in &p.formals {
            let Some(text) = self.section_of(Ty::Real, Shape::Full, f.output) else {
                return self.assignment();
            };
            if used.iter().any(|u| u == root(&text)) {
                return self.assignment();
            }
            used.push(root(&text).to_string());
            args.push(text);
        }
        vec![line(format!("call {}({})", p.name, args.join(", ")))]
    }

    /// `x = f(y)`, where the function may change globals.
    fn function_statement(&mut self) -> Vec<Node> {
        let mut list = self.procs.clone();
        list.retain(|p| p.result.is_some() && p.name != self.inside);
        if list.is_empty() {
            return self.assignment();
        }
        let p = self.rng.pick(&list);
        let ty = p.result.unwrap_or(Ty::Real);
        let shape = (p.result_rank == 1).then_some(Shape::Full);
        let (Some(lhs), Some(args)) = (self.designator(ty, shape, true), self.actuals(&p, 1, None)) else {
            return self.assignment();
        };
        let writes = |name: &str| mentions(&lhs, name);
        let outputs = p.formals.iter().zip(&args).filter(|(f, _)| f.output);
        // gfortran 12 copies a section back after the assignment of the function's value
        let copied = args.iter().any(|a| a.contains(':') && writes(root(a)));
        if copied || p.touches.iter().any(|t| writes(t)) || outputs.clone().any(|(_, a)| writes(root(a))) {
            return self.assignment();
        }
        vec![line(format!("{lhs} = {}({})", p.name, args.join(", ")))]
    }

    fn where_(&mut self) -> Vec<Node> {
        let (Some(mask), Some(lhs)) = (
            self.section(Ty::Real, Shape::Full),
            self.section_of(Ty::Real, Shape::Full, true),
        ) else {
            return self.assignment();
        };
        let e = self.value(Ty::Real, 1, Some(Shape::Full));
        if names_element(&e.text, root(&lhs)) {
            return self.assignment();
        }
        let test = format!("{mask} > {}", self.real(0.413));
        match self.rng.below(3) {
            0 => vec![line(format!("where ({test}) {lhs} = {}", e.text))],
            k => {
                let mut parts = vec![(format!("where ({test})"), vec![line(format!("{lhs} = {}", e.text))])];
                if k == 2 {
                    let f = self.value(Ty::Real, 1, Some(Shape::Full));
                    if names_element(&f.text, root(&lhs)) {
                        return self.assignment();
                    }
                    parts.push(("elsewhere".to_string(), vec![line(format!("{lhs} = {}", f.text))]));
                }
                vec![Node::Block(parts, "end where".to_string())]
            }
        }
    }

    fn record_copy(&mut self) -> Vec<Node> {
        let all = self.records.clone();
        let to: Vec<_> = all.iter().filter(|r| r.writable).cloned().collect();
        if all.len() < 2 || to.is_empty() {
            return self.assignment();
        }
        let (a, b) = (self.rng.pick(&to), self.rng.pick(&all));
        let mut name = |r: &super::scope::Record| match r.rank {
            0 => r.name.clone(),
            _ => format!("{}({})", r.name, self.index()),
        };
        let (a, b) = (name(&a), name(&b));
        vec![line(format!("{a} = {b}"))]
    }

    /// `t = a(i); a(i) = a(j); a(j) = t`
    fn swap(&mut self) -> Vec<Node> {
        let scalars = self.writable(Ty::Real, 0);
        let arrays = self.writable(Ty::Real, 1);
        if scalars.is_empty() || arrays.is_empty() {
            return self.assignment();
        }
        let (t, a) = (self.rng.pick(&scalars), self.rng.pick(&arrays));
        let (x, y) = (self.element(&a), self.element(&a));
        let t = format!("{}{}", t.base, t.suffix);
        vec![
            line(format!("{t} = {x}")),
            line(format!("{x} = {y}")),
            line(format!("{y} = {t}")),
        ]
    }
}

/// Checks whether an element of a variable is in the text. gfortran 12 evaluates it again for each element of a masked
/// assignment to the same variable.
pub fn names_element(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // one of its elements, by another name
    if name == "eqv" && super::tree::mentions(text, "eqs") {
        return true;
    }
    text.match_indices(name).any(|(at, _)| {
        let rest = &text[at + name.len()..];
        let whole = !text[..at].ends_with(is_word) && !rest.starts_with(is_word);
        let subscripts = rest.split([')', ' ']).next().unwrap_or("");
        whole && !subscripts.is_empty() && !subscripts.contains(':')
    })
}
