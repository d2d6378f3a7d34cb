//! Split procedures: a forward sweep and a reverse sweep that are called at different times.
//!
//! The adjoint of a call is *joint* if the procedure runs twice: the primal in the forward sweep of its caller, its
//! adjoint (forward and reverse sweep in one procedure `foo_b`) in the reverse sweep. It is *split* if the forward
//! sweep of the caller calls `foo_fwd`, which records, and the reverse sweep `foo_bwd`. Splitting saves a run and a
//! snapshot. Its cost is that the tape contains the records of `foo` while all the code after the call runs. A joint
//! call of a split procedure calls both in the reverse sweep.
//!
//! Some procedures are split whatever the options say, since nothing could restore their changes for a second run. They
//! change pointers that outlive them, or targets of pointer components ([`Context::runs_once`]), or read input
//! ([`crate::context::once`]), or change variables without a name where they must be saved, as may happen in recursive
//! procedures (found in an earlier round).
//!
//! `foo_fwd` has the arguments of the primal (the value of a function comes last; shadows are included if pointers
//! change), `foo_bwd` those of `foo_b`. Locals that the reverse sweep reads, and their existence, are recorded at the
//! end of the forward sweep.
//!
//! Not split:
//!
//! * the head;
//! * procedures that are called with subscripts or expressions that the call changes;
//! * procedures whose locals are targets or have pointer components, that allocate objects that outlive them, or that
//!   print (unless they run once);
//! * procedures with internal procedures or with regions that run again, whose array bounds change while they run, or
//!   with dummy arguments passed by value;
//! * procedures of modules and internal ones that are passed as arguments, and those that are passed to hand-written
//!   derivatives;
//! * functions whose value is no number;
//! * procedures with local pointers to memory that may be freed after the call ([`super::stranded`]).

use crate::context::obstacle::Obstacle;
use crate::context::{Choices, Context};
use crate::normalize::leaves::holds_values;
use crate::options::Checkpoint;
use adc_frontend::ast::fold;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use indexmap::IndexSet;
use std::collections::BTreeSet;

