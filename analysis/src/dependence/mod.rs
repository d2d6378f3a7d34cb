//! Array dependences: the arrays whose elements are each touched by a single iteration of a loop.
//!
//! ```text
//! do k = 1, m                       t(k), u(2*k), v(j, k): each iteration has its own
//!    t(k) = ...                     w(k - 1): an iteration touches what another one writes
//!    u(2*k) = u(2*k) + t(k)
//!    do j = 1, n; v(j, k) = w(k - 1); end do
//!    w(k) = ...
//! ```
//!
//! For a counted loop, [`apart`] gives the zones that it writes and of which no two references, one of them a write,
//! meet in different iterations. References are elements whose subscripts are sums of indices and of variables that the
//! loop does not write, components of elements (`q(k)%x`), and elements of components (`r%t(k)`); [`subscripts`] decides
//! about a pair. Zones that a call touches, that are named as a whole, or that have aliases ([`Zones::aliases`]) are
//! excluded, and so are all scalars.
//!
//! The index of an enclosing loop has one value while the loop runs, so the result is about dependences that *this*
//! loop carries: an array whose dependences are all carried by the outer loop is apart in the inner one.
//!
//! [`written_first`] needs less: it gives the assignments of the loop that never overwrite an element which the loop
//! has read before ([`order`]) and whose value is still needed. Another iteration may read the new value.
//!
//! ```text
//! do k = 2, m
//!    x(k) = a(k)*x(k - 1)           the loop overwrites only values from before the loop
//! ```
//!
//! [`counted`] asks the same about all variables of a loop: whether its iterations may run at the same time.
//!
//! Ignored: subscripts that are elements (`a(ix(i))`) or ranges, unless another dimension decides; distances that
//! depend on variables, except for the order that loop bounds imply.

pub mod affine;
mod order;
mod overwritten;
mod parallel;
pub mod subscripts;

use crate::{Analyses, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use affine::Affine;
use order::Pair;
pub use overwritten::{overwritten, Overwritten};
pub use parallel::{counted, Carries, CountedLoop};
use std::collections::{BTreeMap, BTreeSet};
use subscripts::{Range, Reference};

/// Limit on the references to one array: more are not compared pairwise.
const MOST: usize = 64;

/// The zones that a counted loop writes and of which each iteration touches its own elements.
pub fn apart(program: &Program, facts: &Analyses, s: &Stmt) -> ZoneSet {
    References::of(program, facts, s).map_or_else(ZoneSet::new, |r| r.apart())
}

/// The time of a need, relative to a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// The value that it reads.
    Before,
    /// The value that it assigns.
    After,
}

/// True for a value of a zone, which a designator in a statement reads or assigns, that must be available later.
pub type IsNeeded<'n> = &'n dyn Fn(ZoneId, StmtId, &Expr, When) -> bool;

/// The assignments in a counted loop, with their arrays, that never overwrite an element which the loop has read before
/// and whose value is needed.
pub fn written_first(program: &Program, facts: &Analyses, s: &Stmt, is_needed: IsNeeded) -> Vec<(StmtId, ZoneId)> {
    let known = References::of(program, facts, s).filter(|_| order::is_plain(s));
    known.map_or_else(Vec::new, |r| r.written_first(is_needed))
}

/// The references of the statements of a counted loop.
pub struct References<'a> {
    all: Collector<'a>,
    /// The loop.
    range: Range,
}

