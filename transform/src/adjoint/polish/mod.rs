//! Improves the generated statements of a reverse sweep. Forward sweeps and tangents pass only through transformations
//! that change no value ([`peel`], marks of [`rows`]; in tangents also [`reciprocals`]).
//!
//! The rules of differentiation increment each adjoint, and set it to zero where its variable is overwritten. That is
//! correct everywhere, but not as one would write it by hand.
//!
//! | pass | switch | |
//! |---|---|---|
//! | [`scalars`] | `scalars` | sets adjoints of scalars known to be zero instead of incrementing them; drops dead zeros |
//! | [`nests`] | `nests` | array assignments of one shape become one nest of loops |
//! | [`increments`] | `increments` | merges increments of one element in a loop |
//! | [`zeroed`] | `increments` | assigns elements that are set to zero and then incremented |
//! | [`totals`] | `totals` | keeps increments to an element that a loop does not change in a scalar |
//! | [`peel`] | `peel` | peels first and last iterations of loops that test for them, if [`rows`] can treat the rest |
//! | [`comparisons`] | `peel` | rewrites these tests in one spelling |
//! | [`rows`] | `rows` | collects increments of neighbouring elements in rows, added after the loop ([`gather`]) |
//! | [`stencils`] | `rows` | adds such increments where the elements are |
//! | [`lanes`] | `lanes` | adds up in several partial sums |
//! | [`strips`] | `lanes` | runs iterations side by side that contain loops, or sines and cosines ([`private`]) |
//! | [`powers`] | `powers` | shares powers of one base |
//! | [`reciprocals`] | `reciprocals` | replaces several divisions by one divisor by one |
//!
//! Sweeps with labels are unchanged, and so are variables that other procedures can see. A loop that ends early
//! (`EXIT`, `CYCLE`) takes part: [`scalars`] assumes the least about what is live where it ends.

mod comparisons;
mod frame;
mod gather;
mod increments;
mod lanes;
mod nest;
mod nests;
mod open;
mod peel;
mod powers;
mod private;
mod reciprocals;
mod rows;
mod scalars;
mod stencils;
mod strips;
mod totals;
mod view;
mod writes;
mod zeroed;

pub(super) use writes::added;

use nest::Nest;
use scalars::Scalars;

use super::Adjoint;
use crate::code::cost;
use crate::code::indices::moved;
use crate::normalize::temps::new_variable;
use crate::options::Opt;
use crate::rules::bound_of;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::{has_call, jumps, mentions, walk_block, walk_block_exprs};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::cell::OnceCell;
use std::collections::BTreeMap;

impl Adjoint<'_, '_> {
    /// The improved sweep.
    pub(super) fn polished(&mut self, sweep: Block) -> Block {
        self.polished_before(sweep, &Scalars::new())
    }

    /// The same for statements after which some local scalars are `read`.
    pub(super) fn polished_before(&mut self, mut sweep: Block, read: &Scalars) -> Block {
        if is_unstructured(&sweep) || !self.g.options.polish {
            return sweep;
        }
        let mut locals = Locals::of(self);
        if locals.has(Opt::Scalars) {
            let mut own = locals.unread_after(&sweep, read);
            own = own.iter().filter(|&v| locals.all.is_adjoint(v)).collect();
            own = own.iter().filter(|_| locals.apply(Opt::Scalars)).collect();
            scalars::simplify(&own, &mut sweep);
        }
        if locals.has(Opt::Nests) {
            nests::fuse(&mut sweep, &mut locals);
        }
        if locals.has(Opt::Increments) {
            increments::merge(&mut sweep, &mut locals);
            zeroed::assign(&mut sweep, &Nest::default(), &mut locals);
        }
        if locals.has(Opt::Totals) {
            totals::keep(&mut sweep, &mut locals);
        }
        if locals.has(Opt::Rows) {
            // with the sums of increments
            let own = locals.unread_after(&sweep, read);
            let unread = scalars::Unread { own: &own };
            if locals.runs_side_by_side() {
                strips::run(&mut sweep, &vec![], &unread, &Scalars::new(), &mut locals);
            }
            rows::spread(&mut sweep, &unread, &Scalars::new(), &mut locals, &rows::of_loop);
            // names of indices that subscripts no longer use
            unread.simplify(&mut sweep, &mut Scalars::new());
            let totals = locals.totals.values().filter_map(Expr::base_symbol).collect();
            scalars::simplify(&totals, &mut sweep);
        }
        if locals.has(Opt::Increments) {
            // the sums of the first run still have their values
            locals.sums.clear();
            increments::merge(&mut sweep, &mut locals);
        }
        if locals.has(Opt::Powers) {
            powers::share(&mut sweep, &mut locals);
        }
        if locals.has(Opt::Reciprocals) {
            reciprocals::share(&mut sweep, &mut locals);
        }
        sweep
    }

