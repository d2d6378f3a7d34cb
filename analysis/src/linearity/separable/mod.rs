//! Partial separability: dependents that are sums of functions of few independents each, `f(x) = Σ F_k(x)`, so that
//! gradients can be computed cheaply from a compressed Jacobian of the `F_k` (section 3 of Strout and Hovland,
//! *Linearity Analysis for Automatic Differentiation*).
//!
//! ```text
//! do i = 1, n - 1                                       f is the sum over i = 1, n - 1 of elements of
//!    t = x(i + 1) - x(i)**2                                x(i), x(i + 1)
//!    f = f + 100*t**2 + (1 - x(i))**2                      x(i)
//! end do
//! ```
//!
//! A scalar is a sum if all its assignments have the form of one: each summand is the scalar itself, another scalar
//! that is a sum, or an element; factors independent of the independents may multiply all of them ([`sum`]). The
//! *support* of an element is the set of independents on which it depends, with subscripts in the indices of the loops
//! around it. Intermediate variables are followed to their assignments in the same iteration ([`support`]).
//!
//! Across calls: a procedure may compute an element from scalars, add elements to its argument, or return a sum of
//! elements.
//!
//! An array is a vector of such functions: the support of each element is a row of the Jacobian ([`rows`]).
//!
//! The result is a superset: a variable stands for all values assigned to it anywhere. Ignored: tests; elements that
//! cancel or coincide.

pub mod rows;
mod sum;
mod support;

use super::terms::value_of;
use crate::cfg::{Item, Role};
use crate::lower::{Step, Write};
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A counted loop around a statement.
#[derive(Clone, Debug)]
pub struct Range {
    /// Its index.
    pub index: SymbolId,
    /// First, last, stride.
    pub bounds: (Expr, Expr, Option<Expr>),
}

/// An independent that an element depends on.
#[derive(Clone, Debug)]
pub struct Reference {
    /// It, or an element or a section of it.
    pub designator: Expr,
    /// Short loops over whose iterations the element depends on it.
    pub inner: Vec<Range>,
}

/// An element of a sum.
#[derive(Clone, Debug)]
pub struct Element {
    /// The references on which it depends.
    pub support: Vec<Reference>,
    /// The summation loops, outermost first.
    pub loops: Vec<Range>,
    /// Place of the addition.
    pub span: Span,
}

/// The reason why a dependent is not known to be a sum of elements.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The reason as text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// The elements of a procedure's output in a scalar, in terms of the independents at entry.
pub fn elements(
    program: &Program,
    facts: &Analyses,
    unit: UnitId,
    dependent: ZoneId,
    independents: &ZoneSet,
) -> Result<Vec<Element>, Obstacle> {
    Procedure::new(program, facts, unit, independents, vec![]).sum(dependent, &mut BTreeSet::new())
}

/// A definition of a variable.
#[derive(Clone)]
struct Definition<'a> {
    stmt: &'a Stmt,
    /// The loops around, outermost first.
    loops: Vec<&'a Stmt>,
}

/// A procedure, for given independents.
struct Procedure<'a> {
    program: &'a Program,
    facts: &'a Analyses,
    unit: UnitId,
    independents: ZoneSet,
    /// Zones that depend on independents.
    varied: ZoneSet,
    definitions: BTreeMap<ZoneId, Vec<Definition<'a>>>,
    /// Procedures whose analysis led to this one.
    callers: Vec<UnitId>,
    has_jumps: bool,
}

