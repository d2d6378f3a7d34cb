//! Emits loops that iterate to a fixed point: see [`crate::adjoint::build`].
//!
//! The runtime takes the recording off the tape, and loads a copy for each pass. Tapenade's library leaves it on its
//! stack, keeps what is popped of it, and goes back to its end for each pass:
//!
//! ```text
//! call adc_repeat_begin()                  (no call)
//! PUSH                                     PUSH
//! call adc_repeat_end()                    call adstack_startrepeat()
//! do pass = 1, limit                       do pass = 1, limit
//!    call adc_repeat_load()                   call adstack_resetrepeat()
//!    POP                                      POP
//! end do                                   end do
//! call adc_repeat_drop()                   call adstack_endrepeat()
//! ```
//!
//! Each pass pops the whole recording, so both leave the tape as it was before the recording.

use super::*;
use crate::adjoint::emit::profile::string;
use crate::adjoint::plan::region::FixedPoint;
use adc_frontend::ir::visit::rewrite_expr;

/// Names of the procedures that repeat a recording.
struct Calls {
    begin: Option<&'static str>,
    end: &'static str,
    load: &'static str,
    /// `None` where the library has no such procedure.
    unfinished: Option<&'static str>,
    drop: &'static str,
}

impl Calls {
    /// Those of Tapenade's library, or of the runtime.
    fn of(tapenade: bool) -> Calls {
        match tapenade {
            true => Calls {
                begin: None,
                end: "adstack_startrepeat",
                load: "adstack_resetrepeat",
                unfinished: None,
                drop: "adstack_endrepeat",
            },
            false => Calls {
                begin: Some("adc_repeat_begin"),
                end: "adc_repeat_end",
                load: "adc_repeat_load",
                unfinished: Some("adc_repeat_unfinished"),
                drop: "adc_repeat_drop",
            },
        }
    }
}

/// The current term of the series, in a shadow.
struct Term {
    shadow: Expr,
    /// The previous term; `None` for an array of unknown size.
    last: Option<Expr>,
}

