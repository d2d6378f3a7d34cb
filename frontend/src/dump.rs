//! The program as text, for `adc dump --stage ir` and for tests: deterministic, a line for each declaration and statement.
//!
//! Expressions show what names were resolved to: `a[i]` is an element, `f(x)` a function reference, `@sin(x)` an intrinsic, `s{1:2}` a substring,
//! `t<...>` a constructor, `&f` a procedure. An assignment ends with the type of its value.

use crate::ir::*;
use std::fmt::Write;

/// The whole program.
pub fn dump(p: &Program) -> String {
    let mut d = Dump {
        p,
        out: String::new(),
        depth: 0,
    };
    for &u in &p.roots {
        d.unit(u);
    }
    d.out
}

/// A type as a user would write it.
pub fn type_name(p: &Program, ty: Ty) -> String {
    match ty {
        Ty::Integer(4) => "integer".into(),
        Ty::Real(4) => "real".into(),
        Ty::Complex(4) => "complex".into(),
        Ty::Logical(4) => "logical".into(),
        Ty::Integer(k) => format!("integer({k})"),
        Ty::Real(k) => format!("real({k})"),
        Ty::Complex(k) => format!("complex({k})"),
        Ty::Logical(k) => format!("logical({k})"),
        Ty::Character => "character".into(),
        Ty::Derived(t) => format!("type({})", p.symbols[t].name),
        Ty::Class(t) => format!("class({})", p.symbols[t].name),
        Ty::Unlimited => "class(*)".into(),
        Ty::Typeless => "typeless".into(),
        Ty::None => "no value".into(),
    }
}

/// An expression, as in [`dump`].
pub fn expr_text(p: &Program, e: &Expr) -> String {
    let d = Dump {
        p,
        out: String::new(),
        depth: 0,
    };
    d.expr(e)
}

/// A statement without its blocks, as in [`dump`].
pub fn stmt_text(p: &Program, s: &Stmt) -> String {
    let d = Dump {
        p,
        out: String::new(),
        depth: 0,
    };
    d.head(&s.kind)
}

struct Dump<'a> {
    p: &'a Program,
    out: String,
    depth: usize,
}

fn join<T>(items: impl IntoIterator<Item = T>, f: impl FnMut(T) -> String) -> String {
    items.into_iter().map(f).collect::<Vec<_>>().join(", ")
}

