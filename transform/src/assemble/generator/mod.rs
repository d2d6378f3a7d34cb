//! The derivative program under construction: units, shadows, visibility.
//!
//! The derivative program starts as a copy of the normalised primal and grows: each active procedure gets a derivative
//! unit, each module with such a procedure (or with an active variable) a derivative module. Derivative units *share*
//! the symbols of their primal (a symbol is a name and a declaration, both of which stay). So expressions of the primal
//! can be used unchanged in derivative code, and facts keyed by symbols stay true. Shadows are new symbols, created on
//! demand by [`Generator::shadow`], owned by the derivative of the unit that owns the primal symbol.

mod apart;
mod commons;
pub(crate) mod forward;
mod shadows;
mod units;
mod visibility;

use crate::assemble::generator::forward::ForwardUnit;
use crate::code::names::{GlobalNames, Namer, Scopes};
use crate::context::proposals::Proposals;
use crate::context::Context;
use adc_analysis::ZoneId;
use adc_frontend::ast::SmolStr;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
use std::ops::Deref;
use std::sync::Arc;

pub(crate) use crate::assemble::generator::shadows::is_made;

/// The state of one differentiation.
#[derive(Clone)]
pub struct Generator<'a> {
    /// The context that it reads.
    pub(crate) cx: Context<'a>,
    /// Its findings for the next round.
    pub(crate) proposals: Proposals,
    /// The derivative program.
    pub out: Program,
    /// Primal unit to derivative unit, modules included.
    pub units: IndexMap<UnitId, UnitId>,
    /// Top-level derivative units.
    pub roots: Vec<UnitId>,
    /// Messages so far.
    pub messages: Vec<Diagnostic>,
    pub(crate) procs: IndexMap<UnitId, SymbolId>,
    pub(crate) shadows: IndexMap<SymbolId, SymbolId>,
    /// Maps shadows to their variables.
    pub(crate) primals: IndexMap<SymbolId, SymbolId>,
    namers: IndexMap<UnitId, Namer>,
    /// Names of generated procedures that stand beside all modules and are not the user's.
    outside: Arc<Vec<SmolStr>>,
    /// Names in the scopes around units.
    scopes: Scopes,
    global_names: GlobalNames,
    common_shadows: IndexMap<CommonId, CommonId>,
    foreign: IndexMap<(UnitId, ZoneId), Vec<SymbolId>>,
    /// Shadows of members of COMMON blocks that a head does not declare, as its derivative declares them, by head and
    /// member.
    pub(crate) head_views: IndexMap<(UnitId, SymbolId), SymbolId>,
    /// Variables that go to the tape, or come from it, in place of derivatives.
    pub(crate) on_tape: IndexSet<SymbolId>,
    /// The variable with the primal value of a function in its derivative.
    pub(crate) values: IndexMap<UnitId, SymbolId>,
    pub(crate) externals: IndexMap<(UnitId, UnitId), SymbolId>,
    /// Copies of internal procedures, with their originals.
    pub(crate) copies: IndexMap<UnitId, UnitId>,
    /// Silent copies of procedures that print, if something calls them, with their symbols.
    pub(crate) silent: IndexMap<UnitId, (UnitId, SymbolId)>,
    /// Indices of generated loops over the elements of arrays, by derivative unit and depth of nesting.
    pub(crate) element_indices: IndexMap<(UnitId, usize), Expr>,
    /// Modules that are regenerated, enlarged, because derivative code needs private entities of theirs.
    pub(crate) enlarged: IndexSet<UnitId>,
    /// Copies of the external procedures in their files.
    pub(crate) beside: Vec<UnitId>,
    /// The procedures that the user calls, for heads whose derivative is another one: an entry
    /// ([`crate::assemble::wrapper`]), or a driver or Jacobian.
    pub(crate) entries: IndexMap<UnitId, UnitId>,
    /// The forward sweeps of split procedures.
    pub(crate) forwards: IndexMap<UnitId, ForwardUnit>,
    /// Procedures of the tape that are called by name.
    pub(crate) runtime: IndexMap<&'static str, SymbolId>,
    /// Shadows that were created before they are needed.
    ahead: apart::Ahead,
    /// True if procedures are not processed in parallel.
    pub(crate) alone: bool,
    /// The current statement.
    place: Span,
}

impl<'a> Deref for Generator<'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Context<'a> {
        &self.cx
    }
}

impl<'a> Generator<'a> {
    /// Begins with a copy of the normalised primal and no derivative unit.
    pub(crate) fn new(cx: Context<'a>) -> Self {
        Generator {
            out: cx.primal.beside(),
            units: IndexMap::new(),
            roots: vec![],
            messages: vec![],
            procs: IndexMap::new(),
            shadows: IndexMap::new(),
            primals: IndexMap::new(),
            namers: IndexMap::new(),
            outside: Arc::default(),
            scopes: Scopes::default(),
            global_names: GlobalNames::default(),
            common_shadows: IndexMap::new(),
            foreign: IndexMap::new(),
            head_views: IndexMap::new(),
            on_tape: IndexSet::new(),
            values: IndexMap::new(),
            externals: IndexMap::new(),
            copies: IndexMap::new(),
            silent: IndexMap::new(),
            element_indices: IndexMap::new(),
            beside: vec![],
            enlarged: cx
                .lifted
                .modules
                .iter()
                .chain(&cx.lifted.new_modules)
                .copied()
                .chain(modules_named(cx.primal, &cx.options.enlarge))
                .collect(),
            entries: IndexMap::new(),
            forwards: IndexMap::new(),
            runtime: IndexMap::new(),
            ahead: apart::Ahead::default(),
            alone: false,
            place: Span::NONE,
            proposals: Proposals::default(),
            cx,
        }
    }

    /// Sets the current statement. A generated statement may have no source position.
    pub(crate) fn come_to(&mut self, place: Span) {
        if !place.is_none() {
            self.place = place;
        }
    }

    /// Reports a construct that cannot be differentiated; if it has no source position, at the current statement.
    pub fn refuse(&mut self, code: u16, span: Span, message: impl Into<String>) {
        self.refuse_as(Diagnostic::error(code, span, message));
    }

    /// The same, with a suggestion.
    pub fn refuse_with_help(&mut self, code: u16, span: Span, message: impl Into<String>, help: &str) {
        self.refuse_as(Diagnostic::error(code, span, message).help(help));
    }

    /// Reports it once; at the current statement if it has no source position.
    fn refuse_as(&mut self, mut d: Diagnostic) {
        if d.span.is_none() {
            d.span = self.place;
        }
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// True if a unit has a derivative.
    pub fn is_active_unit(&self, unit: UnitId) -> bool {
        self.units.contains_key(&unit)
    }
}

impl Generator<'_> {
    /// Derivative units with their primals, including forward sweeps.
    pub(crate) fn generated_units(&self) -> Vec<(UnitId, UnitId)> {
        let forwards = self.forwards.iter().map(|(&u, f)| (u, f.unit));
        self.units.iter().map(|(&u, &d)| (u, d)).chain(forwards).collect()
    }
}

/// The user's modules with these names.
fn modules_named(program: &Program, names: &[SmolStr]) -> Vec<UnitId> {
    let is_meant = |u: UnitId| {
        let unit = &program.units[u];
        unit.kind == UnitKind::Module && names.iter().any(|n| n.eq_ignore_ascii_case(&unit.name))
    };
    program.roots.iter().copied().filter(|&u| is_meant(u)).collect()
}
