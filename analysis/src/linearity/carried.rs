//! Values that the iterations of a loop hand on, use by use: figure 10 of the paper, which pairs of variables cannot
//! distinguish from a nonlinear dependence.
//!
//! ```text
//! do i = 2, n                          b(i - 1): carried, linear           the values of b are not needed
//!    b(i) = 3*x(i)                     b(i): not carried, nonlinear        from one iteration to the next
//!    c(i) = b(i - 1) + b(i)*x(i)
//! end do
//! ```
//!
//! A use in the body is *carried* if it may read a value that another iteration has written: no earlier statement of
//! the iteration certainly overwrites the variable, and the subscripts of the use do not exclude all writes of other
//! iterations ([`crate::dependence`]). The class of a use is that of its summand: linear if the derivative of the
//! summand does not contain it, nonlinear if it may, control if a test, a bound or a subscript reads it.
//!
//! Linearity of all carried uses of a variable does not imply that derivatives need none of its values:
//! `a = a + x(i)**2; t = sin(a)` uses `a` linearly, but computes from it a value that `sin` needs. (Figure 4 of the
//! paper overlooks this.) So a use is *needed* if it is not linear, or if a variable that its statement writes has a
//! needed use:
//!
//! ```text
//! needed(u) = class(u) ≠ linear ∨ ∃ w ∈ out(stmt(u)): ∃ use u' of w: needed(u')
//! ```
//!
//! Ignored: needs after the loop; the element through which a value passes between two uses, and overwrites on the way;
//! calls use all they read nonlinearly.

use super::terms::{self, designators};
use super::Degree;
use crate::dependence::{overwritten, References};
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The way a statement uses a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Derivatives do not contain its value.
    Linear,
    /// Derivatives may contain its value.
    Nonlinear,
    /// A test, a bound or a subscript.
    Control,
}

/// A use of a variable in the body of a loop.
#[derive(Clone, Debug)]
pub struct Use<'e> {
    /// Its statement.
    pub stmt: StmtId,
    /// The designator in the text; `None` for uses by a call.
    pub designator: Option<&'e Expr>,
    /// The variable.
    pub zone: ZoneId,
    /// Its class.
    pub class: Class,
    /// True if it may read a value that another iteration has written.
    pub carried: bool,
    /// True if a derivative may need its value, there or later.
    pub needed: bool,
}

/// The answer for a loop.
#[derive(Clone, Debug, Default)]
pub struct Carried<'e> {
    /// All uses of real variables in the body, in order.
    pub uses: Vec<Use<'e>>,
}

impl Carried<'_> {
    /// The variables that have carried uses.
    pub fn zones(&self) -> BTreeSet<ZoneId> {
        self.uses.iter().filter(|u| u.carried).map(|u| u.zone).collect()
    }

    /// True if each carried use of a variable is linear.
    pub fn is_linear(&self, zone: ZoneId) -> bool {
        self.of(zone).all(|u| u.class == Class::Linear)
    }

    /// True if derivatives may need the value of a variable that an iteration reads from another one.
    pub fn is_needed(&self, zone: ZoneId) -> bool {
        self.of(zone).any(|u| u.needed)
    }

    fn of(&self, zone: ZoneId) -> impl Iterator<Item = &Use<'_>> + '_ {
        self.uses.iter().filter(move |u| u.carried && u.zone == zone)
    }
}

/// The carried uses of a loop; empty for other statements.
pub fn carried<'e>(program: &Program, facts: &Analyses, s: &'e Stmt) -> Carried<'e> {
    let StmtKind::Do { body, .. } = &s.kind else {
        return Carried::default();
    };
    let mut collector = Collector {
        program,
        facts,
        fresh: overwritten(program, facts, body).before,
        references: References::of(program, facts, s),
        written: ZoneSet::new(),
        out: BTreeMap::new(),
        uses: vec![],
    };
    collector.written_in(body);
    collector.block(body);
    let Collector { out, mut uses, .. } = collector;
    let leads_on = |u: &Use, needed: &ZoneSet| out.get(&u.stmt).is_some_and(|w| w.intersects(needed));
    let mut needed = ZoneSet::new();
    loop {
        let mut more = false;
        for u in &mut uses {
            if !u.needed && (u.class != Class::Linear || leads_on(u, &needed)) {
                u.needed = true;
                needed.extend(facts.zones.aliases(&u.zone).iter().copied());
                more = true;
            }
        }
        if !more {
            return Carried { uses };
        }
    }
}

