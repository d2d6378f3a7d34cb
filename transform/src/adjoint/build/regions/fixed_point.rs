//! Nodes of loops that iterate to a fixed point.
//!
//! A loop that ends with `z = φ(z, x)`, whatever it began with, defines `z` as a function of `x`. For an adjoint `zb` of the result,
//!
//! ```text
//! w = zb + (∂φ/∂z)ᵀ w          xb = xb + (∂φ/∂x)ᵀ w
//! ```
//!
//! (B. Christianson, *Reverse accumulation and attractive fixed points*, Optimization Methods and Software 3, 1994): the first equation is a fixed point, too, which converges as fast
//! as the loop does, and all that is needed of the primal is its last iteration. It is iterated as the series `w = Σ (∂φ/∂z)ᵀᵏ zb`. Since the backward part of an iteration maps
//!
//! ```text
//! zb, xb   to   (∂φ/∂z)ᵀ zb,  xb + (∂φ/∂x)ᵀ zb
//! ```
//!
//! k runs of it have added `(∂φ/∂x)ᵀ` times the first k terms to `xb`, and left the next term in `zb`; that is both phases at once, with nothing stored between them. What
//! else comes out of the loop has an adjoint, too, which the first run takes to `zb` and `xb`, and which is zero then.
//!
//! ```text
//! forward                                backward
//! PUSH(out(loop) ∩ use(U))               adjoint of what follows
//! the loop                               B->, recorded;  PUSH(out(B) ∩ use(B<-))
//! what follows                           repeat:  load the recording;  POP(the same);  B<-
//!                                        until that changes zb little
//!                                        POP(out(loop) ∩ use(U))
//! ```
//!
//! Elements of `z` that the iteration reads and leaves as they are, boundary values for one, are part of `x` in truth. An iteration maps their adjoint to itself and adds to it,
//! so that it ends as it should; that is why the end is told from the change of `zb`, not from its size, and why nothing is set to zero then. What is left of the others is as small as the
//! tolerance, times what `z` was made of in the beginning.
//!
//! What `B<-` reads it also overwrites, as it restores what `B` has overwritten; so the recording ends with the values that each run of it begins with. `B->` begins with what the
//! loop leaves, which those that follow preserve.

use super::super::super::plan::*;
use super::super::super::Adjoint;
use crate::adjoint::build::reads::value_zones;
use crate::adjoint::plan::region::{without_adjoint, FixedPoint};
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;

/// Passes of the adjoint iteration, where nothing else is said.
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
