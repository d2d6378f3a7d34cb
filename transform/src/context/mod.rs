//! The context of a differentiation: the program, its facts, and the decisions of earlier rounds.
//!
//! Nothing here depends on the derivative program. While derivatives are planned and generated, a context is only read;
//! each round begins with its own ([`crate::rounds`]).

pub(crate) mod again;
pub(crate) mod behaviour;
pub(crate) mod concerned;
pub(crate) mod described;
pub(crate) mod effects;
pub(crate) mod files;
pub(crate) mod find;
pub(crate) mod link;
pub(crate) mod moved;
pub(crate) mod moved_procedures;
pub(crate) mod moves;
pub(crate) mod near;
pub(crate) mod observable;
pub(crate) mod obstacle;
pub(crate) mod once;
pub(crate) mod output;
pub(crate) mod passive_calls;
pub(crate) mod place;
pub(crate) mod proposals;
pub(crate) mod silent;
pub(crate) mod split;
mod stranded;
pub(crate) mod tapenade;
pub(crate) mod text;
pub(crate) mod ways;

use crate::code::cost::Runs;
use crate::code::estimate::{self, Estimate, Passed};
use crate::code::names::of_derivative;
use crate::context::effects::Effects;
use crate::context::text::Texts;
use crate::options::mode::Mode;
use crate::options::{Options, UnitSuffix};
use crate::prepare::external::models::Models;
use crate::prepare::folded::Record;
use crate::prepare::state::Lifted;
use adc_analysis::{Analyses, HeadSpec, Heads, ZoneSet};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use behaviour::Behaviour;
use indexmap::{IndexMap, IndexSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use ways::Ways;

/// A program to be differentiated, its facts, and the decisions of earlier rounds.
#[derive(Clone)]
pub struct Context<'a> {
    /// The normalised primal.
    pub primal: &'a Program,
    /// The user's program as resolved: copies of internal procedures are made from it.
    pub original: &'a Program,
    /// The results of the analyses of the normalised primal.
    pub facts: &'a Analyses,
    /// The procedures to differentiate, with their independents and dependents.
    pub heads: &'a Heads,
    /// Tangent or adjoint.
    pub mode: Mode,
    /// Suffixes and switches.
    pub options: &'a Options,
    /// The units of the primal that represent procedures without source.
    pub models: &'a Models,
    /// Positions of the statements of the primal.
    pub(crate) texts: Arc<Texts<'a>>,
    /// The heads that heads call: their derivatives are inner procedures, and have entries
    /// ([`crate::assemble::wrapper`]).
    pub(crate) called_heads: BTreeSet<UnitId>,
    /// Submodules that have been folded into their modules.
    pub(crate) folded: Arc<Record>,
    /// Parts of the program that are new or regenerated because of SAVE variables.
    pub(crate) lifted: Arc<Lifted>,
    /// The behaviour of procedures, however they are differentiated.
    pub(crate) behaviour: Arc<Behaviour>,
    /// Effects of derivatives of procedures that do not appear in their calls.
    pub(crate) effects: Arc<Effects>,
    /// Decisions of earlier rounds.
    pub(crate) choices: Arc<Choices>,
    /// Procedures that are functions, or may call one.
    reaching_functions: Arc<OnceLock<BTreeSet<UnitId>>>,
    /// Procedures that may push or pop values with derivatives.
    keeping_tape: Arc<OnceLock<BTreeSet<UnitId>>>,
    /// Dummy arguments of heads with an idle shadow.
    idle_shadows: Arc<OnceLock<BTreeSet<SymbolId>>>,
    /// Of several heads, the zones whose shadows each one's derivative uses.
    shadows_of_heads: Arc<OnceLock<BTreeMap<UnitId, ZoneSet>>>,
    /// Constants that calls of the primal pass.
    passed: Arc<OnceLock<Passed>>,
    /// Flops of procedures of the primal.
    flops: Arc<OnceLock<IndexMap<UnitId, f64>>>,
}

/// The decisions with which a round begins.
#[derive(Clone, Default)]
pub(crate) struct Choices {
    /// Procedures whose adjoint is split into two: see [`crate::context::split`].
    pub split: IndexSet<UnitId>,
    /// Procedures whose calls are split unless a directive says otherwise.
    pub split_calls: IndexSet<UnitId>,
    /// Procedures that are called in a way that excludes splitting.
    pub kept_whole: IndexSet<UnitId>,
    /// Procedures that must be split: no snapshot could save what a second run needs.
    pub forced: IndexSet<UnitId>,
    /// Split procedures that run once in any case: see [`crate::context::once`].
    pub once: BTreeSet<UnitId>,
    /// True as long as later rounds may still find better splits.
    pub weighs_calls: bool,
    /// Loops that do not record each iteration.
    pub ways: Ways,
}

