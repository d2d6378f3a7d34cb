//! A derivative is made in rounds: what one of them finds out lets the next one split other procedures, fuse other loops, or write other modules again.

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

/// So many rounds may propose by their costs what is to be split. What callees save their callers goes up the call graph round by round, and is less and less.
const PROPOSING: usize = 2;

/// What the beginning of a round follows from.
type Grounds = (usize, Vec<UnitId>, Vec<UnitId>, Vec<UnitId>);

/// A generator where a round has begun, and the procedures that have a derivative.
struct Beginning<'a> {
    grounds: Grounds,
    g: Generator<'a>,
    units: Vec<UnitId>,
}

/// What earlier rounds have found out.
#[derive(Default)]
pub(crate) struct Rounds<'a> {
    /// How many there were.
    count: usize,
    behaviour: Option<Arc<Behaviour>>,
    /// What derivatives of procedures do, and which procedures have one.
    active: Option<(Arc<Effects>, Vec<UnitId>)>,
    /// The derivative units of the round before, empty.
    beginning: Option<Beginning<'a>>,
    /// Those of this round follow from this.
    grounds: Grounds,
    /// What there is to say of the program, whatever is made of it.
    said: Option<Vec<Diagnostic>>,
    /// What is hidden from the derivative where its module is not written again.
    opened: IndexSet<SymbolId>,
    /// Procedures that are better split.
    split: IndexSet<UnitId>,
    /// Those among them that have to be: nothing else can bring back what they overwrite.
    must: IndexSet<UnitId>,
    /// Those that are not.
    whole: IndexSet<UnitId>,
    /// Loops that are better fused.
    ways: Ways,
    /// True where procedures could not be worked on apart.
    alone: bool,
}

impl<'a> Rounds<'a> {
    /// The context of a round, and a generator that has made nothing yet.
    pub fn begin(&mut self, first: &Context<'a>) -> Generator<'a> {
        let mut cx = first.clone();
        if cx.mode == Mode::Reverse {
            let behaviour = self.behaviour.get_or_insert_with(|| {
                cx.find_behaviour();
                cx.behaviour.clone()
            });
            cx.behaviour = behaviour.clone();
        }
        let mut g = Generator::new(cx);
        self.opened.iter().for_each(|&s| g.enlarge_for(s));
        g.alone = self.alone;
        if g.mode == Mode::Tangent {
            return g;
        }
        g.warn_of_silent_head();
        let active = self.active(&mut g);
        let choices = Choices {
            weighs_calls: self.count < PROPOSING,
            forced: self.must.clone(),
            ways: self.ways.clone(),
            ..Choices::default()
        };
        g.cx.choices = Arc::new(choices);
        let choices = g.cx.choose_split(&self.split, &self.whole, &active);
        let all = |set: &IndexSet<UnitId>| set.iter().copied().collect();
        self.grounds = (
            self.opened.len(),
            all(&choices.split),
            all(&choices.split_calls),
            choices.once.iter().copied().collect(),
        );
        g.cx.choices = Arc::new(choices);
        g
    }

    /// Has a round begin as the one before, if there is nothing else to begin with; the procedures that have a derivative.
    pub fn begun(&self, g: &mut Generator<'a>) -> Option<Vec<UnitId>> {
        let before = self.beginning.as_ref().filter(|b| b.grounds == self.grounds)?;
        let now = std::mem::replace(g, before.g.clone());
        (g.cx.choices, g.alone) = (now.cx.choices, now.alone);
        Some(before.units.clone())
    }

    /// Remembers where a round has begun, if there may be another one.
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

    /// Says what `checks` find: they run once.
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

    /// True when another round would find the same. `hidden`: what the derivative would need of modules.
    pub fn are_over(&mut self, g: &Generator, hidden: IndexSet<SymbolId>) -> bool {
        let size = |r: &Self| (r.opened.len(), r.split.len(), r.whole.len());
        let known = size(self);
        self.opened.extend(hidden);
        self.count += 1;
        self.alone |= g.alone;
        let found = &g.proposals;
        self.split
            .extend(found.better_split.iter().chain(&found.must_split).copied());
        self.must.extend(found.must_split.iter().copied());
        self.whole.extend(found.not_split.iter().copied());
        // what is refused must not be refused because of fused loops
        if any_error(&g.messages) {
            return !self.ways.give_up();
        }
        let is_new = self.ways.learn(&found.loops);
        // a procedure that has to be split records each iteration
        let split = found.must_split.iter().flat_map(|&u| loops_in(&g.primal.units[u].body));
        split.for_each(|l| self.ways.forget(l));
        !is_new && size(self) == known
    }
}
