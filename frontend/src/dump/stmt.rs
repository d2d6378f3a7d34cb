//! Statements.

use super::{join, type_name, Dump};
use crate::ir::*;

impl Dump<'_> {
    pub(super) fn block(&mut self, block: &Block) {
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

    fn ranges(&self, ranges: &[(SymbolId, Expr, Expr, Option<Expr>)], mask: &Bound) -> String {
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
    pub(super) fn head(&self, kind: &StmtKind) -> String {
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
            StmtKind::Exit(n) => format!("exit {}", n.as_deref().unwrap_or("")).trim_ascii_end().into(),
            StmtKind::Cycle(n) => format!("cycle {}", n.as_deref().unwrap_or("")).trim_ascii_end().into(),
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
                format!("{word} ({controls}) {}", list(items)).trim_ascii_end().into()
            }
            StmtKind::Format(text) => format!("format {text}"),
            StmtKind::Associate { name, pairs, .. } => {
                let pairs = join(pairs, |(s, e)| {
                    format!("{} => {} : {}", self.name(*s), self.expr(e), type_name(self.p, e.ty))
                });
                named(name, format!("associate {pairs}"))
            }
            StmtKind::Scope { name, .. } => named(name, "block".into()),
            StmtKind::Directed { directive, .. } => self.directed(&directive.asks),
            StmtKind::Model(m) => {
                let flows = join(&m.flows, |f| {
                    let from = join(&f.from, |e| self.expr(e));
                    let word = if f.kills { "writes" } else { "may write" };
                    format!("{word} {} from ({from})", self.expr(&f.to))
                });
                format!("model: reads ({}), {flows}", list(&m.reads))
            }
            StmtKind::Push(e) => format!("push {}", self.expr(e)),
            StmtKind::Pop(e) => format!("pop {}", self.expr(e)),
            StmtKind::PushControl { value, bits } => format!("push control {value} of {bits} bits"),
            StmtKind::PopControl { var, bits } => format!("pop control {} of {bits} bits", self.expr(var)),
            StmtKind::Comment(text) => format!("!{text}"),
        }
    }

    fn directed(&self, asks: &Asks) -> String {
        let opt = |word: &str, e: &Option<Expr>| {
            e.as_ref()
                .map_or(String::new(), |e| format!(" {word}={}", self.expr(e)))
        };
        let what = match asks {
            Asks::IndependentIterations => "independent iterations".into(),
            Asks::Split => "split".into(),
            Asks::Joint => "joint".into(),
            Asks::Checkpoint => "checkpoint".into(),
            Asks::Constant => "constant".into(),
            Asks::Parallel(p) => p.written(&|v| self.name(v).into(), &|e| self.expr(e)).join(" "),
            Asks::Binomial { snapshots, disk } => {
                format!("binomial{}{}", opt("snapshots", snapshots), opt("disk", disk))
            }
            Asks::FixedPoint {
                state,
                tolerance,
                limit,
            } => {
                let state = join(state, |e| self.expr(e));
                format!("fixed point ({state}){}{}", opt("tol", tolerance), opt("max", limit))
            }
        };
        format!("directed: {what}")
    }

    pub(super) fn callee(&self, c: &Callee) -> String {
        let name = self.name(c.proc);
        match (c.object.as_deref(), c.via) {
            (Some((object, bound)), _) => format!("{}%{bound}->{name}", self.expr(object)),
            (None, Some(via)) => format!("{}->{name}", self.name(via)),
            (None, None) => name.to_string(),
        }
    }

    pub(super) fn args(&self, args: &[Arg]) -> String {
        join(args, |a| {
            let key = a.keyword.as_ref().map_or(String::new(), |k| format!("{k}="));
            match &a.value {
                ArgValue::Expr(e) => format!("{key}{}", self.expr(e)),
                ArgValue::AltReturn(l) => format!("*{l}"),
            }
        })
    }
}
