//! Kernels: procedures that pass over arrays of any extent, overwrite some of them or all, and call each other with
//! parts of their arguments.

use super::scope::{Formal, Proc, Scope, Ty, Var, Want};
use super::strip::Strip;
use super::tree::{block, line, Decl, Node, Unit};
use super::unit::{Flavor, Maker};
use super::weights::{Piece, PIECES};

fn decl(name: &str, text: String) -> Decl {
    Decl {
        name: name.into(),
        text,
    }
}

impl Maker {
    /// The dummy arguments; the extent, if it is one of them, is the first or the last.
    fn kernel_formals(&mut self, function: bool, assumed: bool) -> Vec<Formal> {
        let bare = self.flavor == Flavor::Fixed || self.rng.chance(30);
        let mut out = vec![];
        let mut add = |name: &str, want, input, output| {
            out.push(Formal {
                name: name.into(),
                want,
                input,
                output,
                assumed: assumed && want == Want::Part,
                optional: false,
                bare,
            });
        };
        let reads = function || self.rng.chance(85);
        add("ax", Want::Part, reads, !function);
        if !reads || self.rng.chance(65) {
            add("bx", Want::Part, true, !function && reads && self.rng.chance(30));
        }
        if self.rng.chance(65) {
            add("sx", Want::Value(Ty::Real, 0), true, !function && self.rng.chance(50));
        }
        if !assumed {
            add("mx", Want::Length, true, false);
            if self.rng.chance(60) {
                out.rotate_right(1);
            }
        }
        if self.flavor == Flavor::Module && !function && self.rng.chance(20) {
            out.push(Formal {
                name: "ox".into(),
                want: Want::Value(Ty::Real, 0),
                input: true,
                output: self.rng.chance(40),
                assumed: false,
                optional: true,
                bare: false,
            });
        }
        out
    }

    /// Declares the dummy arguments and makes them visible, except for optional and undefined ones, which it returns.
    fn kernel_declarations(&mut self, formals: &[Formal], scope: &mut Scope, decls: &mut Vec<Decl>) -> Vec<Strip> {
        let mut unset = vec![];
        for f in formals.iter().filter(|f| f.want != Want::Part) {
            let known = scope.vars.len();
            self.declare_formal(f, decls, scope);
            if f.optional {
                scope.vars.truncate(known);
            }
        }
        let t = self.type_name(Ty::Real);
        for f in formals.iter().filter(|f| f.want == Want::Part) {
            let lo = i32::from(!self.rng.chance(12));
            let m = scope.extent();
            let dims = match (f.assumed, lo) {
                (true, 1) => ":".to_string(),
                (true, _) => format!("{lo}:"),
                (false, 1) => m,
                (false, _) => format!("{lo}:{m}-1"),
            };
            decls.push(decl("", format!("{t}{} :: {}({dims})", f.intent(), f.name)));
            let to = if f.input { &mut scope.strips } else { &mut unset };
            to.push(Strip::vector(&f.name, lo, f.output, !f.assumed));
        }
        unset
    }

    /// A work array and a list of subscripts, with the extent of the arguments.
    fn kernel_locals(&mut self, scope: &mut Scope, decls: &mut Vec<Decl>, first: &mut Vec<(String, Node)>) {
        let (t, m) = (self.type_name(Ty::Real), scope.extent());
        let i = scope.indices[0].clone();
        decls.push(decl("wk", format!("{t} :: wk({m})")));
        decls.push(decl("ls", format!("integer :: ls({m})")));
        let fill = |set: String| Node::Group(vec![block(format!("do {i} = 1, {m}"), vec![line(set)], "end do")]);
        let value = scope.real(0.4);
        first.push(("wk".into(), fill(format!("wk({i}) = {value}*{i}/{m}"))));
        first.push(("ls".into(), fill(format!("ls({i}) = {m} + 1 - {i}"))));
        decls.push(decl("cf", format!("{t} :: cf({m})")));
        decls.push(decl("co", format!("{t} :: co")));
        first.push(("cf".into(), fill(format!("cf({i}) = {value}*{i}/{m}"))));
        first.push(("co".into(), line(format!("co = {value}"))));
        scope.coefficients = Some((Strip::vector("cf", 1, true, true), "co".into()));
        scope.strips.push(Strip::vector("wk", 1, true, true));
        scope.lists.push(Strip::vector("ls", 1, true, true));
        for name in ["t1", "t2"] {
            decls.push(decl(name, format!("{t} :: {name}")));
            let v = Var {
                base: name.into(),
                suffix: String::new(),
                ty: Ty::Real,
                rank: 0,
                lo: 1,
                writable: true,
                index: false,
            };
            self.first_value(scope, v, name, first);
        }
    }

