//! Messages that begin in one statement and end in another, and what has to follow each of these statements.
//!
//! ```text
//! call mpi_irecv(h(1, k), n, mpi_real8, p, 7, world, r(k), error)
//! call mpi_waitall(2, r, mpi_statuses_ignore, error)
//!
//! call adc_mpi_irecv(h(1, k), n, mpi_real8, p, 7, world, r(k), 1)
//! call adc_mpi_waitall(2, r)
//! call adc_mpi_received(h, 1)
//! ```
//!
//! A buffer is written twice: when the receive begins, so that its old value is recorded in time, and after the call
//! that completes the receive. There, the runtime knows what has come for the receive with that number, and its place
//! in the variable. The buffers of persistent requests are named likewise around each call that starts them: those of
//! receives before it, since it may overwrite them, those of sends after it.
//!
//! A request belongs to the variable that contains it. Where one procedure begins a receive and another one completes
//! it, the variables are followed along calls ([`super::passed`]). If the procedure that waits cannot name the buffer,
//! a caller that can does so after the call:
//!
//! ```text
//! call begin_exchange(h, r)
//! call end_exchange(r)
//! call adc_mpi_received(h, 1)
//! ```
//!
//! Ignored: at which element of a variable a request or a buffer is. The runtime pairs by requests and addresses.

use super::passed::{self, Passing};
use super::rewrite::routine;
use super::routines::{self, Begins};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// A message of real values whose buffer other statements have to name.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    pub number: i64,
    pub begins: Begins,
    /// The variable with its request.
    pub request: SymbolId,
    /// The element of it, if it is a constant.
    pub element: Option<SmolStr>,
    /// The variable or component with its buffer.
    pub buffer: Expr,
}

/// The call in a unit that names the buffer of a message, for the runtime.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub procedure: &'static str,
    pub buffer: Expr,
    pub number: i64,
}

/// The messages in some units.
#[derive(Default)]
pub(super) struct Requests {
    /// By the statement that begins them.
    begun: IndexMap<StmtId, Begun>,
    /// The calls that name buffers, by the statement that starts or completes messages.
    following: IndexMap<StmtId, Vec<Named>>,
    /// Numbers of messages that some call starts, and completes.
    started: BTreeSet<i64>,
    completed: BTreeSet<i64>,
    /// True if some call begins a message without waiting.
    begins: bool,
}

/// A call for one or some requests of a variable.
pub(super) struct Use {
    pub stmt: StmtId,
    pub request: SymbolId,
    /// The element, if it is one, and a constant.
    pub element: Option<SmolStr>,
}

impl Use {
    /// True if the call may be for the request of a message.
    fn may_be_for(&self, b: &Begun) -> bool {
        let differs = self.element.is_some() && b.element.is_some() && self.element != b.element;
        self.request == b.request && !differs
    }
}

/// What the statements of one unit do with requests.
#[derive(Default)]
pub(super) struct Facts {
    /// Messages that begin here.
    pub begun: Vec<Begun>,
    /// Calls that complete requests, and those that start them, with the variable of the requests.
    pub waits: Vec<Use>,
    pub starts: Vec<Use>,
}

impl Requests {
    pub fn find(program: &Program, units: &[UnitId], is_ours: &dyn Fn(&str) -> bool) -> Requests {
        let mut found = Requests::default();
        let mut facts = IndexMap::new();
        for &unit in units {
            let own = found.in_unit(program, unit, is_ours);
            facts.insert(unit, own);
        }
        if found.begun.is_empty() {
            return found;
        }
        let passing = Passing::find(program, units, &facts);
        for (&unit, own) in &facts {
            let here = passing.known(unit);
            for u in &own.starts {
                let ours = here.iter().filter(|b| u.may_be_for(b));
                found.follow(u.stmt, ours.filter(|b| b.begins != Begins::Receive), true);
            }
            for u in &own.waits {
                let ours = here.iter().filter(|b| u.may_be_for(b));
                found.follow(u.stmt, ours.filter(|b| b.begins != Begins::KeptSend), false);
            }
            for (stmt, starts, waits) in passing.named_after_calls(unit) {
                found.follow(stmt, starts.iter(), true);
                found.follow(stmt, waits.iter(), false);
            }
        }
        found
    }