impl<'a> Context<'a> {
    /// The context of the first round.
    pub(crate) fn new(
        (original, primal): (&'a Program, &'a Program),
        facts: &'a Analyses,
        heads: &'a Heads,
        (mode, options): (Mode, &'a Options),
        models: &'a Models,
        folded: Arc<Record>,
        lifted: Arc<Lifted>,
    ) -> Self {
        Context {
            primal,
            original,
            facts,
            heads,
            mode,
            options,
            models,
            texts: Arc::new(Texts::new(primal, facts)),
            called_heads: heads.called(&facts.calls),
            folded,
            lifted,
            behaviour: Arc::default(),
            effects: Arc::default(),
            choices: Arc::default(),
            reaching_functions: Arc::default(),
            keeping_tape: Arc::default(),
            idle_shadows: Arc::default(),
            shadows_of_heads: Arc::default(),
            passed: Arc::default(),
            flops: Arc::default(),
        }
    }

    /// True for a procedure whose tangent is not pure: the tangent of a function has an output argument, which no pure
    /// function may have; and a hand-written tangent need not be pure.
    pub(crate) fn reaches_function(&self, u: UnitId) -> bool {
        let is_function = |x: &UnitId| self.primal.units[*x].kind == UnitKind::Function || self.models.contains(*x);
        let all = || {
            let functions = self.primal.units.iter().map(|(x, _)| x).filter(is_function);
            self.facts.calls.callers_of(functions)
        };
        self.reaching_functions.get_or_init(all).contains(&u)
    }

    /// What is known about sizes in a program that has the symbols of the primal.
    pub(crate) fn estimate<'p>(&'p self, program: &'p Program) -> Estimate<'p> {
        Estimate {
            program,
            passed: self.passed.get_or_init(|| estimate::passed(self.primal)),
            given: &self.options.assume,
        }
    }

    /// The estimated flops of a run of each procedure of the primal, with those of its callees.
    pub(crate) fn flops(&self) -> &IndexMap<UnitId, f64> {
        self.flops.get_or_init(|| {
            let mut runs = Runs::new(self.primal);
            let callees_first = self.facts.calls.levels().iter().flatten();
            callees_first.map(|&u| (u, runs.add(self.primal, u).flops)).collect()
        })
    }

    /// Suffix of derivative procedures and COMMON blocks.
    pub fn unit_suffix(&self) -> UnitSuffix {
        self.options.suffix_of_units(self.mode)
    }

    /// The name of the derivative of a procedure or COMMON block.
    pub fn derivative_name(&self, name: &str) -> String {
        of_derivative(name, &self.unit_suffix())
    }

    /// The name of the derivative of a module.
    pub fn module_name(&self, name: &str) -> String {
        of_derivative(name, &self.options.suffix_of_modules(self.mode))
    }

    /// Suffix of shadows.
    pub fn variable_suffix(&self) -> &str {
        self.options.suffix_of_shadows(self.mode)
    }

    /// True if a variable has a shadow in a primal unit.
    pub fn is_active(&self, unit: UnitId, symbol: SymbolId) -> bool {
        self.primal.symbols[symbol].variable().is_some() && self.facts.activity.is_active(unit, symbol)
    }

    /// True if the variable, or the part of it, that a designator names has an active part.
    pub fn is_active_designator(&self, unit: UnitId, e: &Expr) -> bool {
        e.base_symbol().is_some_and(|s| self.is_active(unit, s)) && self.facts.is_active_designator(unit, e)
    }

    /// The name of a unit in the user's program.
    pub fn name_of(&self, unit: UnitId) -> SmolStr {
        let renamed = self.lifted.procedures.get(&unit);
        renamed.unwrap_or(&self.primal.units[unit].name).clone()
    }

    /// The name of a procedure in the user's program.
    pub fn procedure_name(&self, proc: SymbolId) -> SmolStr {
        match self.primal.definition(proc) {
            Some(unit) if self.lifted.procedures.contains_key(&unit) => self.name_of(unit),
            _ => self.primal.symbols[proc].name.clone(),
        }
    }

    /// True for a unit of the user's program.
    pub fn is_of_user(&self, unit: UnitId) -> bool {
        !self.lifted.new_modules.contains(&unit)
    }

    /// True for a head if the user calls its derivative directly.
    pub fn is_entry(&self, unit: UnitId) -> bool {
        self.heads.has(unit) && !self.called_heads.contains(&unit)
    }

    /// What is asked of a procedure as a head, for code that only heads have.
    pub(crate) fn head(&self, unit: UnitId) -> &'a HeadSpec {
        self.heads.of(unit).unwrap_or(self.heads.first())
    }

    /// The procedures that heads reach, themselves included, in order.
    pub(crate) fn reached(&self) -> Vec<UnitId> {
        self.heads.reached(&self.facts.calls)
    }
}
