//! Calls of the runtime that measure an adjoint (`--profile-checkpoints`), from which checkpoints are chosen.
//!
//! ```text
//! forward sweep                   reverse sweep, joint call          reverse sweep, split call
//! call adc_profile_save(k, ...)   call adc_profile_enter(k, ...)     call adc_profile_reverse(k, ...)
//! pushes                          pushes around the adjoint          pushes around the adjoint
//! call adc_profile_run            call adc_profile_begin             call adc_profile_begin
//! call foo(x)                     call foo_b(x, xb)                  call foo_bwd(x, xb)
//! call adc_profile_ran            pops                               pops
//!                                 call adc_profile_leave             call adc_profile_leave
//! ```
//!
//! A procedure that is not split says itself where it turns. Iterations that a loop with binomial checkpoints repeats
//! without recording are not measured: they run whatever is chosen.

use super::super::plan::{ActiveCall, Keep, Simple};
use super::*;
use crate::context::Context;

/// Statements that are there if the adjoint is measured.
type Perhaps = Option<Stmt>;

impl Adjoint<'_, '_> {
    /// The statements before the snapshot of a call, before its run, and after it.
    pub(super) fn profiled_run(&mut self, s: &Simple) -> [Perhaps; 3] {
        let Some(call) = s.call.as_deref().filter(|_| self.profiled) else {
            return [None, None, None];
        };
        let args = self.described(call);
        let (before, after) = match call.split {
            true => ("adc_profile_forward", "adc_profile_forwarded"),
            false => ("adc_profile_run", "adc_profile_ran"),
        };
        [
            Some(self.runtime_call("adc_profile_save", args)),
            Some(self.runtime_call(before, vec![])),
            Some(self.runtime_call(after, vec![])),
        ]
    }

    /// The statements around the adjoint of a call: before pushes, after pushes, between its sweeps, and after pops.
    pub(super) fn profiled_adjoint(&mut self, s: &Simple, call: &ActiveCall) -> [Perhaps; 4] {
        if !self.profiled {
            return [None, None, None, None];
        }
        let args = self.described(call);
        let enter = match call.split {
            true => "adc_profile_reverse",
            false => "adc_profile_enter",
        };
        let pushes = s.writes.iter().any(|w| w.kept == Keep::Around);
        [
            Some(self.runtime_call(enter, args)),
            pushes.then(|| self.runtime_call("adc_profile_begin", vec![])),
            Some(self.runtime_call("adc_profile_turn", vec![])),
            Some(self.runtime_call("adc_profile_leave", vec![])),
        ]
    }

    /// The statement between the sweeps of a procedure.
    pub(super) fn profiled_turn(&mut self) -> Perhaps {
        self.profiled.then(|| self.runtime_call("adc_profile_turn", vec![]))
    }

    /// Measures the adjoint of a head.
    pub(super) fn profile_head(&mut self, body: &mut Block) {
        let Some(measured) = self.g.options.measured.as_ref().filter(|_| self.profiled) else {
            return;
        };
        if !self.g.is_entry(self.unit) {
            return;
        }
        let place = self.g.heads.units().position(|u| u == self.unit).unwrap_or(0);
        let number = measured.calls.len() + 2 + place;
        let text = format!("|{}|1|1|head||0", self.g.name_of(self.unit));
        let enter = self.runtime_call("adc_profile_enter", vec![int(number as i64), string(&text)]);
        body.insert(0, enter);
        body.push(self.runtime_call("adc_profile_leave", vec![]));
    }

    /// The number of a call, and its description.
    fn described(&self, call: &ActiveCall) -> Vec<Expr> {
        let cx: &Context = self.g;
        let Some(measured) = &cx.options.measured else {
            return vec![];
        };
        let is_forced = call.by_directive || cx.choices.once.contains(&call.callee) || cx.runs_once(call.callee);
        let is_open = !call.by_directive && !cx.choices.kept_whole.contains(&call.callee);
        let is_open = is_open && cx.could_be_split(call.callee) && !cx.behaviour.printing.contains(&call.callee);
        let kind = match (call.split, is_open) {
            (true, _) if is_forced => "forced",
            (true, _) => "split",
            (false, true) if cx.choices.split.contains(&call.callee) => "apart",
            (false, true) => "open",
            (false, false) => "joint",
        };
        let (number, text) = match measured.calls.get(&call.place) {
            Some(site) => (site.number as usize, format!("{}|{kind}|{}", site.name, site.place)),
            None => (measured.calls.len() + 1, "||1|1|joint||0".into()),
        };
        vec![int(number as i64), string(&text)]
    }
}

fn string(text: &str) -> Expr {
    Expr {
        kind: ExprKind::Str(format!("'{}'", text.replace('\'', "''")).into()),
        ty: Ty::Character,
        rank: 0,
        span: Span::NONE,
    }
}