    fn in_unit(&mut self, program: &Program, unit: UnitId, is_ours: &dyn Fn(&str) -> bool) -> Facts {
        let mut facts = Facts::default();
        visit::walk_block(&program.units[unit].body, &mut |s| {
            let StmtKind::Call { callee, args } = &s.kind else {
                return;
            };
            let Some(name) = routine(&program.symbols[callee.proc]).filter(|n| is_ours(n)) else {
                return;
            };
            self.begins |= routines::begins_send(&name) || routines::begins(&name).is_some();
            let named = |word: &str| {
                args.iter()
                    .find(|a| a.keyword.as_ref().is_some_and(|w| w.eq_ignore_ascii_case(word)))
            };
            let plain = |k: usize| args.get(k).filter(|a| a.keyword.is_none());
            let place = routines::place_of_request(&name);
            let request = place.and_then(|(k, word)| plain(k).or(named(word)));
            let Some(given) = request.and_then(Arg::expr) else {
                return;
            };
            let Some(request) = given.base_symbol() else { return };
            // several requests begin at the element that is passed
            let is_one = place.is_some_and(|(_, word)| word == "request");
            let element = element(given).filter(|_| is_one);
            let done = Use {
                stmt: s.id,
                request,
                element: element.clone(),
            };
            if routines::completes(&name) {
                facts.waits.push(done);
            } else if routines::starts(&name) {
                facts.starts.push(done);
            }
            let Some(begins) = routines::begins(&name) else { return };
            let buffer = plain(0).or(named("buf")).and_then(Arg::expr);
            let Some(buffer) = buffer.filter(|e| e.ty.is_differentiable()).and_then(passed::whole) else {
                return;
            };
            let begun = Begun {
                number: self.begun.len() as i64 + 1,
                begins,
                request,
                element,
                buffer,
            };
            facts.begun.push(begun.clone());
            self.begun.insert(s.id, begun);
        });
        facts
    }

    /// Names the buffers of messages after a statement.
    fn follow<'b>(&mut self, stmt: StmtId, messages: impl Iterator<Item = &'b Begun>, starts: bool) {
        for b in messages {
            let procedure = match (starts, b.begins) {
                (true, Begins::KeptSend) => "adc_mpi_started_send",
                (true, _) => "adc_mpi_ready_receive",
                (false, _) => "adc_mpi_received",
            };
            match starts {
                true => self.started.insert(b.number),
                false => self.completed.insert(b.number),
            };
            let named = Named {
                procedure,
                buffer: b.buffer.clone(),
                number: b.number,
            };
            let all = self.following.entry(stmt).or_default();
            let is_known =
                |n: &Named| n.procedure == procedure && n.number == b.number && passed::same(&n.buffer, &b.buffer);
            if !all.iter().any(is_known) {
                all.push(named);
            }
        }
    }

    /// True if some call begins a message without waiting, or makes a persistent request.
    pub fn begins_any(&self) -> bool {
        self.begins
    }

    /// The number of a message; `None` if its buffer is no variable.
    pub fn number(&self, stmt: StmtId) -> Option<i64> {
        self.begun.get(&stmt).map(|b| b.number)
    }

    /// The variable of the request of a message that begins, if no call starts or completes it.
    pub fn lost(&self, stmt: StmtId) -> Option<SymbolId> {
        let b = self.begun.get(&stmt)?;
        let ends = b.begins == Begins::KeptSend || self.completed.contains(&b.number);
        let starts = b.begins == Begins::Receive || self.started.contains(&b.number);
        (!ends || !starts).then_some(b.request)
    }

    /// The calls that come before a statement, and those that follow it.
    pub fn around(&self, stmt: StmtId) -> (Vec<Named>, Vec<Named>) {
        let all = self.following.get(&stmt).cloned().unwrap_or_default();
        // old values are recorded before messages may overwrite them
        all.into_iter().partition(|n| n.procedure == "adc_mpi_ready_receive")
    }
}

/// The constant subscript of an element of a vector.
fn element(e: &Expr) -> Option<SmolStr> {
    let ExprKind::Index(array, subscripts) = &e.kind else {
        return None;
    };
    let [Subscript::At(at)] = subscripts.as_slice() else {
        return None;
    };
    match (&array.kind, &at.kind) {
        (ExprKind::Var(_), ExprKind::Int(text)) => Some(text.clone()),
        _ => None,
    }
}
