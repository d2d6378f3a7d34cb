//! Calls of the forward sweeps of split procedures.

use super::super::plan::{ActiveCall, Simple};
use super::*;
use adc_analysis::calls::bind_args;

impl Adjoint<'_, '_> {
    /// The call of the callee's forward sweep. In the reverse sweep of a caller whose call is joint, the value of a
    /// function is not used.
    pub(super) fn forward_call(&mut self, s: &Simple, call: &ActiveCall, in_forward_sweep: bool) -> Stmt {
        let here = if in_forward_sweep && self.g.choices.split.contains(&self.unit) {
            self.g.forward_unit(self.unit).unit
        } else {
            self.derivative
        };
        let callee = self.g.forward_unit(call.callee);
        let proc = self.g.procedure_in(here, callee.unit, callee.symbol);
        let (mut args, value) = match &s.forward.kind {
            StmtKind::Call { args, .. } => (args.clone(), None),
            StmtKind::Assign { lhs, rhs } => match &rhs.kind {
                ExprKind::Call(_, args) => (args.clone(), Some(lhs.clone())),
                _ => (vec![], None),
            },
            _ => (vec![], None),
        };
        if self.g.out.units[callee.unit].parent.is_none() {
            args = by_place(self.g.primal, call.callee, args);
        }
        for e in args.iter_mut().filter_map(Arg::expr_mut) {
            *e = generated(e);
        }
        if self.g.follows_pointers(call.callee) {
            // the shadows, too
            if let Some(StmtKind::Call { args: all, .. }) = s.adjoint.get(call.position).map(|a| &a.kind) {
                let adjoint = self.g.derivative_unit(call.callee);
                args = taken_by(&self.g.out, adjoint, callee.unit, all);
            }
        }
        if let (Some(lhs), Some(dummy)) = (value, callee.value) {
            let variable = if in_forward_sweep {
                lhs
            } else {
                self.g.local(self.derivative, "value", DeclType::plain(lhs.ty), 0)
            };
            // arguments after an absent optional one are passed by keyword
            let passed = self.g.primal.units[call.callee].args.len();
            let by_name = args.len() < passed || args.iter().any(|a| a.keyword.is_some());
            args.push(Arg {
                keyword: by_name.then(|| self.g.out.symbols[dummy].name.clone()),
                value: ArgValue::Expr(generated(&variable)),
            });
        }
        let mut out = s.forward.clone();
        out.kind = StmtKind::Call {
            callee: Callee::direct(proc),
            args,
        };
        if !in_forward_sweep {
            out.lead = vec![];
            out.trail = None;
        }
        out
    }
}

/// The arguments of an adjoint call that its forward sweep also takes; it takes no derivatives of procedures.
fn taken_by(program: &Program, adjoint: UnitId, forward: UnitId, args: &[Arg]) -> Vec<Arg> {
    let taken = &program.units[forward].args;
    let dummies = program.units[adjoint].args.iter();
    let left_out: Vec<&Expr> = dummies
        .zip(bind_args(program, adjoint, args))
        .filter(|(dummy, _)| dummy.is_some() && !taken.contains(dummy))
        .filter_map(|(_, e)| e)
        .collect();
    let is_left_out = |a: &Arg| a.expr().is_some_and(|e| left_out.iter().any(|l| std::ptr::eq(*l, e)));
    args.iter().filter(|a| !is_left_out(a)).cloned().collect()
}

/// Arguments in the order of the dummy arguments, without keywords, if there is one for each: such a call needs no
/// explicit interface.
fn by_place(program: &Program, callee: UnitId, args: Vec<Arg>) -> Vec<Arg> {
    let bound = bind_args(program, callee, &args).into_iter();
    let all: Option<Vec<Arg>> = bound.map(|e| e.cloned().map(Arg::pos)).collect();
    all.filter(|all| all.len() == args.len()).unwrap_or(args)
}
