//! Generates a derivative in rounds: from the findings of one round, the next one splits other procedures, fuses other
//! loops, or regenerates other modules.

use crate::assemble::generator::Generator;
use crate::context::behaviour::Behaviour;
use crate::context::effects::Effects;
use crate::context::split::loops_in;
use crate::context::ways::Ways;
use crate::context::{Choices, Context};
use crate::options::mode::Mode;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::sync::Arc;

/// Number of rounds that may propose splits by cost. Savings by callees propagate up the call graph round by round, and
/// become smaller.
const PROPOSING: usize = 2;

/// The data on which the beginning of a round depends.
type Grounds = (usize, Vec<UnitId>, Vec<UnitId>, Vec<UnitId>);

/// A generator at the beginning of a round, and the procedures that have a derivative.
struct Beginning<'a> {
    grounds: Grounds,
    g: Generator<'a>,
    units: Vec<UnitId>,
}

/// What rounds found out. The rounds for a similar normal form may start with it.
#[derive(Clone, Default)]
pub(crate) struct Findings {
    /// Number of rounds so far.
    count: usize,
    /// Entities that are hidden from the derivative unless their module is regenerated.
    opened: IndexSet<SymbolId>,
    /// Procedures that should be split.
    split: IndexSet<UnitId>,
    /// Those among them that must be split: nothing else can restore the values that they overwrite.
    must: IndexSet<UnitId>,
    /// Those that must not be split.
    whole: IndexSet<UnitId>,
    /// Ways to run loops, such as fused.
    ways: Ways,
    /// True if procedures could not be processed in parallel.
    alone: bool,
}

impl Findings {
    /// The findings, without those about the loops of procedures that are not the same.
    pub fn for_others(&self, program: &Program, changed: impl Iterator<Item = UnitId>) -> Findings {
        let mut found = self.clone();
        for u in changed {
            found.ways.forget_all(&loops_in(&program.units[u].body));
        }
        found
    }
}

/// The rounds for one normal form.
#[derive(Default)]
pub(crate) struct Rounds<'a> {
    found: Findings,
    behaviour: Option<Arc<Behaviour>>,
    /// Effects of derivatives of procedures, and the procedures that have one.
    active: Option<(Arc<Effects>, Vec<UnitId>)>,
    /// The derivative units of the previous round, empty.
    beginning: Option<Beginning<'a>>,
    /// The data on which those of this round depend.
    grounds: Grounds,
    /// Messages about the program that do not depend on decisions.
    said: Option<Vec<Diagnostic>>,
}

impl<'a> Rounds<'a> {
    /// Rounds that start with the findings of others.
    pub fn after(found: Findings) -> Rounds<'a> {
        Rounds {
            found,
            ..Rounds::default()
        }
    }

    /// What they found out.
    pub fn into_findings(self) -> Findings {
        self.found
    }

    /// The context of a round, and a generator that has not generated anything yet.
    pub fn begin(&mut self, first: &Context<'a>, known: &[Diagnostic]) -> Generator<'a> {
        let mut cx = first.clone();
        if cx.mode == Mode::Reverse {
            let behaviour = self.behaviour.get_or_insert_with(|| {
                cx.find_behaviour();
                cx.behaviour.clone()
            });
            cx.behaviour = behaviour.clone();
        }
        let mut g = Generator::new(cx);
        g.messages = known.to_vec();
        self.found.opened.iter().for_each(|&s| g.enlarge_for(s));
        g.alone = self.found.alone;
        if g.mode == Mode::Tangent {
            return g;
        }
        g.warn_of_silent_heads();
        let active = self.active(&mut g);
        let choices = Choices {
            weighs_calls: self.found.count < PROPOSING,
            forced: self.found.must.clone(),
            ways: self.found.ways.clone(),
            ..Choices::default()
        };
        g.cx.choices = Arc::new(choices);
        let choices = g.cx.choose_split(&self.found.split, &self.found.whole, &active);
        let all = |set: &IndexSet<UnitId>| set.iter().copied().collect();
        self.grounds = (
            self.found.opened.len(),
            all(&choices.split),
            all(&choices.split_calls),
            choices.once.iter().copied().collect(),
        );
        g.cx.choices = Arc::new(choices);
        g
    }

    /// Starts a round from the beginning of the previous one, if it depends on the same data; returns the procedures
    /// that have a derivative.
    pub fn begun(&self, g: &mut Generator<'a>) -> Option<Vec<UnitId>> {
        let before = self.beginning.as_ref().filter(|b| b.grounds == self.grounds)?;
        let now = std::mem::replace(g, before.g.clone());
        (g.cx.choices, g.alone) = (now.cx.choices, now.alone);
        Some(before.units.clone())
    }

    /// Keeps the beginning of a round, if there may be another one.
    pub fn keep_beginning(&mut self, g: &Generator<'a>, units: &[UnitId]) {
        self.beginning = (g.mode == Mode::Reverse).then(|| Beginning {
            grounds: self.grounds.clone(),
            g: g.clone(),
            units: units.to_vec(),
        });
    }

    /// The procedures that have a derivative.
    pub fn active(&mut self, g: &mut Generator) -> Vec<UnitId> {
        let (effects, units) = self.active.get_or_insert_with(|| {
            let units = g.cx.differentiated().into_iter().collect();
            (g.effects.clone(), units)
        });
        g.cx.effects = effects.clone();
        units.clone()
    }

    /// Adds the messages of `checks`, which run once.
    pub fn say(&mut self, g: &mut Generator, checks: impl FnOnce(&mut Generator)) {
        match &self.said {
            Some(said) => g.messages.extend(said.iter().cloned()),
            None => {
                let known = g.messages.len();
                checks(g);
                self.said = Some(g.messages[known..].to_vec());
            }
        }
    }

    /// True if another round would have the same result. `hidden`: private entities of modules that the derivative
    /// needs.
    pub fn are_over(&mut self, g: &Generator, hidden: IndexSet<SymbolId>) -> bool {
        let size = |f: &Findings| (f.opened.len(), f.split.len(), f.whole.len());
        let known = size(&self.found);
        self.found.opened.extend(hidden);
        self.found.count += 1;
        self.found.alone |= g.alone;
        let proposed = &g.proposals;
        self.found
            .split
            .extend(proposed.better_split.iter().chain(&proposed.must_split).copied());
        self.found.must.extend(proposed.must_split.iter().copied());
        self.found.whole.extend(proposed.not_split.iter().copied());
        // nothing must be refused only because of fused loops
        if any_error(&g.messages) {
            return !self.found.ways.give_up();
        }
        let is_new = self.found.ways.learn(&proposed.loops);
        // a procedure that must be split records each iteration
        let split = proposed
            .must_split
            .iter()
            .flat_map(|&u| loops_in(&g.primal.units[u].body));
        split.for_each(|l| self.found.ways.forget(l));
        !is_new && size(&self.found) == known
    }
}
