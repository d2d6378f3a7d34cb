//! Replaces calls of MPI with real values by calls of the runtime.
//!
//! ```text
//! call mpi_recv(x, n, mpi_real8, 0, 7, comm, status, error)
//!
//! call adc_mpi_recv(x, n, mpi_real8, 0, 7, comm, message)
//! call adc_mpi_status(message, status)                           unless it is mpi_status_ignore
//! error = 0
//! ```
//!
//! Non-blocking receives have requests: [`super::requests`]. Non-blocking collective routines are carried out by the call
//! that begins them, and their requests are null:
//!
//! ```text
//! call mpi_ibcast(x, n, mpi_real8, 0, comm, r, error)
//!
//! call adc_mpi_bcast(x, n, mpi_real8, 0, comm)
//! call adc_mpi_no_request(r)
//! error = 0
//! ```
//!
//! Each combination of types and shapes of buffers has a procedure of its own: a model has one type for each argument.

use super::calls::{no_error, shapes, without_derivative, Call, Shapes};
use super::requests::Requests;
use super::routines::{self, Supported};
use crate::code::names::Namer;
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use crate::prepare::external::globals::is_assumed_passive;
use crate::prepare::external::messages::Exchanges;
use adc_analysis::{CallGraph, Heads};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::borrow::Cow;

/// The program with the runtime's procedures in place of those of MPI, in the units that heads reach, and their
/// descriptions. Errors are added to `refused`.
pub fn rewritten<'p>(
    program: &'p Program,
    heads: &Heads,
    mode: Mode,
    assumed: &[String],
    refused: &mut Vec<Diagnostic>,
) -> (Cow<'p, Program>, Exchanges) {
    if !program.symbols.iter().any(|(_, s)| routine(s).is_some()) {
        return (Cow::Borrowed(program), Exchanges::new());
    }
    let reached = heads.reached(&CallGraph::build(program));
    let is_ours = |name: &str| !is_assumed_passive(assumed, name);
    let requests = Requests::find(program, &reached, &is_ours);
    let repeats = mode == Mode::Reverse && reached.iter().any(|&u| has_checkpoints(&program.units[u].body));
    let mut rewrite = Rewrite {
        program: program.clone(),
        assumed,
        keeps_handles: mode == Mode::Reverse,
        refused,
        requests,
        repeats,
        procedures: IndexMap::new(),
        descriptions: Exchanges::new(),
    };
    for u in reached {
        rewrite.unit(u);
    }
    let Rewrite {
        program, descriptions, ..
    } = rewrite;
    (Cow::Owned(program), descriptions)
}

/// True if the statements contain a loop with checkpoints.
fn has_checkpoints(body: &Block) -> bool {
    let mut found = false;
    visit::walk_block(body, &mut |s| {
        if let StmtKind::Directed { directive, .. } = &s.kind {
            found |= matches!(directive.asks, Asks::Binomial { .. });
        }
    });
    found
}

/// The routine of MPI that a symbol is, by its folded name.
pub(super) fn routine(symbol: &Symbol) -> Option<SmolStr> {
    let SymbolKind::Procedure(p) = &symbol.kind else {
        return None;
    };
    let is_external = p.class == ProcClass::External && p.unit.is_none() && p.interface.is_none();
    if !is_external {
        return None;
    }
    let name = fold(&symbol.name);
    let name: SmolStr = name
        .strip_prefix('p')
        .filter(|n| n.starts_with("mpi_"))
        .unwrap_or(&name)
        .into();
    routines::may_exchange(&name).then_some(name)
}

pub(super) struct Rewrite<'a> {
    pub(super) program: Program,
    assumed: &'a [String],
    /// True if handles that the program frees are needed after that.
    pub(super) keeps_handles: bool,
    /// The messages that begin in one statement and end in another.
    pub(super) requests: Requests,
    /// True if iterations with messages may run again.
    pub(super) repeats: bool,
    refused: &'a mut Vec<Diagnostic>,
    /// The procedures by the original, the name and the shapes of arguments.
    procedures: IndexMap<(Option<SymbolId>, SmolStr, Shapes), SymbolId>,
    descriptions: Exchanges,
}