impl<'a> References<'a> {
    /// The references of a loop; `None` for other statements, and if the loop changes its index.
    pub fn of(program: &'a Program, facts: &'a Analyses, s: &'a Stmt) -> Option<References<'a>> {
        let StmtKind::Do {
            control: DoControl::Count { var, lo, hi, step },
            body,
            ..
        } = &s.kind
        else {
            return None;
        };
        let mut all = Collector {
            program,
            facts,
            inner: vec![],
            references: BTreeMap::new(),
            lost: ZoneSet::new(),
            written: ZoneSet::new(),
            indices: BTreeSet::new(),
            place: 0,
            stmt: s.id,
            assigns: false,
        };
        all.block(body);
        let range = all.range(s.id, *var, [lo, hi], step.as_deref());
        Some(References { all, range }).filter(|r| !r.varies(*var))
    }

    /// True for a variable that may change within an iteration.
    fn varies(&self, v: SymbolId) -> bool {
        let (zones, written) = (&self.all.facts.zones, &self.all.written);
        self.all.indices.contains(&v) || zones.of(v).iter().any(|z| zones.is_among(*z, written))
    }

    /// The references to an array, if all are known and few enough to be compared.
    fn known(&self, zone: ZoneId) -> Option<&[Reference<'a>]> {
        let references = self.all.references.get(&zone)?;
        let fit =
            references.len() <= MOST && !self.all.lost.contains(zone) && is_one_array(&self.all.facts.zones, zone);
        fit.then_some(references)
    }

    /// The pairs of statements with references to an array, one of them a write, that may meet in different iterations;
    /// `None` if not all references are known.
    pub fn meeting(&self, zone: ZoneId) -> Option<Vec<(StmtId, StmtId)>> {
        let references = self.known(zone)?;
        let mut out = vec![];
        for (k, a) in references.iter().enumerate() {
            for b in references[k..].iter().filter(|b| a.writes || b.writes) {
                let (from, to) = if a.writes { (a, b) } else { (b, a) };
                let pair = (from.stmt, to.stmt);
                if !out.contains(&pair) && !subscripts::apart(&self.range, a, b, &|v| self.varies(v)) {
                    out.push(pair);
                }
            }
        }
        Some(out)
    }

    fn apart(&self) -> ZoneSet {
        let own = |zone: &ZoneId| {
            self.known(*zone).is_some_and(|references| {
                references.iter().enumerate().all(|(k, a)| {
                    let mut others = references[k..].iter().filter(|b| a.writes || b.writes);
                    others.all(|b| subscripts::apart(&self.range, a, b, &|v| self.varies(v)))
                })
            })
        };
        self.written().filter(own).collect()
    }

    /// The zones with known references that the loop writes.
    fn written(&self) -> impl Iterator<Item = ZoneId> + '_ {
        let zones = self.all.references.keys().copied();
        zones.filter(|z| self.all.written.contains(*z))
    }

    fn written_first(&self, is_needed: IsNeeded) -> Vec<(StmtId, ZoneId)> {
        let varies = |v| self.varies(v);
        let mut out = vec![];
        for zone in self.written() {
            let references = self.known(zone).unwrap_or_default();
            let when = |r: &Reference| if r.is_target { When::After } else { When::Before };
            let needed = references
                .iter()
                .filter(|r| is_needed(zone, r.stmt, r.designator, when(r)));
            let needed: Vec<Reference> = needed.map(as_read).collect();
            let first = references.iter().filter(|w| {
                let mut pairs = needed.iter().map(|r| Pair::new(&self.range, r, w, &varies));
                w.is_target && pairs.all(|p| p.is_in_order())
            });
            out.extend(first.map(|w| (w.stmt, zone)));
        }
        out
    }

    /// True for two designators of a zone in a statement that denote different elements whenever it runs.
    pub fn differ(&self, zone: ZoneId, stmt: StmtId, pair: [&Expr; 2]) -> bool {
        let known = self.known(zone).unwrap_or_default();
        let [a, b] = pair.map(|e| known.iter().find(|r| r.stmt == stmt && r.designator.same(e)));
        let varies = |v| self.varies(v);
        a.zip(b)
            .is_some_and(|(a, b)| Pair::new(&self.range, a, b, &varies).is_apart_in_place())
    }

    /// True if a designator in the loop, which reads a zone, never accesses an element that another iteration writes.
    pub fn keeps_away(&self, zone: ZoneId, designator: &Expr) -> bool {
        let known = self.known(zone).unwrap_or_default();
        let Some(own) = known.iter().find(|r| std::ptr::eq(r.designator, designator)) else {
            return false;
        };
        let mut writes = known.iter().filter(|r| r.writes);
        writes.all(|w| subscripts::apart(&self.range, own, w, &|v| self.varies(v)))
    }
}

/// A read of the same element, right after the statement if that assigns it.
fn as_read<'e>(r: &Reference<'e>) -> Reference<'e> {
    Reference {
        place: r.place + usize::from(r.is_target),
        ..r.clone()
    }
}

/// True for a zone all of whose names denote one array.
fn is_one_array(zones: &Zones, zone: ZoneId) -> bool {
    zones.aliases(&zone).len() == 1 && (zones.members(zone).len() == 1 || zones[zone].exact)
}

/// Collects the references of the statements of a loop.
struct Collector<'a> {
    program: &'a Program,
    facts: &'a Analyses,
    /// Counted loops around the current statement.
    inner: Vec<Range>,
    references: BTreeMap<ZoneId, Vec<Reference<'a>>>,
    /// Zones with unknown references.
    lost: ZoneSet,
    written: ZoneSet,
    /// Indices local to a statement.
    indices: BTreeSet<SymbolId>,
    /// Number of statements so far.
    place: usize,
    /// The present statement.
    stmt: StmtId,
    /// True within an assignment.
    assigns: bool,
}