    /// Write-only arguments are written first.
    fn kernel_outputs(&mut self, unset: Vec<Strip>, passive: bool, scope: &mut Scope, first: &mut Vec<(String, Node)>) {
        for x in unset {
            let Some(y) = scope.strip(false) else { continue };
            let node = if scope.modern && self.rng.chance(40) {
                let e = if passive {
                    scope.threshold()
                } else {
                    scope.whole_value(&[&y])
                };
                line(format!("{} = {e}", x.whole))
            } else {
                let i = scope.indices[0].clone();
                let e = if passive {
                    scope.threshold()
                } else {
                    scope.in_sweep(&i, |s| s.mix(&[y.at(&i)]))
                };
                let set = vec![line(format!("{} = {e}", x.at(&i)))];
                Node::Group(vec![scope.sweep(&i, set)])
            };
            first.push((String::new(), node));
            scope.strips.push(x);
        }
    }

    /// Creates a kernel and adds it to the callable procedures.
    pub fn kernel(&mut self, name: &str) -> Unit {
        let assumed = self.flavor == Flavor::Module && self.rng.chance(45);
        let function = self.rng.chance(15);
        // overwrites with passive values
        let passive = !function && self.rng.chance(15);
        let recursive = self.modern() && !function && self.rng.chance(15);
        let formals = self.kernel_formals(function, assumed);
        let mut scope = self.scope(9, "");
        scope.strip_extent = Some(if assumed { "size(ax)".into() } else { "mx".into() });
        if function {
            scope.procs.retain(|p| p.pure_function);
        }
        let mut decls = self.opening(false, &formals);
        let unset = self.kernel_declarations(&formals, &mut scope, &mut decls);
        scope.vars.extend(self.globals.iter().cloned().map(|mut v| {
            v.writable &= !function;
            v
        }));
        self.declare_globals(&mut decls);
        self.declare_functions(&mut decls, false);
        let mut first = vec![];
        self.loop_indices(&mut scope, &mut decls, &mut first);
        self.kernel_locals(&mut scope, &mut decls, &mut first);
        self.kernel_outputs(unset, passive, &mut scope, &mut first);
        scope.complex = false;
        scope.inside = name.into();
        let result = function.then(|| if self.modern() { "val" } else { name });
        if let Some(r) = result {
            decls.push(decl("", format!("{} :: {r}", self.type_name(Ty::Real))));
        }
        let mut body = vec![];
        let pieces = if passive { 0 } else { 2 + self.rng.below(3) };
        for _ in 0..pieces {
            body.extend(scope.kernel_piece(2));
        }
        for _ in 0..if passive { 1 + self.rng.below(2) } else { 0 } {
            body.extend(scope.passive().unwrap_or_default());
        }
        if let Some(f) = formals.iter().find(|f| f.optional) {
            body.push(scope.if_present(f));
        }
        if !passive && !function && self.rng.chance(70) {
            let outputs: Vec<String> = formals
                .iter()
                .filter(|f| f.output && !f.optional)
                .map(|f| f.name.clone())
                .collect();
            body.extend(scope.harvest(&outputs, 3));
        }
        if recursive {
            let globals = self.globals.iter().map(|g| g.base.clone()).collect();
            body.extend(scope.rest(name, &formals, globals));
        }
        if let Some(r) = result {
            let of: Vec<String> = scope.strips.iter().map(|s| s.at("1")).chain(["t1".into()]).collect();
            let e = scope.mix(&of);
            body.push(line(format!("{r} = {e}")));
        }
        let names: Vec<&str> = formals.iter().map(|f| f.name.as_str()).collect();
        let (word, clause) = match result {
            Some(r) if self.modern() => ("function", format!(" result({r})")),
            Some(_) => ("function", String::new()),
            None => ("subroutine", String::new()),
        };
        let prefix = if recursive { "recursive " } else { "" };
        let unit = Unit {
            head: format!("{prefix}{word} {name}({}){clause}", names.join(", ")),
            decls,
            first,
            body,
            inner: vec![],
            end: format!("end {word} {name}"),
        };
        let touches = self.touched(&unit);
        self.procs.push(Proc {
            name: name.into(),
            formals,
            result: function.then_some(Ty::Real),
            result_rank: 0,
            touches,
            pure_function: function,
            elemental: false,
        });
        unit
    }
}