impl Adjoint<'_, '_> {
    pub(super) fn fixed_point(&mut self, r: &Region, f: &FixedPoint) -> Sweeps {
        let mut out = self.recorded(r);
        out.forward.push(r.face.forward.clone());
        let run = self.sequence(&r.body);
        let kept = self.stored(r);
        let recording = [copy(run.forward), kept.forward].concat();
        let replay = [kept.reverse, run.reverse].concat();
        prove(&recording, &replay);

        let state = self.state(r, f);
        let kind = state.iter().filter_map(|s| s.ty.kind()).max().unwrap_or(8);
        let real = |x: &mut Self, stem: &str| x.g.local(x.derivative, stem, DeclType::plain(Ty::Real(kind)), 0);
        let (change, largest) = (real(self, "change"), real(self, "largest"));
        let pass = self.integer_variable("pass");
        let ExprKind::Var(counter) = pass.kind else {
            return out;
        };
        let (mut before, mut after) = (vec![], vec![]);
        let terms: Vec<Term> = state.iter().map(|s| self.term(s, &mut before, &mut after)).collect();
        let limit = integer(&generated(&f.limit));
        let tolerance = f.tolerance.as_ref().map(generated).unwrap_or_else(|| {
            let epsilon = intrinsic("epsilon", vec![change.clone()], change.ty, 0);
            mul(int(100), epsilon)
        });

        let calls = Calls::of(self.g.options.tapenade_tape);
        let mut body: Block = calls.begin.map(|n| self.runtime_call(n, vec![])).into_iter().collect();
        body.extend(recording);
        body.push(self.runtime_call(calls.end, vec![]));
        body.extend(self.largest(&terms, false, &largest));
        body.extend(before);
        let mut turn = vec![self.runtime_call(calls.load, vec![])];
        let kept = terms
            .iter()
            .filter_map(|t| Some(assign(t.last.clone()?, t.shadow.clone())));
        turn.extend(kept);
        turn.extend(replay);
        turn.extend(self.largest(&terms, true, &change));
        let larger = intrinsic("max", vec![largest.clone(), change.clone()], change.ty, 0);
        turn.push(assign(largest.clone(), larger));
        let small = binary(BinaryOp::Le, change.clone(), mul(tolerance, largest.clone()));
        turn.push(Stmt::when(small, Stmt::new(StmtKind::Exit(None))));
        body.push(Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::count(counter, int(1), limit.clone(), None),
            body: turn,
        }));
        let unfinished = match calls.unfinished {
            Some(name) => self.runtime_call(name, vec![limit.clone()]),
            None => told(limit.clone()),
        };
        body.push(Stmt::when(binary(BinaryOp::Gt, pass, limit), unfinished));
        body.extend(after);
        body.push(self.runtime_call(calls.drop, vec![]));
        out.reverse.insert(0, in_region(&r.face.forward, body));
        out
    }

    /// Variables that carry derivatives from one iteration to the next.
    fn state(&mut self, r: &Region, f: &FixedPoint) -> Vec<Expr> {
        let named = f.state.iter().map(generated);
        let zones = &self.g.facts.zones;
        let found = r.face.writes.iter().filter(|w| zones.is_among(w.zone, &f.carried));
        let found = found.filter_map(|w| w.target.clone());
        let state: Vec<Expr> = if f.state.is_empty() {
            found.collect()
        } else {
            named.collect()
        };
        state.into_iter().filter(|s| self.active_designator(s)).collect()
    }

    /// The term of the series in the shadow of a variable.
    fn term(&mut self, variable: &Expr, before: &mut Block, after: &mut Block) -> Term {
        let shadow = self.g.shadow_ref(variable);
        let (ty, rank) = (shadow.ty, shadow.rank);
        let last = self.g.stand_in(self.unit, variable, "last", ty, rank, before, after);
        // each pass sets it
        before.retain(|s| !matches!(s.kind, StmtKind::Assign { .. }));
        Term { shadow, last }
    }

    /// Statements that set `change` to the largest absolute value in some terms, or, if `changed`, in their differences
    /// from the previous terms.
    fn largest(&mut self, terms: &[Term], changed: bool, change: &Expr) -> Block {
        let mut out = vec![assign(change.clone(), zero(change.ty))];
        for t in terms {
            let larger = self.g.leaves_of(self.unit, &t.shadow, false, &mut |leaf| {
                if !leaf.ty.is_differentiable() {
                    return vec![];
                }
                let real = Ty::Real(leaf.ty.kind().unwrap_or(8));
                let mut value = leaf.clone();
                if let Some(last) = t.last.as_ref().filter(|_| changed) {
                    let mut before = leaf.clone();
                    rewrite_expr(&mut before, &mut |e| {
                        if e.same(&t.shadow) {
                            *e = last.clone();
                        }
                    });
                    value = binary(BinaryOp::Sub, value, before);
                }
                value = intrinsic("abs", vec![value], real, leaf.rank);
                if leaf.rank > 0 {
                    value = intrinsic("maxval", vec![value], real, 0);
                }
                if let (true, Some(kind)) = (real != change.ty, change.ty.kind()) {
                    value = intrinsic("real", vec![value, int(i64::from(kind))], change.ty, 0);
                }
                let larger = intrinsic("max", vec![change.clone(), value], change.ty, 0);
                vec![assign(change.clone(), larger)]
            });
            out.extend(larger);
        }
        // the first maximum, without loops around it, needs no comparison with zero
        if let Some(Stmt {
            kind: StmtKind::Assign { rhs, .. },
            ..
        }) = out.get(1)
        {
            if let ExprKind::Intrinsic(_, _, args) = &rhs.kind {
                if let [_, Arg {
                    value: ArgValue::Expr(e),
                    ..
                }] = args.as_slice()
                {
                    let first = assign(change.clone(), e.clone());
                    out.splice(0..2, [first]);
                }
            }
        }
        out
    }
}

/// `print *, '... has not converged in', limit, 'passes'`.
fn told(limit: Expr) -> Stmt {
    Stmt::new(StmtKind::Io {
        kind: IoKind::Print,
        controls: vec![(None, IoControl::Star)],
        parens: false,
        items: vec![
            string("the adjoint of a fixed-point loop has not converged in"),
            limit,
            string("passes"),
        ],
    })
}