impl Rewrite<'_> {
    fn unit(&mut self, unit: UnitId) {
        let mut body = std::mem::take(&mut self.program.units[unit].body);
        let mut names = None;
        visit::splice(&mut body, &mut |s| {
            let StmtKind::Call { callee, args } = &s.kind else {
                return None;
            };
            let Some(name) = routine(&self.program.symbols[callee.proc]) else {
                return self.naming(s);
            };
            if callee.object.is_some() || is_assumed_passive(self.assumed, &name) {
                return None;
            }
            let call = Call {
                unit,
                stmt: s.id,
                proc: callee.proc,
                name,
                args,
                span: s.span,
            };
            self.call(&call, &mut names)
        });
        self.program.renumber(&mut body);
        self.program.units[unit].body = body;
    }

    fn call(&mut self, call: &Call, names: &mut Option<Namer>) -> Option<Block> {
        if routines::is_silent(&call.name) {
            return self.silent(call, names);
        }
        let values = || call.args.iter().filter_map(Arg::expr);
        if let Some(object) = values().find(|e| self.holds_reals(e.ty)) {
            let text = format!("`{}` sends or receives real components of a derived type", call.name);
            let help = format!(
                "send the components themselves; or, if derivatives do not need them, use `--assume-external-passive {}`",
                call.name
            );
            self.refuse(object.span, text, help);
            return None;
        }
        if let Some(bottom) = values().find(|e| self.constant(e).is_some_and(|c| c == "mpi_bottom")) {
            let text = format!(
                "`{}` names its buffer by an address: it may contain any variable",
                call.name
            );
            let help = format!(
                "pass the variable; or, if derivatives do not need it, use `--assume-external-passive {}`",
                call.name
            );
            self.refuse(bottom.span, text, help);
            return None;
        }
        if !values().any(|e| e.ty.is_differentiable()) {
            return self.other_request(call);
        }
        match self.supported(call) {
            Some((routine, arguments)) if routines::begins(&call.name).is_some() => {
                Some(self.begin(call, &routine, &arguments))
            }
            Some((routine, arguments)) => Some(self.replaced(call, &routine, &arguments, names)),
            None => Some(vec![self.described(call)]),
        }
    }

    /// The arguments of a call that the runtime supports, by their names.
    pub(super) fn supported<'c>(&self, call: &Call<'c>) -> Option<(Supported, IndexMap<&'static str, &'c Expr>)> {
        let routine = routines::supported(&call.name)?;
        let names = &routine.arguments;
        let mut found = IndexMap::new();
        for (k, a) in call.args.iter().enumerate() {
            let name = match &a.keyword {
                Some(word) => names.iter().find(|n| n.eq_ignore_ascii_case(word)),
                None => names.get(k),
            };
            let is_error = a.keyword.as_ref().is_some_and(|w| w.eq_ignore_ascii_case("ierror")) || k == names.len();
            match (name, is_error) {
                (Some(name), _) => found.insert(*name, a.expr()?),
                (None, true) => found.insert("ierror", a.expr()?),
                (None, false) => return None,
            };
        }
        let is_complete = names.iter().all(|n| found.contains_key(n));
        let op = found.get("op").and_then(|e| self.constant(e));
        let fits = |(name, e): (&&'static str, &&Expr)| match *name {
            "datatype" | "sendtype" | "recvtype" => self
                .constant(e)
                .is_none_or(|c| routines::has_datatype(&c, op.as_deref())),
            "op" => op.as_ref().is_none_or(|c| routines::has_operation(routine.name, c)),
            "buf" | "sendbuf" | "recvbuf" => self.constant(e).is_none_or(|c| c == "mpi_in_place"),
            _ => true,
        };
        (is_complete && found.iter().all(fits)).then_some((routine, found))
    }

    /// The name of a constant of MPI.
    fn constant(&self, e: &Expr) -> Option<SmolStr> {
        let ExprKind::Var(s) = e.kind else { return None };
        let symbol = &self.program.symbols[s];
        let is_constant = matches!(symbol.kind, SymbolKind::Constant(_));
        let name = fold(&symbol.name);
        (is_constant && name.starts_with("mpi_")).then_some(name)
    }

    pub(super) fn is(&self, e: Option<&&Expr>, constant: &str) -> bool {
        e.and_then(|e| self.constant(e)).is_some_and(|c| c == constant)
    }

    pub(super) fn replaced(
        &mut self,
        call: &Call,
        routine: &Supported,
        arguments: &IndexMap<&'static str, &Expr>,
        names: &mut Option<Namer>,
    ) -> Block {
        let side = ["send", "recv"]
            .into_iter()
            .find(|side| self.is(arguments.get(format!("{side}buf").as_str()), "mpi_in_place"));
        let is_sum = routines::has_sum(routine.name) && self.is(arguments.get("op"), "mpi_sum");
        let name = routines::runtime_name(routine.name, is_sum, side.is_some());
        let is_of_side = |n: &str| side.is_some_and(|s| n.starts_with(s)) || side == Some("send") && n == "sdispls";
        let left_out = |n: &str| is_of_side(n) || is_sum && n == "op";
        let (mut args, mut after) = (vec![], vec![]);
        for (&argument, &e) in arguments.iter().filter(|(n, _)| !left_out(n)) {
            match argument {
                "ierror" => {}
                "status" => args.push(self.status(call, e, names, &mut after)),
                "request" if routine.is_begun => {
                    let request = vec![Arg::pos(self.plain(e))];
                    after.push(self.called(&"adc_mpi_no_request".into(), request, call.span));
                }
                _ => args.push(Arg::pos(self.plain(e))),
            }
        }
        let mut block = vec![self.called(&name, args, call.span)];
        block.extend(after);
        block.extend(no_error(arguments, call.span));
        block
    }

    /// A handle of `mpi_f08` as the integer in it; other expressions as they are.
    pub(super) fn plain(&self, e: &Expr) -> Expr {
        let Ty::Derived(t) = e.ty else { return e.clone() };
        let symbol = &self.program.symbols[t];
        let SymbolKind::Type(def) = &symbol.kind else {
            return e.clone();
        };
        let is_handle = symbol.owner.is_none() && fold(&symbol.name).starts_with("mpi_");
        match def.components.as_slice() {
            [only] if is_handle => Expr {
                span: e.span,
                ..expr(ExprKind::Component(Box::new(e.clone()), *only), Ty::Integer(4), e.rank)
            },
            _ => e.clone(),
        }
    }

    /// A new variable for the source, the tag and the length of a message.
    pub(super) fn message(&mut self, unit: UnitId, names: &mut Option<Namer>) -> Expr {
        let namer = names.get_or_insert_with(|| Namer::of_unit(&self.program, unit));
        let name = namer.fresh("message");
        let variable = Variable {
            ty: DeclType::plain(Ty::Integer(4)),
            dims: vec![Dim::Explicit(None, int(3))],
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let s = new_variable(&mut self.program, unit, name, variable);
        var(&self.program, s)
    }

    /// A call of a procedure of the runtime.
    pub(super) fn called(&mut self, name: &SmolStr, args: Vec<Arg>, span: Span) -> Stmt {
        let key = (None, name.clone(), shapes(&args));
        let proc = match self.procedures.get(&key) {
            Some(&known) => known,
            None => {
                let kind = SymbolKind::Procedure(Procedure::external());
                let new = self.program.symbols.alloc(Symbol::new(name.clone(), None, kind));
                self.descriptions.extend(routines::description(name).map(|d| (new, d)));
                self.procedures.insert(key, new);
                new
            }
        };
        let callee = Callee::direct(proc);
        Stmt::at(StmtKind::Call { callee, args }, span)
    }

    /// The same call of a procedure that exchanges messages and has no derivative.
    pub(super) fn described(&mut self, call: &Call) -> Stmt {
        let args = call.args.to_vec();
        let key = (Some(call.proc), call.name.clone(), shapes(&args));
        let proc = match self.procedures.get(&key) {
            Some(&known) => known,
            None => {
                let new = self.program.symbols.alloc(self.program.symbols[call.proc].clone());
                self.use_as(call.proc, new);
                self.descriptions.insert(new, without_derivative(&call.name, call.args));
                self.procedures.insert(key, new);
                new
            }
        };
        // arguments of models are known by their places
        let args = args.into_iter().map(|a| Arg { keyword: None, ..a }).collect();
        let callee = Callee::direct(proc);
        Stmt::at(StmtKind::Call { callee, args }, call.span)
    }

    /// Lists a copy of a procedure where USE lists the procedure.
    fn use_as(&mut self, original: SymbolId, copy: SymbolId) {
        let units: Vec<UnitId> = self.program.units.iter().map(|(u, _)| u).collect();
        for u in units {
            for used in &mut self.program.units[u].uses {
                let listed = used.items.iter().find(|i| i.symbol == original).cloned();
                used.items.extend(listed.map(|i| UseItem { symbol: copy, ..i }));
            }
        }
    }

    /// True for a derived type with real or complex components.
    fn holds_reals(&self, ty: Ty) -> bool {
        let (Ty::Derived(t) | Ty::Class(t)) = ty else {
            return false;
        };
        let SymbolKind::Type(def) = &self.program.symbols[t].kind else {
            return false;
        };
        let mut components = def.components.iter().map(|&c| self.program.symbols[c].ty());
        components.any(|ty| ty.is_differentiable() || ty != Ty::Derived(t) && self.holds_reals(ty))
    }

    pub(super) fn refuse(&mut self, span: Span, text: String, help: String) {
        let d = Diagnostic::error(codes::UNSUPPORTED_MESSAGE, span, text).help(help);
        self.refused.push(d);
    }
}