impl Context<'_> {
    /// Chooses the split procedures by options and directives. `proposed`: by the costs of an earlier round; `whole`:
    /// never.
    pub(crate) fn choose_split(
        &self,
        proposed: &IndexSet<UnitId>,
        whole: &IndexSet<UnitId>,
        active: &[UnitId],
    ) -> Choices {
        let mut split_calls = match self.options.measures_apart() {
            true => IndexSet::new(),
            false => proposed.clone(),
        };
        if self.options.checkpoint == Checkpoint::None {
            split_calls.extend(self.primal.units.iter().map(|(u, _)| u));
        }
        let mut wanted: BTreeSet<UnitId> = split_calls.iter().chain(proposed).copied().collect();
        for (u, unit) in self.primal.units.iter() {
            wanted.extend(self.asked_to_split(u).map(|_| u));
            calls_to_split(self.primal, &unit.body, false, &mut wanted);
            visit::walk_calls(&unit.body, &mut |r| {
                if self.options.chosen_at(r.span.lo).is_some_and(|c| c.split) {
                    wanted.extend(self.primal.definition(r.callee.proc));
                }
            });
        }
        let all = self.primal.units.iter().map(|(u, _)| u);
        wanted.extend(all.filter(|&u| self.runs_once(u)));
        let able = wanted
            .into_iter()
            .filter(|u| !whole.contains(u) && self.can_be_split(*u, false));
        let mut split: IndexSet<UnitId> = able.collect();
        let once = self.choose_once(active, &|u| whole.contains(&u));
        split.extend(once.iter().copied());
        Choices {
            split,
            split_calls,
            kept_whole: whole.clone(),
            once,
            ..Choices::clone(&self.choices)
        }
    }

    /// The directive that asks for all calls of a procedure to be split; the procedure itself if an option does.
    pub(crate) fn asked_to_split(&self, u: UnitId) -> Option<Span> {
        let unit = &self.primal.units[u];
        let is_named = || {
            self.options
                .split_procedures
                .iter()
                .any(|n| fold(n) == fold(&unit.name))
        };
        unit.asked_to_split().or_else(|| is_named().then_some(unit.span))
    }

    /// A procedure, with those that must be split for it to print once.
    pub(crate) fn split_with(&self, u: UnitId) -> Vec<UnitId> {
        let mut found = vec![u];
        let mut next = 0;
        while let Some(&u) = found.get(next).filter(|u| self.behaviour.printing.contains(*u)) {
            let callers = self.facts.calls.callers(u).iter().copied();
            let more: Vec<UnitId> = callers.filter(|c| !self.heads.has(*c) && !found.contains(c)).collect();
            found.extend(more);
            next += 1;
        }
        found
    }

    /// The suffix of a sweep, `_fwd` or `_bwd`; after the suffix of adjoints if the user chose one other than `_b`.
    pub(crate) fn split_suffix(&self, sweep: &str) -> String {
        match self.unit_suffix().suffix.as_str() {
            "_b" => sweep.to_string(),
            other => format!("{other}{sweep}"),
        }
    }

    /// See the module's text. `prints`: it may print, since none of its code runs a second time.
    pub(crate) fn can_be_split(&self, u: UnitId, prints: bool) -> bool {
        let loops = loops_in(&self.primal.units[u].body);
        self.could_be_split(u)
            && (prints || !self.behaviour.printing.contains(&u))
            && !loops.into_iter().any(|l| self.choices.ways.way(l).is_some())
    }

    /// The reason why a procedure is not split, for a message.
    pub(crate) fn obstacle_to_split(&self, u: UnitId) -> Option<Obstacle> {
        let unit = &self.primal.units[u];
        let prints = |s: &Stmt| matches!(s.kind, StmtKind::Io { .. });
        let printing = || {
            let print = first(&unit.body, prints).unwrap_or(unit.span);
            let does = self.behaviour.printing.contains(&u);
            does.then(|| Obstacle::new(print, "the procedure prints, and a second run would print again"))
        };
        let reversed = |s: &Stmt| matches!(s.kind, StmtKind::Do { .. }) && self.choices.ways.way(s.id).is_some();
        let in_place = || {
            let l = first(&unit.body, reversed)?;
            Some(Obstacle::new(
                l,
                "the iterations of this loop are reversed without a recording",
            ))
        };
        self.obstacle_within(u).or_else(printing).or_else(in_place)
    }

    /// True if it can be split when it runs once, and each of its loops records its iterations.
    pub(crate) fn could_be_split(&self, u: UnitId) -> bool {
        self.obstacle_within(u).is_none()
    }

    /// The reason why not: see the module's text.
    fn obstacle_within(&self, u: UnitId) -> Option<Obstacle> {
        let unit = &self.primal.units[u];
        let own = |text| Some(Obstacle::new(unit.span, text));
        let Some(summary) = self.facts.summaries.get(u) else {
            return own("the source of the procedure is not given");
        };
        let fits = |s: &SymbolId| {
            let Some(v) = self.primal.symbols[*s].variable() else {
                return true;
            };
            let a = &v.attrs;
            let own = matches!(v.storage, Storage::Local | Storage::Result);
            let is_pointer = a.pointer && v.storage == Storage::Local && !a.save;
            let holds = a.target
                || a.allocatable && !self.is_own_memory(*s)
                || matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited)
                || !holds_values(self.primal, v.ty.ty, &[]);
            let hinders = own && !is_pointer && (holds || a.pointer);
            !hinders && !a.value
        };
        let place = |s: &SymbolId| self.primal.symbols[*s].span;
        let number = |r: SymbolId| {
            let s = &self.primal.symbols[r];
            s.rank() == 0 && matches!(s.ty(), Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_))
        };
        let again = |s: &Stmt| match &s.kind {
            StmtKind::Directed { directive, .. } => directive.asks.runs_again(),
            other => self.allocates_for_others(other),
        };
        if !unit.is_procedure() || !unit.is_definition() || self.models.contains(u) {
            return own("the derivative of the procedure is not generated");
        }
        if self.follows_pointers(u) && unit.result.is_some() {
            return own("the function changes pointers that outlive it");
        }
        if self.heads.has(u) {
            return own("the procedure is a head");
        }
        if let Some(&inner) = unit.contains.first() {
            let span = self.primal.units[inner].span;
            return Some(Obstacle::new(span, "the procedure contains an internal procedure"));
        }
        if let Some(span) = first(&unit.body, again) {
            return Some(Obstacle::new(
                span,
                "this runs again, or allocates what outlives the procedure",
            ));
        }
        if let Some(s) = unit.symbols.iter().find(|s| !fits(s)) {
            let text = "this variable is passed by value, or is a target, a pointer or an object";
            return Some(Obstacle::new(place(s), text));
        }
        if !unit.result.is_none_or(number) {
            return own("the value of the function is not a number");
        }
        if !unit.args.iter().all(Option::is_some) {
            return own("the procedure has alternate returns");
        }
        if self.behaviour.handed_over.contains(&u) && !self.is_called_by_copies(u) {
            return own("the procedure is passed as an argument");
        }
        if self.facts.code.at_entry(u).any(|z| summary.writes.contains(z)) {
            return own("the procedure changes subscripts or expressions of its arguments");
        }
        if let Some(p) = self.stranded_pointer(u) {
            return Some(Obstacle::new(
                place(&p),
                "this pointer may refer to memory that is freed after the call",
            ));
        }
        match self.hands_pointers_on(u) {
            true => own("the procedure passes procedure pointers on"),
            false => None,
        }
    }

    /// True for a procedure that all receivers call unchanged, and can call by its name: an external one, since modules
    /// cannot use each other, that is not passed to hand-written derivatives.
    fn is_called_by_copies(&self, u: UnitId) -> bool {
        let is_it = |s: SymbolId| matches!(&self.primal.symbols[s].kind, SymbolKind::Procedure(p) if p.class == ProcClass::Dummy && p.unit == Some(u));
        let mut models = self.primal.units.iter().filter(|(m, _)| self.models.contains(*m));
        self.primal.units[u].parent.is_none() && !models.any(|(_, m)| m.args.iter().flatten().any(|&a| is_it(a)))
    }

    /// True for an allocatable variable that ends with a call of its procedure: its existence between the sweeps is
    /// recorded.
    fn is_own_memory(&self, s: SymbolId) -> bool {
        let v = self.primal.symbols[s].variable();
        v.is_some_and(|v| v.storage == Storage::Local && !v.attrs.save && !v.attrs.pointer)
    }

    /// True for a statement that allocates or deallocates objects that outlive a call.
    fn allocates_for_others(&self, s: &StmtKind) -> bool {
        let is_own = |e: &Expr| e.base_symbol().is_some_and(|b| self.is_own_memory(b));
        let objects: Vec<&Expr> = match s {
            StmtKind::Allocate { objects, .. } => objects.iter().map(|o| &o.0).collect(),
            StmtKind::Deallocate { objects, .. } => objects.iter().collect(),
            _ => return false,
        };
        self.allocates(s) && !objects.into_iter().all(is_own)
    }
}

/// The place of the first statement of its kind.
fn first(body: &Block, is_it: impl Fn(&Stmt) -> bool) -> Option<Span> {
    let mut found = None;
    walk_block(body, &mut |s| {
        if found.is_none() && is_it(s) {
            found = Some(s.span);
        }
    });
    found
}

/// The loops of a procedure.
pub(crate) fn loops_in(body: &Block) -> Vec<StmtId> {
    let mut found = vec![];
    walk_block(body, &mut |s| {
        if let StmtKind::Do { .. } = s.kind {
            found.push(s.id);
        }
    });
    found
}

/// Procedures that are called where a directive requests split calls.
fn calls_to_split(program: &Program, block: &Block, asked: bool, out: &mut BTreeSet<UnitId>) {
    for s in block {
        let asked = match &s.kind {
            StmtKind::Directed { directive, .. } => match directive.asks {
                Asks::Split => true,
                Asks::Joint => false,
                _ => asked,
            },
            _ => asked,
        };
        if asked {
            out.extend(visit::called(s).into_iter().filter_map(|p| program.definition(p)));
        }
        s.kind.for_each_block(&mut |b| calls_to_split(program, b, asked, out));
    }
}