impl<'a> Procedure<'a> {
    fn new(
        program: &'a Program,
        facts: &'a Analyses,
        unit: UnitId,
        independents: &ZoneSet,
        callers: Vec<UnitId>,
    ) -> Procedure<'a> {
        let mut p = Procedure {
            program,
            facts,
            unit,
            independents: independents.clone(),
            varied: independents.clone(),
            definitions: BTreeMap::new(),
            callers,
            has_jumps: false,
        };
        let body: &'a Block = &program.units[unit].body;
        p.read(body, &[]);
        while p.grow(body) {}
        p
    }

    fn read(&mut self, block: &'a Block, loops: &[&'a Stmt]) {
        for s in block {
            for z in self.facts.effects.of(s.id).writes.iter() {
                self.definitions.entry(z).or_default().push(Definition {
                    stmt: s,
                    loops: loops.to_vec(),
                });
            }
            self.has_jumps |= matches!(
                s.kind,
                StmtKind::Goto(_)
                    | StmtKind::ComputedGoto(..)
                    | StmtKind::AssignedGoto(..)
                    | StmtKind::ArithmeticIf(..)
            );
            let inside = match s.kind {
                StmtKind::Do { .. } | StmtKind::Forall { .. } => [loops, &[s]].concat(),
                _ => loops.to_vec(),
            };
            s.kind.for_each_block(&mut |b| self.read(b, &inside));
        }
    }

    /// Marks variables that depend on varied ones as varied; true if a new one was found.
    fn grow(&mut self, block: &Block) -> bool {
        let mut more = false;
        visit::walk_block(block, &mut |s| {
            let item = Item {
                stmt: s.id,
                role: Role::Whole,
            };
            let Some(lowered) = self.facts.code.get(item).filter(|l| !l.constant) else {
                return;
            };
            let calls = lowered.steps.iter().any(|s| matches!(s, Step::Call(_)));
            if calls {
                let effects = self.facts.effects.of(s.id);
                if effects.reads.intersects(&self.varied) {
                    let written = effects.writes.iter().filter(|&z| self.facts.zones.carries(z));
                    written.for_each(|z| more |= self.varied.insert(z));
                }
                return;
            }
            for step in &lowered.steps {
                let Step::Write(writes) = step else { continue };
                let varied = |w: &&Write| w.from.iter().any(|z| self.varied.contains(z));
                let written: Vec<ZoneId> = writes.iter().filter(varied).map(|w| w.to).collect();
                for z in written.iter().flat_map(|z| self.facts.zones.aliases(z)) {
                    more |= self.varied.insert(*z);
                }
            }
        });
        more
    }

    /// True for an expression that does not depend on independents.
    fn is_constant(&self, e: &Expr) -> bool {
        let mut found = false;
        visit::walk_designators(e, &mut |d| found |= self.is_varied(d));
        !found && (!visit::has_call(e) || value_of(self.program, self.facts, e).zones().is_empty())
    }

    fn is_varied(&self, designator: &Expr) -> bool {
        let mut zones = self.facts.zones.of_designator(designator).iter();
        zones.any(|z| self.varied.contains(*z))
    }

    fn name(&self, zone: ZoneId) -> String {
        let symbol = self.facts.zones.symbol_in(self.program, self.unit, zone);
        self.facts.zones.name(self.program, symbol, zone)
    }

    /// The counted loops among some.
    fn ranges(loops: &[&Stmt]) -> Vec<Range> {
        let mut out = vec![];
        for l in loops {
            match &l.kind {
                StmtKind::Do {
                    control: DoControl::Count { var, lo, hi, step },
                    ..
                } => out.push(Range {
                    index: *var,
                    bounds: ((**lo).clone(), (**hi).clone(), step.as_deref().cloned()),
                }),
                StmtKind::Do {
                    control: DoControl::Concurrent { ranges, .. },
                    ..
                }
                | StmtKind::Forall { ranges, .. } => out.extend(ranges.iter().map(|(index, lo, hi, step)| Range {
                    index: *index,
                    bounds: (lo.clone(), hi.clone(), step.clone()),
                })),
                _ => {}
            }
        }
        out
    }
}

/// An obstacle.
fn stop<T>(span: Span, text: impl Into<String>) -> Result<T, Obstacle> {
    let text = text.into();
    Err(Obstacle { text, span })
}