    /// An improved tangent.
    pub(crate) fn polished_tangent(&mut self, tangent: Block) -> Block {
        if !self.g.options.polish {
            return tangent;
        }
        let mut tangent = self.arranged(tangent, &vec![]);
        let mut locals = Locals::of(self);
        if locals.has(Opt::Reciprocals) {
            reciprocals::share(&mut tangent, &mut locals);
        }
        tangent
    }

    /// A forward sweep, or a tangent, with loops that compilers can vectorise: it computes the same values in the same
    /// order. `after`: the statements that run after it.
    pub(super) fn arranged(&mut self, mut run: Block, after: &Block) -> Block {
        let is_return = |s: &&Stmt| matches!(s.kind, StmtKind::Return(None)) && s.label.is_none();
        let end = run.last().filter(is_return).cloned();
        if end.is_some() {
            run.pop();
        }
        if self.g.options.polish
            && self.g.options.optimisations.has(Opt::Rows)
            && !is_unstructured(&run)
            && !is_unstructured(after)
        {
            self.arrange(&mut run, after);
        }
        run.extend(end);
        run
    }

    fn arrange(&mut self, run: &mut Block, after: &Block) {
        let mut scalars = self.local_scalars(run);
        scalars.union_with(&self.local_scalars(after));
        let unread = scalars::Unread { own: &scalars };
        let mut live = Scalars::new();
        unread.before(after, &mut live);
        let mut locals = Locals::of(self);
        if locals.runs_side_by_side() {
            strips::run(run, after, &unread, &live, &mut locals);
        }
        rows::spread(run, &unread, &live, &mut locals, &rows::mark);
    }

    /// The local scalars of a sweep that nothing reads after it.
    fn local_scalars(&self, sweep: &Block) -> Scalars {
        if !self.g.primal.units[self.unit].contains.is_empty() {
            return Scalars::new();
        }
        let mut out = Scalars::new();
        walk_block_exprs(sweep, &mut |e| {
            if let ExprKind::Var(v) = e.kind {
                out.insert(v);
            }
        });
        let shared = self.named_elsewhere();
        out.iter()
            .filter(|&v| self.is_local_scalar(v) && !shared.contains(v))
            .collect()
    }

    /// Variables in EQUIVALENCE and NAMELIST statements: a statement with the name of a group reads and sets its
    /// members.
    pub(in crate::adjoint) fn named_elsewhere(&self) -> Scalars {
        let units = &self.g.out.units;
        let both = [self.unit, self.derivative];
        let shared = both.into_iter().flat_map(|u| units[u].equivalences.iter().flatten());
        let members = both.into_iter().flat_map(|u| &units[u].namelists).flat_map(|g| &g.1);
        shared.filter_map(Expr::base_symbol).chain(members.copied()).collect()
    }

    fn is_local_scalar(&self, symbol: SymbolId) -> bool {
        let s = &self.g.out.symbols[symbol];
        let owner = s.owner.filter(|&u| u == self.derivative || u == self.unit);
        owner.is_some() && s.rank() == 0 && s.variable().is_some_and(Variable::is_plain_local)
    }

    /// True for a local scalar of the derivative alone: an adjoint, or a temporary.
    fn is_adjoint(&self, symbol: SymbolId) -> bool {
        let s = &self.g.out.symbols[symbol];
        let is_continuous = |v: &Variable| matches!(v.ty.ty, Ty::Real(_) | Ty::Complex(_));
        s.owner == Some(self.derivative) && s.variable().is_some_and(is_continuous)
    }
}

/// Transforms a loop, given the loops around it and the scalars that are not read after it; returns the statements after the new
/// loop, or `None` if nothing changes.
type Treat<'t> = &'t dyn Fn(&mut Stmt, &Nest, &dyn Fn(SymbolId) -> bool, &mut Locals) -> Option<Block>;

/// Local variables for the passes, and predicates about others.
struct Locals<'l, 'g, 'a> {
    all: &'l mut Adjoint<'g, 'a>,
    sums: IndexMap<(Ty, usize), Expr>,
    totals: IndexMap<(Ty, usize), Expr>,
    /// The partial sums and their index.
    lanes: IndexMap<(Ty, usize), Expr>,
    lane: Option<SymbolId>,
    /// What several statements of a block share, by name, type and number.
    shared: IndexMap<(&'static str, Ty, usize), Expr>,
    rows: IndexMap<(SymbolId, usize, usize), Expr>,
    indices: Vec<Expr>,
    /// Number of elements on each side by which rows are wider than the dimension of their array.
    wider: BTreeMap<SymbolId, i64>,
    /// Zones that the procedure writes.
    written: OnceCell<ZoneSet>,
}