impl Scope {
    fn kernel_piece(&mut self, depth: u32) -> Vec<Node> {
        match self.rng.weighted(PIECES) {
            Piece::Assignment => self.element_assignment(),
            Piece::Global => self.global_assignment(),
            Piece::Call if self.rng.chance(30) => self.call_with_rest(),
            Piece::Call => self.call(),
            Piece::Branch if depth > 0 => {
                let test = self.test(1);
                let mut parts = vec![(format!("if ({test}) then"), self.kernel_piece(depth - 1))];
                if self.rng.chance(50) {
                    parts.push(("else".into(), self.kernel_piece(depth - 1)));
                }
                vec![Node::Block(parts, "end if".into())]
            }
            Piece::TimeLoop if depth > 1 => self.time_loop(1),
            Piece::Return if self.result_is_set() => {
                let (test, gt) = (self.threshold(), self.relation(">"));
                match self.strip(false) {
                    Some(x) => vec![line(format!("if ({} {gt} {test}) return", x.at("1")))],
                    None => self.assignment(),
                }
            }
            Piece::Pattern | Piece::Branch | Piece::TimeLoop | Piece::Return => self.pattern(),
        }
    }

    /// A function has no value before its last statement.
    fn result_is_set(&self) -> bool {
        self.strips.iter().any(|s| s.writable && s.open != "wk(")
    }

    /// To a scalar or an end of a strip.
    fn element_assignment(&mut self) -> Vec<Node> {
        let m = self.extent();
        let ends: Vec<String> = self.strips.iter().flat_map(|s| [s.at("1"), s.at(&m)]).collect();
        let Some(t) = self.scalar() else {
            return self.pattern();
        };
        let e = self.mix(&ends);
        vec![line(format!("{t} = {e}"))]
    }

    fn global_assignment(&mut self) -> Vec<Node> {
        let mut globals = self.writable(Ty::Real, 0);
        globals.extend(self.writable(Ty::Real, 1));
        globals.retain(|g| g.base.starts_with('g'));
        if globals.is_empty() {
            return self.pattern();
        }
        let g = self.rng.pick(&globals);
        let lhs = self.element(&g);
        let ends: Vec<String> = self.strips.iter().map(|s| s.at("1")).chain([lhs.clone()]).collect();
        let e = self.mix(&ends);
        vec![line(format!("{lhs} = {e}"))]
    }

    /// Uses an optional argument if it is present.
    fn if_present(&mut self, f: &Formal) -> Node {
        let of = [f.name.clone(), "t1".to_string()];
        let e = self.mix(&of);
        let mut body = vec![line(format!("t1 = {e}"))];
        if let Some(x) = self.strip(true) {
            let e = self.mix(&[x.at("1"), "t1".into()]);
            body.push(line(format!("{} = {e}", x.at("1"))));
        }
        if f.output {
            body.push(line(format!("{0} = {1}*{0}*t1", f.name, self.real(0.5))));
        }
        block(format!("if (present({})) then", f.name), body, "end if")
    }

    /// Recurses on the elements after the first; without globals, which would have another name there.
    fn rest(&mut self, name: &str, formals: &[Formal], touches: Vec<String>) -> Vec<Node> {
        let p = Proc {
            name: name.into(),
            formals: formals.iter().filter(|f| !f.optional).cloned().collect(),
            result: None,
            result_rank: 0,
            touches,
            pure_function: false,
            elemental: false,
        };
        self.tail_call(&p).into_iter().collect()
    }

    /// Calls a kernel with the elements after the first.
    fn call_with_rest(&mut self) -> Vec<Node> {
        let mut list = self.procs.clone();
        list.retain(|p| p.result.is_none() && p.formals.iter().any(|f| f.want == Want::Part));
        if list.is_empty() {
            return self.pattern();
        }
        let p = self.rng.pick(&list);
        match self.tail_call(&p) {
            Some(node) => vec![node],
            None => self.pattern(),
        }
    }

    fn tail_call(&mut self, p: &Proc) -> Option<Node> {
        let m = self.extent();
        let args = self.actuals_of(p, 1, None, Some(super::weights::Extent::Short))?;
        let call = line(format!("call {}({})", p.name, args.join(", ")));
        let gt = self.relation(">");
        Some(Node::Group(vec![block(
            format!("if ({m} {gt} 1) then"),
            vec![call],
            "end if",
        )]))
    }
}
