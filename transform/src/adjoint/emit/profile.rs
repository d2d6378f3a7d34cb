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

/// The statements before the snapshot of a call, before its run, and after it.
pub(super) fn of_run(a: &mut Adjoint, s: &Simple) -> [Perhaps; 3] {
    let Some(call) = s.call.as_deref().filter(|_| a.profiled) else {
        return [None, None, None];
    };
    let args = described(a, call);
    let (before, after) = match call.split {
        true => ("adc_profile_forward", "adc_profile_forwarded"),
        false => ("adc_profile_run", "adc_profile_ran"),
    };
    [
        Some(a.runtime_call("adc_profile_save", args)),
        Some(a.runtime_call(before, vec![])),
        Some(a.runtime_call(after, vec![])),
    ]
}

/// The statements around the adjoint of a call: before pushes, after pushes, between its sweeps, and after pops.
pub(super) fn of_adjoint(a: &mut Adjoint, s: &Simple, call: &ActiveCall) -> [Perhaps; 4] {
    if !a.profiled {
        return [None, None, None, None];
    }
    let args = described(a, call);
    let enter = match call.split {
        true => "adc_profile_reverse",
        false => "adc_profile_enter",
    };
    let pushes = s.writes.iter().any(|w| w.kept == Keep::Around);
    [
        Some(a.runtime_call(enter, args)),
        pushes.then(|| a.runtime_call("adc_profile_begin", vec![])),
        Some(a.runtime_call("adc_profile_turn", vec![])),
        Some(a.runtime_call("adc_profile_leave", vec![])),
    ]
}

/// The statement between the sweeps of a procedure.
pub(super) fn of_turn(a: &mut Adjoint) -> Perhaps {
    a.profiled.then(|| a.runtime_call("adc_profile_turn", vec![]))
}

/// Measures the adjoint of a head.
pub(super) fn of_head(a: &mut Adjoint, body: &mut Block) {
    let Some(measured) = a.g.options.measured.as_ref().filter(|_| a.profiled) else {
        return;
    };
    if !a.g.is_entry(a.unit) {
        return;
    }
    let place = a.g.heads.units().position(|u| u == a.unit).unwrap_or(0);
    let number = measured.calls.len() + 2 + place;
    let text = format!("|{}|1|1|head||0", a.g.name_of(a.unit));
    let enter = a.runtime_call("adc_profile_enter", vec![int(number as i64), string(&text)]);
    body.insert(0, enter);
    body.push(a.runtime_call("adc_profile_leave", vec![]));
}

/// The number of a call, and its description.
fn described(a: &Adjoint, call: &ActiveCall) -> Vec<Expr> {
    let cx: &Context = a.g;
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

/// Emits without measuring.
pub(super) fn without<'g, 'a, R>(a: &mut Adjoint<'g, 'a>, of: impl FnOnce(&mut Adjoint<'g, 'a>) -> R) -> R {
    let before = std::mem::replace(&mut a.profiled, false);
    let out = of(a);
    a.profiled = before;
    out
}

/// A character literal.
pub(super) fn string(text: &str) -> Expr {
    Expr {
        kind: ExprKind::Str(format!("'{}'", text.replace('\'', "''")).into()),
        ty: Ty::Character,
        rank: 0,
        span: Span::NONE,
    }
}
