//! From a statement to [`Step`]s: its reads, and its writes and calls in order of evaluation.
//!
//! Lowering is independent of the effects of callees, so it is done once. The order is that of the standard: operands,
//! then the operation; arguments, then the call; right side and subscripts, then the left side. Values of derived type
//! are split into parts: a part of the new value depends on the same part of the old ones. A function referenced inside
//! a larger expression need not be evaluated, so its writes are not certain.

mod bits;
mod call;
mod expr;
mod stmt;

pub(crate) use expr::Lower;
pub(crate) use stmt::lower_block;

use crate::sources::Sources;
use crate::{ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;

/// The effects of a statement, calls not expanded.
#[derive(Clone, Debug, Default)]
pub struct Lowered<S = Sources> {
    /// Zones read by the statement itself.
    pub reads: ZoneSet,
    /// Writes and calls.
    pub steps: Vec<Step<S>>,
    /// True if a directive excludes it from differentiation: its definitions do not depend differentiably on any value.
    pub constant: bool,
}

/// A write or a call.
#[derive(Clone, Debug)]
pub enum Step<S = Sources> {
    /// Writes of zones and of their possible aliases, all at once.
    Write(Vec<Write<S>>),
    /// A call.
    Call(CallStep<S>),
}

/// A write.
#[derive(Clone, Debug)]
pub struct Write<S = Sources> {
    /// The zone written.
    pub to: ZoneId,
    /// The values on which the new value depends.
    pub from: S,
    /// True if nothing survives of the old value.
    pub kill: bool,
    /// True if it associates a pointer variable: another value is reached through it, but no memory changes.
    pub moves: bool,
}

impl<S> Write<S> {
    /// The zones whose values it may change.
    pub fn changes<'a>(&'a self, zones: &'a Zones) -> &'a [ZoneId] {
        match self.moves {
            true => std::slice::from_ref(&self.to),
            false => zones.aliases(&self.to),
        }
    }
}

/// A call.
#[derive(Clone, Debug)]
pub struct CallStep<S = Sources> {
    /// The procedure as the caller knows it.
    pub proc: SymbolId,
    /// Its possible definitions.
    pub targets: Vec<Target<S>>,
    /// The arguments that a procedure without a definition would receive; `None` if the call cannot reach one.
    pub unknown: Option<UnknownTarget<S>>,
    /// The temporaries for a function's result, one for each part of its type.
    pub results: Vec<ZoneId>,
    /// True if the call is executed whenever the statement is.
    pub certain: bool,
}

impl<S> CallStep<S> {
    /// All bindings of a dummy argument or a result, over all targets.
    pub fn bindings(&self) -> impl Iterator<Item = &Binding<S>> {
        self.targets.iter().flat_map(|t| &t.bindings)
    }

    /// The units whose code may run: targets, and the procedures that an unknown target may call back.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let callbacks = self.unknown.iter().flat_map(|u| &u.callbacks);
        self.targets.iter().map(|t| t.unit).chain(callbacks.copied())
    }
}

/// A possible target of a call.
#[derive(Clone, Debug)]
pub struct Target<S = Sources> {
    /// The definition.
    pub unit: UnitId,
    /// The bound dummy arguments, in order and part by part, then a function's result.
    pub bindings: Vec<Binding<S>>,
}

/// A part of a dummy argument and of its actual argument, or of a function's result and its temporary.
#[derive(Clone, Debug)]
pub struct Binding<S = Sources> {
    /// Zone of the dummy argument or result.
    pub formal: ZoneId,
    /// Position among the dummy arguments; `None` for a result.
    pub place: Option<usize>,
    /// The zone that the outgoing value changes; `None` for expressions.
    pub actual: Option<ZoneId>,
    /// True if overwriting the whole formal leaves nothing of the actual zone's value.
    pub covers: bool,
    /// The values on which the incoming value depends.
    pub sources: S,
}

/// The arguments of an unknown procedure.
#[derive(Clone, Debug, Default)]
pub struct UnknownTarget<S = Sources> {
    /// Its actual arguments part by part, each with true if it may be written.
    pub actuals: Vec<(Actual<S>, bool)>,
    /// Procedures of the program that it may call.
    pub callbacks: Vec<UnitId>,
}

/// An actual argument, or a part of it.
#[derive(Clone, Debug, Default)]
pub struct Actual<S = Sources> {
    /// Its zone; none for values.
    pub zone: Option<ZoneId>,
    /// The values on which its value depends.
    pub sources: S,
}
