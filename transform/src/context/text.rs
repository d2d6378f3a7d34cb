//! Positions of the statements of a procedure, and the reads of the statements after a position.
//!
//! Analyses of plans ask about one loop after the other: which statement it is, and if code after it reads what it
//! leaves. A scan of the whole procedure for each would take quadratic time, so the data for the answers are computed
//! once.
//!
//! ```text
//! exposed(s; D) = exposed(s) ∪ (exposed(D) \ killed(s))
//! ```
//!
//! so the first statement after a position that reads a zone or overwrites it as a whole decides if the zone is exposed
//! there.

use adc_analysis::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The bodies of procedures, each scanned on demand.
pub(crate) struct Texts<'a> {
    primal: &'a Program,
    facts: &'a Analyses,
    units: HashMap<UnitId, OnceLock<Text<'a>>>,
}

/// One body.
pub(crate) struct Text<'a> {
    statements: HashMap<StmtId, &'a Stmt>,
    /// Positions of the statements at the top level.
    places: HashMap<StmtId, usize>,
    /// Positions where a zone is exposed (true) or overwritten as a whole.
    touched: HashMap<ZoneId, Vec<(usize, bool)>>,
}

impl<'a> Texts<'a> {
    /// For a program and its facts.
    pub fn new(primal: &'a Program, facts: &'a Analyses) -> Texts<'a> {
        let units = primal.units.iter().map(|(u, _)| (u, OnceLock::new())).collect();
        Texts { primal, facts, units }
    }

    /// The body of a unit.
    pub fn of(&self, unit: UnitId) -> &Text<'a> {
        self.units[&unit].get_or_init(|| Text::of(&self.primal.units[unit].body, self.facts))
    }
}

impl<'a> Text<'a> {
    fn of(body: &'a Block, facts: &Analyses) -> Text<'a> {
        let mut out = Text {
            statements: HashMap::new(),
            places: HashMap::new(),
            touched: HashMap::new(),
        };
        add(body, &mut out.statements);
        for (place, s) in body.iter().enumerate() {
            out.places.insert(s.id, place);
            let mut killed = ZoneSet::new();
            let read = exposed(facts, std::slice::from_ref(s), &mut killed);
            killed.subtract(&read);
            for (zones, reads) in [(&read, true), (&killed, false)] {
                for z in zones.iter() {
                    out.touched.entry(z).or_default().push((place, reads));
                }
            }
        }
        out
    }

    /// A statement.
    pub fn statement(&self, id: StmtId) -> Option<&'a Stmt> {
        self.statements.get(&id).copied()
    }

    /// The position of a statement at the top level.
    pub fn place(&self, id: StmtId) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// True if code after a position reads the value that a zone has there.
    pub fn is_exposed_after(&self, place: usize, zone: ZoneId) -> bool {
        let all = self.touched.get(&zone).map_or(&[][..], Vec::as_slice);
        let next = all.partition_point(|(p, _)| *p <= place);
        all.get(next).is_some_and(|(_, reads)| *reads)
    }
}

fn add<'a>(block: &'a Block, out: &mut HashMap<StmtId, &'a Stmt>) {
    for s in block {
        out.insert(s.id, s);
        s.kind.for_each_block(&mut |b| add(b, out));
    }
}

/// Values from before that statements read: not those that an earlier one of them has overwritten as a whole. `killed`:
/// zones overwritten so far.
pub(crate) fn exposed(facts: &Analyses, block: &[Stmt], killed: &mut ZoneSet) -> ZoneSet {
    let mut out = ZoneSet::new();
    for s in block {
        let effects = facts.effects.of(s.id);
        let mut reads = effects.reads.clone();
        reads.subtract(killed);
        out.union_with(&reads);
        let mut after: Vec<ZoneSet> = vec![];
        s.kind.for_each_block(&mut |b| {
            let mut inside = killed.clone();
            inside.union_with(&effects.must_writes);
            out.union_with(&exposed(facts, b, &mut inside));
            after.push(inside);
        });
        killed.union_with(&effects.must_writes);
        if runs_one_block(&s.kind) {
            if let Some(all) = after.into_iter().reduce(|mut a, b| {
                a.intersect_with(&b);
                a
            }) {
                killed.union_with(&all);
            }
        }
    }
    out
}

/// True for a statement that always runs one of its blocks.
fn runs_one_block(s: &StmtKind) -> bool {
    match s {
        StmtKind::If { arms, .. } => arms.last().is_some_and(|a| a.cond.is_none()),
        StmtKind::Select { cases, .. } => cases.iter().any(|c| c.values.is_none()),
        StmtKind::Directed { .. } => true,
        _ => false,
    }
}
