//! Where the statements of a procedure stand, and what those behind a statement read.
//!
//! Analyses of plans ask about one loop after the other: which statement it is, and whether something behind it reads what it leaves. A look at the whole procedure for each would take time in
//! proportion to the square of its length, so what the answers follow from is found once.
//!
//! ```text
//! exposed(s; D) = exposed(s) ∪ (exposed(D) \ killed(s))
//! ```
//!
//! so the first statement behind a place that reads a zone or overwrites it as a whole tells whether it is exposed there.

use adc_analysis::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The bodies of procedures, each looked at when somebody asks.
pub(crate) struct Texts<'a> {
    primal: &'a Program,
    facts: &'a Analyses,
    units: HashMap<UnitId, OnceLock<Text<'a>>>,
}

/// One body.
pub(crate) struct Text<'a> {
    statements: HashMap<StmtId, &'a Stmt>,
    /// Places of the statements that stand in no other.
    places: HashMap<StmtId, usize>,
    /// Places where a zone is exposed (true) or overwritten as a whole.
    touched: HashMap<ZoneId, Vec<(usize, bool)>>,
}

impl<'a> Texts<'a> {
    /// For a program and what is known about it.
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

    /// The place of a statement that stands in no other.
    pub fn place(&self, id: StmtId) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// True where what stands behind a place reads a zone as the place leaves it.
    pub fn is_exposed_behind(&self, place: usize, zone: ZoneId) -> bool {
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

/// What statements read of what was there before them: not what each of them reads behind one that has overwritten it as a whole. `killed`: what is overwritten so far.
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

/// True for a statement that runs one of its blocks, whatever happens.
fn runs_one_block(s: &StmtKind) -> bool {
    match s {
        StmtKind::If { arms, .. } => arms.last().is_some_and(|a| a.cond.is_none()),
        StmtKind::Select { cases, .. } => cases.iter().any(|c| c.values.is_none()),
        StmtKind::Directed { .. } => true,
        _ => false,
    }
}
