//! The adjoint of a procedure, joint: forward sweep, then backward sweep.
//!
//! The model is (1.6)/(1.7) of Hascoët and Araya-Polo, *The Adjoint Data-Flow Analyses*: for a statement `I` followed by `D`
//!
//! ```text
//! adjoint(I; D) = PUSH(out(I) ∩ needed); I; adjoint(D); POP(out(I) ∩ needed); I'
//! ```
//!
//! so that `I'` and everything upstream find the values from before `I`. A call is run again: the forward sweep runs the primal procedure, the
//! backward sweep restores what the call had read and runs its adjoint (checkpointing on calls). An adjoint procedure restores, when it returns,
//! those of the zones that it overwrote which its callers' backward sweeps need.
//!
//! 1. [`build`]: a plan per procedure: each statement with its adjoint statements and the zones these read.
//! 2. [`record`]: over all plans, which overwritten zones are recorded (to-be-recorded analysis).
//! 3. [`emit`]: the two sweeps.
//!
//! What is not done here yet: leaving out forward statements that nothing needs, split mode, recomputation. The plan is the seam: each is a
//! decision on its nodes.

mod build;
mod emit;
mod expr;
pub mod plan;
pub mod record;

use crate::generator::Generator;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Builds the plan of the adjoint of one procedure, and later its statements.
pub struct Adjoint<'g, 'a> {
    pub(crate) g: &'g mut Generator<'a>,
    unit: UnitId,
    derivative: UnitId,
    temps: Temps,
}

/// Temporaries of the backward sweep, shared between statements: a statement begins with all of them free.
#[derive(Default)]
pub struct Temps {
    pool: IndexMap<(TyKey, u8), Vec<Expr>>,
    used: IndexMap<(TyKey, u8), usize>,
    branch: Option<Expr>,
}

/// Real or complex, and the kind.
type TyKey = (bool, u8);

impl<'g, 'a> Adjoint<'g, 'a> {
    /// For an active procedure whose signature is made.
    pub fn new(g: &'g mut Generator<'a>, unit: UnitId) -> Self {
        let derivative = g.derivative_unit(unit);
        Adjoint {
            g,
            unit,
            derivative,
            temps: Temps::default(),
        }
    }

    /// Goes on with the temporaries that the plan was built with.
    pub fn resume(g: &'g mut Generator<'a>, unit: UnitId, temps: Temps) -> Self {
        Adjoint {
            temps,
            ..Adjoint::new(g, unit)
        }
    }

    /// The temporaries, for [`Adjoint::resume`].
    pub fn into_temps(self) -> Temps {
        self.temps
    }

    fn active_designator(&self, e: &Expr) -> bool {
        e.base_symbol().is_some_and(|s| self.g.is_active(self.unit, s))
    }

    fn release_temps(&mut self) {
        self.temps.used.clear();
    }

    /// A temporary of the backward sweep; arrays get their shape by assignment.
    fn temp(&mut self, ty: Ty, rank: u8) -> Expr {
        let key = ((matches!(ty, Ty::Complex(_)), ty.kind().unwrap_or(8)), rank);
        let n = self.temps.used.entry(key).or_insert(0);
        let place = *n;
        *n += 1;
        if let Some(t) = self.temps.pool.get(&key).and_then(|p| p.get(place)) {
            return t.clone();
        }
        let stem = if rank == 0 { "tempb" } else { "arrayb" };
        let t = self.g.local(self.derivative, stem, DeclType::plain(ty), rank);
        self.temps.pool.entry(key).or_default().push(t.clone());
        t
    }
}