impl Dump<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.depth * 2);
    }

    fn name(&self, s: SymbolId) -> &str {
        &self.p.symbols[s].name
    }

    fn unit(&mut self, id: UnitId) {
        let u = &self.p.units[id];
        let mut head = String::new();
        let f = u.prefix;
        for (set, word) in [
            (f.recursive, "recursive "),
            (f.pure_, "pure "),
            (f.elemental, "elemental "),
            (f.impure, "impure "),
            (f.module, "module "),
            (f.interface_body, "interface "),
        ] {
            if set {
                head.push_str(word);
            }
        }
        head.push_str(match u.kind {
            UnitKind::Program => "program",
            UnitKind::Module => "module",
            UnitKind::Submodule => "submodule",
            UnitKind::Subroutine => "subroutine",
            UnitKind::Function => "function",
            UnitKind::BlockData => "block data",
        });
        let _ = write!(head, " {}", u.name);
        if u.is_procedure() {
            let args = join(&u.args, |a| a.map_or("*".into(), |s| self.name(s).to_string()));
            let _ = write!(head, "({args})");
        }
        if let Some(r) = u.result {
            let _ = write!(head, " -> {}", self.name(r));
        }
        self.line(&head);
        self.depth += 1;
        self.specification(id);
        for o in &u.omissions {
            self.line(&format!("left out: {}", o.what));
        }
        if !u.body.is_empty() {
            self.line("begin");
            self.depth += 1;
            self.block(&u.body);
            self.depth -= 1;
        }
        for &inner in &u.contains {
            self.unit(inner);
        }
        self.depth -= 1;
    }

    fn specification(&mut self, id: UnitId) {
        let u = &self.p.units[id];
        for d in &u.directives {
            let kind = match d.kind {
                DirectiveKind::Independent => "independent",
                DirectiveKind::Dependent => "dependent",
            };
            self.line(&format!("${kind} {}", d.names.join(", ")));
        }
        for used in &u.uses {
            let items = join(&used.items, |i| match &i.original {
                Some(o) => format!("{} => {o}", i.local),
                None => i.local.to_string(),
            });
            let only = if used.only { " only" } else { "" };
            let known = if used.module.is_some() { "" } else { " (built in)" };
            self.line(format!("use {}{known}{only} {items}", used.name).trim_end());
        }
        for &s in &u.symbols {
            let text = self.symbol(s);
            self.line(&text);
            if let SymbolKind::Type(def) = &self.p.symbols[s].kind {
                self.depth += 1;
                for &c in &def.components {
                    let text = self.symbol(c);
                    self.line(&text);
                }
                for b in &def.bindings {
                    let target = match b.proc {
                        Some(s) => self.name(s).to_string(),
                        None => b.generic.join(", "),
                    };
                    self.line(&format!("{} -> {target}", b.name));
                }
                self.depth -= 1;
            }
        }
        for c in &u.commons {
            let members = join(&c.members, |&s| self.name(s).to_string());
            self.line(&format!("common /{}/ {members}", self.p.commons[c.common].name));
        }
        for set in &u.equivalences {
            let text = join(set, |e| self.expr(e));
            self.line(&format!("equivalence ({text})"));
        }
        for d in &u.data {
            let objects = join(&d.objects, |e| self.expr(e));
            let values = join(&d.values, |(r, v)| match r {
                Some(r) => format!("{}*{}", self.expr(r), self.expr(v)),
                None => self.expr(v),
            });
            self.line(&format!("data {objects} / {values} /"));
        }
        for (name, members) in &u.namelists {
            let members = join(members, |&s| self.name(s).to_string());
            self.line(&format!("namelist /{name}/ {members}"));
        }
        for i in &u.interfaces {
            let generic = i.generic.map_or(String::new(), |g| format!(" {}", self.name(g)));
            let word = if i.is_abstract {
                "abstract interface"
            } else {
                "interface"
            };
            self.line(&format!("{word}{generic}"));
            self.depth += 1;
            for &b in &i.bodies {
                self.unit(b);
            }
            self.depth -= 1;
        }
    }

    fn symbol(&self, id: SymbolId) -> String {
        let s = &self.p.symbols[id];
        let mut text = match &s.kind {
            SymbolKind::Variable(v) => {
                let mut text = format!("{}: {}{}", s.name, self.decl(&v.ty), self.dims(&v.dims));
                match v.storage {
                    Storage::Local | Storage::Component => {}
                    Storage::Dummy => text.push_str(" dummy"),
                    Storage::Result => text.push_str(" result"),
                    Storage::Module => text.push_str(" module"),
                    Storage::Common(c) => {
                        let _ = write!(text, " in /{}/", self.p.commons[c].name);
                    }
                    Storage::Index => text.push_str(" index"),
                }
                text.push_str(&attrs(&v.attrs));
                match &v.init {
                    Some(Init::Value(e)) => {
                        let _ = write!(text, " = {}", self.expr(e));
                    }
                    Some(Init::Pointer(e)) => {
                        let _ = write!(text, " => {}", self.expr(e));
                    }
                    None => {}
                }
                text
            }
            SymbolKind::Constant(c) => format!(
                "{}: {}{} constant = {}",
                s.name,
                self.decl(&c.ty),
                self.dims(&c.dims),
                self.expr(&c.value)
            ),
            SymbolKind::Procedure(p) => {
                let class = match p.class {
                    ProcClass::External => "external",
                    ProcClass::Module => "module",
                    ProcClass::Internal => "internal",
                    ProcClass::Dummy => "dummy",
                    ProcClass::Pointer => "pointer",
                    ProcClass::Definition => "definition",
                };
                let kind = match &p.result {
                    Some(r) => format!("function {}", self.decl(r)),
                    None => "procedure".into(),
                };
                let known = match (p.unit, p.interface) {
                    (Some(_), _) => " (given)",
                    (None, Some(_)) => " (interface)",
                    (None, None) => "",
                };
                let rank = match p.result_rank {
                    0 => String::new(),
                    r => format!(" rank {r}"),
                };
                format!("{}: {class} {kind}{rank}{known}{}", s.name, attrs(&p.attrs))
            }
            SymbolKind::Generic(g) => {
                let specifics = join(&g.specifics, |&s| self.name(s).to_string());
                format!("{}: generic ({specifics})", s.name)
            }
            SymbolKind::Type(t) => {
                let parent = t
                    .extends
                    .map_or(String::new(), |e| format!(" extends {}", self.name(e)));
                format!("{}: derived type{parent}", s.name)
            }
            SymbolKind::StatementFunction(f) => {
                let args = join(&f.args, |&a| self.name(a).to_string());
                format!(
                    "{}({args}): {} statement function = {}",
                    s.name,
                    self.decl(&f.ty),
                    self.expr(&f.body)
                )
            }
            SymbolKind::Intrinsic(_) => format!("{}: intrinsic", s.name),
            SymbolKind::Namelist => format!("{}: namelist", s.name),
        };
        if s.private {
            text.push_str(" private");
        }
        text
    }

    fn decl(&self, d: &DeclType) -> String {
        let mut text = type_name(self.p, d.ty);
        match &d.len {
            Some(CharLen::Expr(e)) => {
                let _ = write!(text, "*{}", self.expr(e));
            }
            Some(CharLen::Assumed) => text.push_str("*(*)"),
            Some(CharLen::Deferred) => text.push_str("*(:)"),
            None => {}
        }
        text
    }

    fn dims(&self, dims: &[Dim]) -> String {
        if dims.is_empty() {
            return String::new();
        }
        let lower = |lo: &Option<Expr>| lo.as_ref().map_or(String::new(), |e| format!("{}:", self.expr(e)));
        let list = join(dims, |d| match d {
            Dim::Explicit(lo, hi) => format!("{}{}", lower(lo), self.expr(hi)),
            Dim::Assumed(None) | Dim::Deferred => ":".into(),
            Dim::Assumed(lo) => lower(lo),
            Dim::AssumedSize(lo) => format!("{}*", lower(lo)),
            Dim::AssumedRank => "..".into(),
        });
        format!(" [{list}]")
    }

    fn block(&mut self, block: &Block) {
        for s in block {
            let head = match s.label {
                Some(l) => format!("{l}: {}", self.head(&s.kind)),
                None => self.head(&s.kind),
            };
            self.line(&head);
            self.depth += 1;
            match &s.kind {
                StmtKind::If { arms, .. } | StmtKind::Where { arms } => {
                    for (i, arm) in arms.iter().enumerate() {
                        if i > 0 {
                            self.depth -= 1;
                            let text = match &arm.cond {
                                Some(c) => format!("else if {}", self.expr(c)),
                                None => "else".into(),
                            };
                            self.line(&text);
                            self.depth += 1;
                        }
                        self.block(&arm.body);
                    }
                }
                StmtKind::Select { cases, .. } => {
                    for c in cases {
                        let text = match &c.values {
                            None => "default".into(),
                            Some(values) => format!("case {}", join(values, |v| self.case(v))),
                        };
                        self.line(&text);
                        self.depth += 1;
                        self.block(&c.body);
                        self.depth -= 1;
                    }
                }
                StmtKind::SelectType { guards, .. } => {
                    for g in guards {
                        let text = self.guard(&g.test);
                        self.line(&format!("{text} as {}", self.name(g.local)));
                        self.depth += 1;
                        self.block(&g.body);
                        self.depth -= 1;
                    }
                }
                StmtKind::Scope { locals, body, .. } => {
                    for &l in locals {
                        let text = self.symbol(l);
                        self.line(&text);
                    }
                    self.block(body);
                }
                other => other.for_each_block(&mut |b| self.block(b)),
            }
            self.depth -= 1;
        }
    }

    fn case(&self, v: &CaseValue) -> String {
        let part = |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| self.expr(e));
        match v {
            CaseValue::Value(e) => self.expr(e),
            CaseValue::Range(lo, hi) => format!("{}:{}", part(lo), part(hi)),
        }
    }

    fn guard(&self, test: &GuardTest) -> String {
        match test {
            GuardTest::TypeIs(d) => format!("type is {}", type_name(self.p, d.ty)),
            GuardTest::ClassIs(d) => format!("class is {}", type_name(self.p, d.ty)),
            GuardTest::Rank(e) => format!("rank {}", self.expr(e)),
            GuardTest::AssumedSize => "rank *".into(),
            GuardTest::ClassDefault | GuardTest::RankDefault => "default".into(),
        }
    }

    fn ranges(&self, ranges: &[(SymbolId, Expr, Expr, Option<Expr>)], mask: &Option<Expr>) -> String {
        let text = join(ranges, |(s, lo, hi, step)| {
            let step = step.as_ref().map_or(String::new(), |e| format!(":{}", self.expr(e)));
            format!("{} = {}:{}{step}", self.name(*s), self.expr(lo), self.expr(hi))
        });
        match mask {
            Some(m) => format!("{text} mask {}", self.expr(m)),
            None => text,
        }
    }

    /// A statement without its blocks.
    fn head(&self, kind: &StmtKind) -> String {
        let named = |name: &Option<crate::ast::SmolStr>, text: String| match name {
            Some(n) => format!("{n}: {text}"),
            None => text,
        };
        let opt = |word: &str, e: &Option<Expr>| match e {
            Some(e) => format!("{word} {}", self.expr(e)),
            None => word.to_string(),
        };
        let list = |items: &[Expr]| join(items, |e| self.expr(e));
        let options = |o: &[(crate::ast::SmolStr, Expr)]| {
            o.iter()
                .map(|(k, e)| format!(" {k}={}", self.expr(e)))
                .collect::<String>()
        };
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                let rank = if rhs.rank > 0 {
                    format!(" rank {}", rhs.rank)
                } else {
                    String::new()
                };
                format!(
                    "{} = {}  : {}{rank}",
                    self.expr(lhs),
                    self.expr(rhs),
                    type_name(self.p, rhs.ty)
                )
            }
            StmtKind::PointerAssign { lhs, rhs } => format!("{} => {}", self.expr(lhs), self.expr(rhs)),
            StmtKind::Call { callee, args } => format!("call {}({})", self.callee(callee), self.args(args)),
            StmtKind::CallIntrinsic { name, args, .. } => format!("call @{name}({})", self.args(args)),
            StmtKind::If { name, arms, short } => {
                let word = if *short { "if (short)" } else { "if" };
                let cond = arms.first().and_then(|a| a.cond.as_ref());
                named(name, format!("{word} {}", cond.map_or(String::new(), |c| self.expr(c))))
            }
            StmtKind::Where { arms } => {
                let cond = arms.first().and_then(|a| a.cond.as_ref());
                format!("where {}", cond.map_or(String::new(), |c| self.expr(c)))
            }
            StmtKind::Do { name, control, .. } => named(
                name,
                match control {
                    DoControl::Forever => "do".into(),
                    DoControl::Count { var, lo, hi, step } => {
                        let step = step.as_ref().map_or(String::new(), |e| format!(", {}", self.expr(e)));
                        format!("do {} = {}, {}{step}", self.name(*var), self.expr(lo), self.expr(hi))
                    }
                    DoControl::While(c) => format!("do while {}", self.expr(c)),
                    DoControl::Concurrent { ranges, mask, .. } => {
                        format!("do concurrent {}", self.ranges(ranges, mask))
                    }
                },
            ),
            StmtKind::Select { name, expr, .. } => named(name, format!("select {}", self.expr(expr))),
            StmtKind::SelectType { name, expr, .. } => named(name, format!("select type {}", self.expr(expr))),
            StmtKind::Forall { ranges, mask, .. } => format!("forall {}", self.ranges(ranges, mask)),
            StmtKind::Exit(n) => format!("exit {}", n.as_deref().unwrap_or("")).trim_end().into(),
            StmtKind::Cycle(n) => format!("cycle {}", n.as_deref().unwrap_or("")).trim_end().into(),
            StmtKind::Goto(l) => format!("goto {l}"),
            StmtKind::ComputedGoto(ls, e) => format!("goto {ls:?} by {}", self.expr(e)),
            StmtKind::AssignLabel(l, s) => format!("assign {l} to {}", self.name(*s)),
            StmtKind::AssignedGoto(s, ls) => format!("goto {} of {ls:?}", self.name(*s)),
            StmtKind::ArithmeticIf(e, ls) => format!("if {} goto {ls:?}", self.expr(e)),
            StmtKind::Return(e) => opt("return", e),
            StmtKind::Stop { error, code, quiet } => {
                let stop = opt(if *error { "error stop" } else { "stop" }, code);
                match quiet {
                    Some(q) => format!("{stop} quiet {}", self.expr(q)),
                    None => stop,
                }
            }
            StmtKind::Pause(e) => opt("pause", e),
            StmtKind::Continue => "continue".into(),
            StmtKind::Allocate {
                ty,
                objects,
                options: o,
            } => {
                let ty = ty.as_ref().map_or(String::new(), |t| format!("{} :: ", self.decl(t)));
                let objects = join(objects, |(e, bounds)| {
                    let bounds = join(bounds, |(lo, hi)| match lo {
                        Some(lo) => format!("{}:{}", self.expr(lo), self.expr(hi)),
                        None => self.expr(hi),
                    });
                    format!("{}[{bounds}]", self.expr(e))
                });
                format!("allocate {ty}{objects}{}", options(o))
            }
            StmtKind::Deallocate { objects, options: o } => format!("deallocate {}{}", list(objects), options(o)),
            StmtKind::Nullify(objects) => format!("nullify {}", list(objects)),
            StmtKind::Io {
                kind, controls, items, ..
            } => {
                let controls = join(controls, |(k, c)| {
                    let key = k.as_ref().map_or(String::new(), |k| format!("{k}="));
                    let value = match c {
                        IoControl::Expr(e) => self.expr(e),
                        IoControl::Label(l) => format!("label {l}"),
                        IoControl::Namelist(s) => format!("namelist {}", self.name(*s)),
                        IoControl::Star => "*".into(),
                    };
                    format!("{key}{value}")
                });
                let word = format!("{kind:?}").to_lowercase();
                format!("{word} ({controls}) {}", list(items)).trim_end().into()
            }
            StmtKind::Format(text) => format!("format {text}"),
            StmtKind::Associate { name, pairs, .. } => {
                let pairs = join(pairs, |(s, e)| {
                    format!("{} => {} : {}", self.name(*s), self.expr(e), type_name(self.p, e.ty))
                });
                named(name, format!("associate {pairs}"))
            }
            StmtKind::Scope { name, .. } => named(name, "block".into()),
            StmtKind::Push(e) => format!("push {}", self.expr(e)),
            StmtKind::Pop(e) => format!("pop {}", self.expr(e)),
            StmtKind::PushControl { value, bits } => format!("push control {value} of {bits} bits"),
            StmtKind::PopControl { var, bits } => format!("pop control {} of {bits} bits", self.expr(var)),
            StmtKind::Comment(text) => format!("!{text}"),
        }
    }

    fn callee(&self, c: &Callee) -> String {
        let name = self.name(c.proc);
        match (&c.object, c.via) {
            (Some((object, bound)), _) => format!("{}%{bound}->{name}", self.expr(object)),
            (None, Some(via)) => format!("{}->{name}", self.name(via)),
            (None, None) => name.to_string(),
        }
    }

    fn args(&self, args: &[Arg]) -> String {
        join(args, |a| {
            let key = a.keyword.as_ref().map_or(String::new(), |k| format!("{k}="));
            match &a.value {
                ArgValue::Expr(e) => format!("{key}{}", self.expr(e)),
                ArgValue::AltReturn(l) => format!("*{l}"),
            }
        })
    }

    fn expr(&self, e: &Expr) -> String {
        let opt = |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| self.expr(e));
        match &e.kind {
            ExprKind::Int(t)
            | ExprKind::Real(t)
            | ExprKind::Str(t)
            | ExprKind::Logical(t)
            | ExprKind::Boz(t)
            | ExprKind::Hollerith(t) => t.to_string(),
            ExprKind::Complex(a, b) => format!("({}, {})", self.expr(a), self.expr(b)),
            ExprKind::Var(s) => self.name(*s).to_string(),
            ExprKind::Index(b, subs) => {
                let subs = join(subs, |s| match s {
                    Subscript::At(e) => self.expr(e),
                    Subscript::Range(lo, hi, None) => format!("{}:{}", opt(lo), opt(hi)),
                    Subscript::Range(lo, hi, step) => format!("{}:{}:{}", opt(lo), opt(hi), opt(step)),
                });
                format!("{}[{subs}]", self.expr(b))
            }
            ExprKind::Component(b, c) => format!("{}%{}", self.expr(b), self.name(*c)),
            ExprKind::Substring(b, lo, hi) => {
                let part = |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), |e| self.expr(e));
                format!("{}{{{}:{}}}", self.expr(b), part(lo), part(hi))
            }
            ExprKind::ComplexPart(b, im) => format!("{}%{}", self.expr(b), if *im { "im" } else { "re" }),
            ExprKind::Call(c, args) => format!("{}({})", self.callee(c), self.args(args)),
            ExprKind::Intrinsic(_, name, args) => format!("@{name}({})", self.args(args)),
            ExprKind::Procedure(s) => format!("&{}", self.name(*s)),
            ExprKind::Paren(e) => format!("({})", self.expr(e)),
            ExprKind::Unary(op, e) => {
                let op = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "not ",
                };
                format!("{op}{}", self.operand(e))
            }
            ExprKind::Binary(op, a, b) => format!("{} {} {}", self.operand(a), operator(*op), self.operand(b)),
            ExprKind::Array(ty, items) => {
                let ty = ty.as_ref().map_or(String::new(), |t| format!("{} :: ", self.decl(t)));
                format!("[{ty}{}]", join(items, |e| self.expr(e)))
            }
            ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            } => {
                let items = join(items, |e| self.expr(e));
                let step = step.as_ref().map_or(String::new(), |e| format!(", {}", self.expr(e)));
                format!(
                    "({items}, {} = {}, {}{step})",
                    self.name(*var),
                    self.expr(lo),
                    self.expr(hi)
                )
            }
            ExprKind::Structure(t, args) => format!("{}<{}>", self.name(*t), self.args(args)),
        }
    }

    /// An operand, with braces around operations so that the tree can be seen.
    fn operand(&self, e: &Expr) -> String {
        match e.kind {
            ExprKind::Binary(..) | ExprKind::Unary(..) => format!("{{{}}}", self.expr(e)),
            _ => self.expr(e),
        }
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Pow => "**",
        BinaryOp::Concat => "//",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "/=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Eqv => "eqv",
        BinaryOp::Neqv => "neqv",
    }
}

fn attrs(a: &Attrs) -> String {
    let mut text = String::new();
    for (set, word) in [
        (a.implicit, " implicit"),
        (a.allocatable, " allocatable"),
        (a.pointer, " pointer"),
        (a.target, " target"),
        (a.save, " save"),
        (a.optional, " optional"),
        (a.value, " value"),
        (a.volatile, " volatile"),
        (a.asynchronous, " asynchronous"),
        (a.protected, " protected"),
        (a.contiguous, " contiguous"),
    ] {
        if set {
            text.push_str(word);
        }
    }
    match a.intent {
        Some(Intent::In) => text.push_str(" in"),
        Some(Intent::Out) => text.push_str(" out"),
        Some(Intent::InOut) => text.push_str(" inout"),
        None => {}
    }
    if let Some(b) = &a.bind {
        let _ = write!(text, " {b}");
    }
    text
}
