//! The adjoint of a procedure: forward sweep, then reverse sweep.
//!
//! The model is (1.7) and (1.11) of Hascoët and Araya-Polo, *The Adjoint Data-Flow Analyses*: for a statement `I`
//! between `U` and `D`
//!
//! ```text
//! adjoint(I; D) = [PUSH(out(I) ∩ use(I'; U)); I;] if adj-live(I, D)   adjoint(D);   [POP(the same);] I'
//! ```
//!
//! so that `I'` and the reverse sweep of `U` find the values from before `I`. Calls are joint (run again from a
//! snapshot) or split ([`crate::context::split`]).
//!
//! 1. [`build`] makes a plan for each procedure: each statement with its adjoint statements and the zones that these
//!    read.
//! 2. [`decide`] determines, over all plans, what is run, recorded, recomputed and kept.
//! 3. [`emit`] generates the sweeps. [`report`] describes the plan instead.

mod build;
pub mod decide;
mod emit;
pub(crate) mod expr;
pub mod plan;
mod polish;
pub mod report;

use crate::adjoint::plan::between::Between;
use crate::assemble::generator::Generator;
use crate::code::reread::Connection;
use crate::context::place::Place;
use crate::normalize::arrays::shape_of;
use crate::normalize::temps::new_variable;
use crate::options::Opt;
use crate::threads::{self, Marks};
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;
use build::association::{self, Association};
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Builds the plan of the adjoint of one procedure, and later its statements.
pub struct Adjoint<'g, 'a> {
    pub(crate) g: &'g mut Generator<'a>,
    unit: UnitId,
    /// The statement whose node is being built.
    stmt: StmtId,
    derivative: UnitId,
    temps: Temps,
    /// Number of loops around the statement whose node is being built.
    loops: usize,
    /// The facts that the plans of procedures exchange, once all is decided.
    between: Arc<Between>,
    /// Arrays that the surrounding loops overwrite as a whole.
    swept: ZoneSet,
    /// Arrays of which assignments overwrite no value from before them in the surrounding loops that is needed.
    written_first: ZoneSet,
    /// Zones that the procedure writes.
    written: ZoneSet,
    /// A surrounding directive about calls, with its place: true for split, false for joint.
    splits: Option<(bool, Span)>,
    /// Number of surrounding regions that the reverse sweep runs a second time.
    second_runs: usize,
    /// Number of those among them that are loops with few snapshots.
    scheduled: usize,
    /// Files that the innermost of them may read again.
    reread_here: Option<BTreeSet<Connection>>,
    /// Records that are stored in arrays instead of on the tape.
    slots: emit::Slots,
    /// Cached values at the current position of the plan.
    held: build::held::Held,
    /// The loops whose iterations threads share.
    marks: Marks,
    /// It measures its calls.
    profiled: bool,
    /// The number of times that each optimisation of generated statements was considered.
    asked: BTreeMap<Opt, usize>,
}

/// Temporaries of the reverse sweep, shared between statements: a statement begins with all of them free.
#[derive(Clone, Default)]
pub struct Temps {
    pool: IndexMap<TempKey, Vec<Expr>>,
    used: IndexMap<TempKey, usize>,
    branch: Option<Expr>,
    /// The answers of the runtime about checkpointed loops: action and iteration.
    schedule: Option<(Expr, Expr)>,
    /// Variable for the existence of an object, between test and tape; `bounds`: likewise for bounds.
    exists: Option<Expr>,
    /// Variable for the number of an object's type, among its possible types.
    type_number: Option<Expr>,
    bounds: Vec<Expr>,
    /// Variables that record the association of pointers of a kind.
    associations: IndexMap<association::Kind, Association>,
    /// Arrays allocated since the adjoint of the current assignment began.
    allocated: Vec<Expr>,
}

/// Type, rank, and extents if they are constants.
type TempKey = (Ty, u8, Option<Vec<i64>>);

impl<'g, 'a> Adjoint<'g, 'a> {
    /// For an active procedure whose signature has been generated.
    pub fn new(g: &'g mut Generator<'a>, unit: UnitId) -> Self {
        let derivative = g.derivative_unit(unit);
        Adjoint {
            g,
            unit,
            stmt: StmtId(0),
            derivative,
            temps: Temps::default(),
            loops: 0,
            between: Arc::default(),
            swept: ZoneSet::new(),
            written_first: ZoneSet::new(),
            written: ZoneSet::new(),
            splits: None,
            second_runs: 0,
            scheduled: 0,
            reread_here: None,
            slots: emit::Slots::default(),
            held: build::held::Held::default(),
            marks: Marks::new(),
            profiled: false,
            asked: BTreeMap::new(),
        }
    }

    /// Continues with the temporaries with which the plan was built, after all decisions.
    pub fn resume(g: &'g mut Generator<'a>, unit: UnitId, temps: Temps, between: Arc<Between>) -> Self {
        let marks = threads::marks(&g.primal.units[unit].body);
        Adjoint {
            temps,
            between,
            marks,
            profiled: g.options.measured.is_some(),
            ..Adjoint::new(g, unit)
        }
    }

    /// The temporaries, for [`Adjoint::resume`].
    pub fn into_temps(self) -> Temps {
        self.temps
    }

    fn place(&self) -> Place {
        Place {
            unit: self.unit,
            stmt: self.stmt,
        }
    }

    fn active_designator(&self, e: &Expr) -> bool {
        self.g.is_active_designator(self.unit, e)
    }

    fn release_temps(&mut self) {
        self.temps.used.clear();
    }

    /// A temporary of the reverse sweep for a value like `like`. Arrays of a shape that is not constant are
    /// allocatable.
    fn temp(&mut self, like: &Expr, ty: Ty) -> Expr {
        let rank = like.rank;
        let extents: Option<Vec<i64>> = shape_of(&self.g.out, like).iter().map(int_value).collect();
        let extents = extents.filter(|_| rank > 0);
        let key = (ty, rank, extents.clone());
        let n = self.temps.used.entry(key.clone()).or_insert(0);
        let place = *n;
        *n += 1;
        if let Some(t) = self.temps.pool.get(&key).and_then(|p| p.get(place)) {
            return t.clone();
        }
        let stem = if rank == 0 { "tempb" } else { "arrayb" };
        let t = match extents {
            None => self.g.local(self.derivative, stem, DeclType::plain(ty), rank),
            Some(extents) => {
                let name = self.g.namer(self.derivative).fresh(stem);
                let v = Variable {
                    ty: DeclType::plain(ty),
                    dims: extents.into_iter().map(|n| Dim::Explicit(None, int(n))).collect(),
                    storage: Storage::Local,
                    attrs: Attrs::default(),
                    init: None,
                };
                let s = new_variable(&mut self.g.out, self.derivative, name, v);
                var(&self.g.out, s)
            }
        };
        self.temps.pool.entry(key).or_default().push(t.clone());
        t
    }
}