impl<'a> Collector<'a> {
    fn block(&mut self, block: &'a Block) {
        for s in block {
            // between statements there are places for reads of what they assign
            self.place += 2;
            self.stmt = s.id;
            let effects = self.facts.effects.of(s.id);
            self.written.union_with(&effects.writes);
            if !visit::called(s).is_empty() {
                let touched: ZoneSet = effects.reads.iter().chain(effects.writes.iter()).collect();
                self.lost.union_with(&touched);
            }
            let target = match &s.kind {
                StmtKind::Assign { lhs, .. } => Some(lhs),
                _ => None,
            };
            self.assigns = target.is_some();
            let plain = target.is_some() || !matches!(s.kind, StmtKind::Forall { .. } | StmtKind::Where { .. });
            visit::stmt_exprs(&s.kind, &mut |e| {
                let writes = match target {
                    Some(t) => std::ptr::eq(t, e),
                    None => !is_test(&s.kind),
                };
                self.expression(e, writes, plain);
            });
            self.indices.extend(indices_of(s));
            match &s.kind {
                StmtKind::Do {
                    control: DoControl::Count { var, lo, hi, step },
                    body,
                    ..
                } => {
                    let range = self.range(s.id, *var, [lo, hi], step.as_deref());
                    self.indices.insert(*var);
                    self.inner.push(range);
                    self.block(body);
                    self.inner.pop();
                }
                _ => s.kind.for_each_block(&mut |b| self.block(b)),
            }
        }
    }

    fn expression(&mut self, e: &'a Expr, writes: bool, plain: bool) {
        match &e.kind {
            _ if e.is_designator() => {
                self.designator(e, writes, plain);
                visit::subscripts(e, &mut |s| self.expression(s, false, plain));
            }
            ExprKind::ImpliedDo { var, .. } => {
                self.indices.insert(*var);
                visit::subexprs(e, &mut |x| self.expression(x, writes, plain));
            }
            // an argument of a function is not written by the statement, but may denote the whole rest of an array
            _ => visit::subexprs(e, &mut |x| self.expression(x, writes && e.rank == 0, plain)),
        }
    }

    fn designator(&mut self, e: &'a Expr, writes: bool, plain: bool) {
        let zones = self.facts.zones.of_designator(e);
        let Some(subs) = self.subscripts_of(e).filter(|_| plain) else {
            self.lost.extend(zones.iter().copied());
            return;
        };
        let subscripts: Vec<Option<Affine>> = subs
            .iter()
            .map(|s| match s {
                Subscript::At(e) => Affine::of(e, &|e| self.number(e)),
                Subscript::Range(..) => None,
            })
            .collect();
        let reference = Reference {
            designator: e,
            stmt: self.stmt,
            subscripts,
            inner: self.inner.clone(),
            place: self.place,
            writes,
            is_target: writes && self.assigns,
        };
        for &z in zones {
            self.references.entry(z).or_default().push(reference.clone());
        }
    }

    /// The subscripts of an element of an array, or of a component of such an element: `a(i)`, `r%a(i)`, `q(i)%x`.
    fn subscripts_of(&self, e: &'a Expr) -> Option<&'a [Subscript]> {
        match &e.kind {
            ExprKind::Index(array, subs) => array.is_name().then_some(subs),
            // elements may share what pointers lead to
            ExprKind::Component(record, c) => {
                let own = self.program.symbols[*c].variable().is_some_and(|v| !v.attrs.pointer);
                self.subscripts_of(record).filter(|_| own)
            }
            ExprKind::ComplexPart(number, _) => self.subscripts_of(number),
            _ => None,
        }
    }

    fn range(&self, stmt: StmtId, var: SymbolId, [lo, hi]: [&Expr; 2], step: Option<&Expr>) -> Range {
        let step = step.map_or(Some(1), |e| self.number(e));
        let [first, last] = [lo, hi].map(|e| Affine::of(e, &|e| self.number(e)));
        let (lo, hi) = (self.number(lo), self.number(hi));
        let (least, greatest) = match step {
            Some(s) if s > 0 => (lo, hi),
            Some(s) if s < 0 => (hi, lo),
            _ => (None, None),
        };
        Range {
            stmt,
            var,
            least,
            greatest,
            step,
            first,
            last,
        }
    }

    fn number(&self, e: &Expr) -> Option<i64> {
        self.facts.constants.integer(self.program, e)
    }
}

/// True for a construct that only evaluates expressions.
fn is_test(s: &StmtKind) -> bool {
    matches!(s, StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Do { .. })
}

/// The indices of FORALL and DO CONCURRENT.
fn indices_of(s: &Stmt) -> Vec<SymbolId> {
    match &s.kind {
        StmtKind::Forall { ranges, .. }
        | StmtKind::Do {
            control: DoControl::Concurrent { ranges, .. },
            ..
        } => ranges.iter().map(|r| r.0).collect(),
        _ => vec![],
    }
}