impl<'l, 'g, 'a> Locals<'l, 'g, 'a> {
    fn of(all: &'l mut Adjoint<'g, 'a>) -> Locals<'l, 'g, 'a> {
        Locals {
            all,
            sums: IndexMap::new(),
            totals: IndexMap::new(),
            lanes: IndexMap::new(),
            lane: None,
            shared: IndexMap::new(),
            rows: IndexMap::new(),
            indices: vec![],
            wider: BTreeMap::new(),
            written: OnceCell::new(),
        }
    }

    /// True if an optimisation is switched on.
    fn has(&self, opt: Opt) -> bool {
        self.all.g.options.optimisations.has(opt)
    }

    /// True if iterations may run side by side. In many directions, the innermost loop will be that over directions.
    fn runs_side_by_side(&self) -> bool {
        self.has(Opt::Lanes) && !self.all.g.options.vector
    }

    /// True if an optimisation is to be applied once more. Generated statements have no source position; that of the
    /// procedure is used.
    fn apply(&mut self, opt: Opt) -> bool {
        let number = self.all.asked.entry(opt).or_default();
        *number += 1;
        let g = &self.all.g;
        g.options.apply_one(opt, g.primal.units[self.all.unit].span, *number)
    }

    /// The local scalars of a sweep, except those that are `read` after it.
    fn unread_after(&self, sweep: &Block, read: &Scalars) -> Scalars {
        let mut out = self.all.local_scalars(sweep);
        out.subtract(read);
        out
    }

    /// True for a variable whose memory may have another name.
    fn is_shared(&self, array: SymbolId) -> bool {
        let g = &*self.all.g;
        let symbol = &g.out.symbols[array];
        if symbol.variable().is_none_or(|v| v.attrs.pointer) {
            return true;
        }
        let primal = g.primals.get(&array).copied();
        let is_temporary = symbol.owner == Some(self.all.derivative) && primal.is_none();
        !is_temporary && !g.is_alone(primal.unwrap_or(array))
    }

    /// True for a variable that statements of the procedure may access by another name.
    fn has_two_names(&self, v: SymbolId) -> bool {
        let g = &*self.all.g;
        let symbol = &g.out.symbols[v];
        if symbol.variable().is_none_or(|v| v.attrs.pointer) {
            return true;
        }
        let primal = g.primals.get(&v).copied();
        if symbol.owner == Some(self.all.derivative) && primal.is_none() {
            return false;
        }
        let zones = &g.facts.zones;
        let is_here = |m: &&SymbolId| g.primal.symbols[**m].owner == Some(self.all.unit);
        let twice = |&z: &ZoneId| zones.aliases(&z).len() > 1 || zones.members(z).iter().filter(is_here).count() > 1;
        zones.of(primal.unwrap_or(v)).iter().any(twice)
    }

    /// True for a local scalar of the derivative alone.
    fn is_adjoint(&self, v: SymbolId) -> bool {
        self.all.is_adjoint(v)
    }

    fn program(&self) -> &Program {
        &self.all.g.out
    }

    /// True for an expression that has the same value throughout the procedure.
    fn is_fixed(&self, e: &Expr) -> bool {
        let all = &*self.all;
        let body = || all.written_by(&all.g.primal.units[all.unit].body);
        let written = self.written.get_or_init(body);
        let is_written = |v: SymbolId| all.g.facts.zones.of(v).iter().any(|&z| written.contains(z));
        !has_call(e) && !mentions(e, &is_written)
    }

    /// The index of the loop over a dimension.
    fn index(&mut self, dim: usize) -> Expr {
        while self.indices.len() <= dim {
            let stem = ["ii", "jj", "kk"].get(self.indices.len()).unwrap_or(&"ll");
            let (g, derivative) = (&mut self.all.g, self.all.derivative);
            self.indices
                .push(g.local(derivative, stem, DeclType::plain(Ty::Integer(4)), 0));
        }
        self.indices[dim].clone()
    }

    /// A variable for a sum; `number` distinguishes sums that are needed at the same time.
    fn sum(&mut self, ty: Ty, number: usize) -> Expr {
        let (g, derivative) = (&mut self.all.g, self.all.derivative);
        let new = || g.local(derivative, "sumb", DeclType::plain(ty), 0);
        self.sums.entry((ty, number)).or_insert_with(new).clone()
    }

    /// A variable for what a loop adds to an element; `number` distinguishes those of enclosing loops.
    fn total(&mut self, ty: Ty, number: usize) -> Expr {
        let (g, derivative) = (&mut self.all.g, self.all.derivative);
        let new = || g.local(derivative, "sumb", DeclType::plain(ty), 0);
        self.totals.entry((ty, number)).or_insert_with(new).clone()
    }

    /// An array of [`cost::LANES`] partial sums, from 0; `number` distinguishes those of one loop.
    fn lanes(&mut self, ty: Ty, number: usize) -> Expr {
        if let Some(known) = self.lanes.get(&(ty, number)) {
            return known.clone();
        }
        let bounds = Dim::Explicit(Some(int(0)), int(cost::LANES - 1));
        let sums = self.new_local("sumsb", ty, vec![bounds]);
        let sums = var(self.program(), sums);
        self.lanes.insert((ty, number), sums.clone());
        sums
    }

    /// The index of partial sums.
    fn lane(&mut self) -> SymbolId {
        let made = self.lane;
        let lane = made.unwrap_or_else(|| self.new_local("lane", Ty::Integer(4), vec![]));
        self.lane = Some(lane);
        lane
    }

    /// A new local variable, with explicit bounds.
    fn new_local(&mut self, stem: &str, ty: Ty, dims: Vec<Dim>) -> SymbolId {
        let (g, derivative) = (&mut self.all.g, self.all.derivative);
        let name = g.namer(derivative).fresh(stem);
        let v = Variable {
            ty: DeclType::plain(ty),
            dims,
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        new_variable(&mut g.out, derivative, name, v)
    }

    /// A variable for what statements of a block share; `number` distinguishes those that are needed at the same time.
    fn shared(&mut self, stem: &'static str, ty: Ty, number: usize) -> Expr {
        let (g, derivative) = (&mut self.all.g, self.all.derivative);
        let new = || g.local(derivative, stem, DeclType::plain(ty), 0);
        self.shared.entry((stem, ty, number)).or_insert_with(new).clone()
    }

    /// True for a derivative, or a temporary of derivatives.
    fn is_derivative(&self, lhs: &Expr) -> bool {
        let base = lhs.base_symbol();
        base.is_some_and(|b| self.all.g.primals.contains_key(&b) || self.all.is_adjoint(b))
    }

    /// A row with the bounds of a dimension of an array; `number` distinguishes rows that are needed at the same time.
    /// `None` if the bounds are unknown at the entry of the procedure.
    fn row(&mut self, array: SymbolId, dim: usize, number: usize) -> Option<Expr> {
        let key = (array, dim, number);
        if let Some(row) = self.rows.get(&key) {
            return Some(row.clone());
        }
        let (g, derivative) = (&self.all.g, self.all.derivative);
        let symbol = &g.out.symbols[array];
        let v = symbol
            .variable()
            .filter(|v| !v.attrs.allocatable && !v.attrs.optional)?;
        let whole = var(&g.out, array);
        let end = |name: &str| bound_of(name, &whole, dim as i64 + 1);
        let own = symbol.owner == Some(derivative);
        let bounds = match v.dims.get(dim)? {
            Dim::Explicit(lo, hi) if own || int_value(hi).is_some() => Dim::Explicit(lo.clone(), hi.clone()),
            Dim::Assumed(_) if own => Dim::Explicit(Some(end("lbound")), end("ubound")),
            _ => return None,
        };
        let row = self.new_local("rowb", v.ty.ty, vec![bounds]);
        let row = var(self.program(), row);
        self.rows.insert(key, row.clone());
        Some(row)
    }

    /// Makes a row wider by at least `by` elements on both sides than its dimension.
    fn widen(&mut self, row: SymbolId, by: i64) {
        let known = self.wider.entry(row).or_default();
        if *known >= by {
            return;
        }
        let more = by - *known;
        *known = by;
        let symbol = &mut self.all.g.out.symbols[row];
        for d in symbol.variable_mut().iter_mut().flat_map(|v| &mut v.dims) {
            if let Dim::Explicit(lo, hi) = d {
                let first = lo.take().unwrap_or_else(|| int(1));
                *lo = Some(moved(&first, -more));
                *hi = moved(hi, more);
            }
        }
    }
}

/// True for statements with labels, or jumps to them.
fn is_unstructured(sweep: &Block) -> bool {
    let mut found = false;
    walk_block(sweep, &mut |s| {
        found |= s.label.is_some() || jumps(&s.kind) && !matches!(s.kind, StmtKind::Return(_));
    });
    found
}