/// Selection of designators in an expression.
#[derive(Clone, Copy)]
enum Ask {
    /// Those that carry a derivative into the sum of which the expression is a summand.
    Summand,
    /// Those that carry no derivative.
    Control,
    /// All; the flow of derivatives through the expression is unknown.
    Everything,
}

struct Collector<'a, 'e> {
    program: &'a Program,
    facts: &'a Analyses,
    /// Zones that are certainly overwritten before a statement, within the iteration.
    fresh: BTreeMap<StmtId, ZoneSet>,
    /// References to elements that other iterations do not access.
    references: Option<References<'a>>,
    written: ZoneSet,
    /// Zones that statements write and that carry a derivative.
    out: BTreeMap<StmtId, ZoneSet>,
    uses: Vec<Use<'e>>,
}

impl<'e> Collector<'_, 'e> {
    fn written_in(&mut self, block: &Block) {
        visit::walk_block(block, &mut |s| {
            let writes = &self.facts.effects.of(s.id).writes;
            self.written.union_with(writes);
            let carries = writes.iter().filter(|&z| self.facts.zones.carries(z));
            self.out.insert(s.id, carries.collect());
        });
    }

    fn block(&mut self, block: &'e Block) {
        for s in block {
            match &s.kind {
                StmtKind::Assign { lhs, rhs } => {
                    visit::subscripts(lhs, &mut |x| self.expression(s, x, Ask::Control));
                    for term in terms::terms(self.program, self.facts, rhs) {
                        self.expression(s, term, Ask::Summand);
                    }
                    self.expression(s, rhs, Ask::Control);
                }
                StmtKind::Call { .. } => {
                    let reads: Vec<ZoneId> = self.facts.effects.of(s.id).reads.iter().collect();
                    reads.into_iter().for_each(|z| self.add(s, None, z, Class::Nonlinear));
                }
                // printed values have no derivative
                StmtKind::Io { .. } => visit::stmt_exprs(&s.kind, &mut |e| self.expression(s, e, Ask::Control)),
                _ => visit::stmt_exprs(&s.kind, &mut |e| self.expression(s, e, Ask::Everything)),
            }
            s.kind.for_each_block(&mut |b| self.block(b));
        }
    }

    fn expression(&mut self, s: &Stmt, e: &'e Expr, ask: Ask) {
        let polynomial = terms::value_of(self.program, self.facts, e);
        let zones = &self.facts.zones;
        let calls = visit::has_call(e);
        let mut found = vec![];
        designators(zones, e, &mut |d, carries| found.push((d, carries)));
        for (d, carries) in found {
            for &z in zones.of_designator(d) {
                let class = match (ask, carries) {
                    (Ask::Summand, false) | (Ask::Control, true) => continue,
                    (Ask::Everything, true) => Class::Nonlinear,
                    (Ask::Control | Ask::Everything, false) => Class::Control,
                    (Ask::Summand, true) => match polynomial.degree(z) {
                        _ if calls => Class::Nonlinear,
                        Degree::Of(1) => Class::Linear,
                        Degree::Of(_) | Degree::Any => Class::Nonlinear,
                        Degree::None => Class::Control,
                    },
                };
                self.add(s, Some(d), z, class);
            }
        }
    }

    fn add(&mut self, s: &Stmt, designator: Option<&'e Expr>, zone: ZoneId, class: Class) {
        let zones = &self.facts.zones;
        let is_read = self.facts.effects.of(s.id).reads.contains(zone);
        if !zones.carries(zone) || !is_read {
            return;
        }
        let is_fresh = self.fresh.get(&s.id).is_some_and(|f| f.contains(zone));
        let keeps_away = designator
            .zip(self.references.as_ref())
            .is_some_and(|(d, r)| r.keeps_away(zone, d));
        self.uses.push(Use {
            stmt: s.id,
            designator,
            zone,
            class,
            carried: zones.is_among(zone, &self.written) && !is_fresh && !keeps_away,
            needed: false,
        });
    }
}
