//! Nodes of loops that iterate to a fixed point.
//!
//! A loop that ends with `z = φ(z, x)`, independent of the initial guess, defines `z` as a function of `x`. For an
//! adjoint `zb` of the result,
//!
//! ```text
//! w = zb + (∂φ/∂z)ᵀ w          xb = xb + (∂φ/∂x)ᵀ w
//! ```
//!
//! (B. Christianson, *Reverse accumulation and attractive fixed points*, Optimization Methods and Software 3, 1994).
//! The first equation is a fixed point, too. It converges as fast as the loop, and needs only the last iteration of the
//! primal. It is iterated as the series `w = Σ (∂φ/∂z)ᵀᵏ zb`. Since the reverse part of an iteration maps
//!
//! ```text
//! zb, xb   to   (∂φ/∂z)ᵀ zb,  xb + (∂φ/∂x)ᵀ zb
//! ```
//!
//! k runs of it add `(∂φ/∂x)ᵀ` times the first k terms to `xb`, and leave the next term in `zb`. That does both phases
//! at once, with nothing stored between them. The adjoint of any other output of the loop is propagated to `zb` and
//! `xb` by the first run, and is zero after it.
//!
//! ```text
//! forward                                reverse
//! PUSH(out(loop) ∩ use(U))               adjoint of what follows
//! the loop                               B->, recorded;  PUSH(out(B) ∩ use(B<-))
//! what follows                           repeat:  load the recording;  POP(the same);  B<-
//!                                        until that changes zb little
//!                                        POP(out(loop) ∩ use(U))
//! ```
//!
//! Some elements of `z`, such as boundary values, are read but not changed by the iteration; they are really part of
//! `x`. An iteration maps their adjoint to itself and adds to it, so the final value is correct. That is why
//! convergence is tested on the change of `zb`, not on its size, and why nothing is set to zero afterwards. The
//! remaining adjoints of the other elements are as small as the tolerance; they enter the derivatives of the initial
//! guess.
//!
//! `B<-` also overwrites what it reads, since it restores what `B` overwrote. So the recording ends with the values
//! that each run of `B<-` starts with. `B->` starts with the values that the loop leaves; the code after the loop
//! preserves them.

use super::super::super::plan::*;
use super::super::super::Adjoint;
use crate::adjoint::build::reads::value_zones;
use crate::adjoint::plan::region::{without_adjoint, FixedPoint};
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;

/// Default limit for the passes of the adjoint iteration.
const LIMIT: i64 = 10_000;

impl Adjoint<'_, '_> {
    /// `face`: the directive with the loop alone.
    pub(super) fn fixed_point_region(
        &mut self,
        face: &Stmt,
        l: &Stmt,
        state: &[Expr],
        tolerance: Option<&Expr>,
        limit: Option<&Expr>,
        written: &ZoneSet,
    ) -> Region {
        let iteration = self.iteration(l, written);
        self.second_runs += 1;
        let body = self.nodes(&iteration.body, &iteration.outside);
        self.second_runs -= 1;
        self.loops -= 1;
        let mut needs = ZoneSet::new();
        tolerance
            .iter()
            .chain(&limit)
            .for_each(|e| value_zones(self.g, e, &mut needs));
        let fixed_point = FixedPoint {
            state: state.to_vec(),
            tolerance: tolerance.cloned(),
            limit: limit.cloned().unwrap_or_else(|| int(LIMIT)),
            needs,
            primal: without_adjoint(&body),
            carried: ZoneSet::new(),
        };
        self.new_region(face, Kind::FixedPoint(Box::new(fixed_point)), body)
    }
}
