//! Non-blocking receives, and the calls that complete them.
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
//! in the variable.
//!
//! A request belongs to the variable that contains it: a call may complete all receives of its procedure with requests
//! in the same variable.

use super::rewrite::routine;
use super::routines;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// A receive.
struct Receive {
    unit: UnitId,
    number: i64,
    /// The variable with its request.
    request: SymbolId,
    /// The variable or component with its buffer.
    buffer: Expr,
    /// True if a call in its procedure may complete it.
    is_completed: bool,
}

/// The receives of real values in some units, by statement.
#[derive(Default)]
pub(super) struct Receives(IndexMap<StmtId, Receive>);

impl Receives {
    pub fn find(program: &Program, units: &[UnitId], is_ours: &dyn Fn(&str) -> bool) -> Receives {
        let mut found = Receives::default();
        for &unit in units {
            let mut completed = vec![];
            visit::walk_block(&program.units[unit].body, &mut |s| {
                let StmtKind::Call { callee, args } = &s.kind else {
                    return;
                };
                let Some(name) = routine(&program.symbols[callee.proc]).filter(|n| is_ours(n)) else {
                    return;
                };
                let place = routines::place_of_request(&name);
                let named = |word: &str| {
                    args.iter()
                        .find(|a| a.keyword.as_ref().is_some_and(|w| w.eq_ignore_ascii_case(word)))
                };
                let plain = |k: usize| args.get(k).filter(|a| a.keyword.is_none());
                let request = place.and_then(|(k, word)| plain(k).or(named(word)));
                let Some(request) = request.and_then(Arg::expr).and_then(Expr::base_symbol) else {
                    return;
                };
                if routines::completes(&name) {
                    completed.push(request);
                }
                let buffer = plain(0).or(named("buf")).and_then(Arg::expr);
                let Some(buffer) = buffer.filter(|e| name == "mpi_irecv" && e.ty.is_differentiable()) else {
                    return;
                };
                let Some(buffer) = whole(buffer) else { return };
                let number = found.0.len() as i64 + 1;
                let receive = Receive {
                    unit,
                    number,
                    request,
                    buffer,
                    is_completed: false,
                };
                found.0.insert(s.id, receive);
            });
            for r in found.0.values_mut().filter(|r| r.unit == unit) {
                r.is_completed = completed.contains(&r.request);
            }
        }
        found
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of a receive; `None` if its buffer is no variable.
    pub fn number(&self, stmt: StmtId) -> Option<i64> {
        self.0.get(&stmt).map(|r| r.number)
    }

    pub fn is_completed(&self, stmt: StmtId) -> bool {
        self.0.get(&stmt).is_some_and(|r| r.is_completed)
    }

    /// The buffers that a call for requests in a variable may fill, with the numbers of the receives.
    pub fn completed_by(&self, unit: UnitId, request: Option<SymbolId>) -> Vec<(Expr, i64)> {
        let ours = self.0.values().filter(|r| r.unit == unit && Some(r.request) == request);
        ours.map(|r| (r.buffer.clone(), r.number)).collect()
    }
}

/// The variable or component that contains a buffer, if it has no subscripts inside.
fn whole(buffer: &Expr) -> Option<Expr> {
    let array = match &buffer.kind {
        ExprKind::Index(array, _) => array,
        _ => buffer,
    };
    let mut at = array;
    loop {
        match &at.kind {
            ExprKind::Var(_) => return Some(array.clone()),
            ExprKind::Component(object, _) => at = object,
            _ => return None,
        }
    }
}
