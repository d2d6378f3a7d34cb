//! The passes of the normal form, in the order in which they run.
//!
//! Adjacent passes on procedures all run on one procedure before they run on the next one. A property that a pass
//! establishes holds after all later passes; debug builds check it after each of them.

use super::properties::Property;
use super::{
    commons, contracted, desugar, directives, existence, extents, externals, hoist, impure, inline, jumps, moving,
    objects, once, outputs, partials, reach, records, scopes, statement_functions, statuses, stop_on_input,
    subexpressions, transfers, values,
};
use crate::options::mode::Mode;
use crate::options::{Opt, Options};
use adc_analysis::Heads;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::{Program, UnitId};

/// A pass of the normal form.
#[derive(Debug)]
pub struct Pass {
    /// Its name, for `adc dump --stage normal --after NAME`.
    pub name: &'static str,
    /// The mode that needs it; `None` for both modes.
    pub mode: Option<Mode>,
    /// Derivatives in many directions need it in both modes.
    pub for_vectors: bool,
    /// Its effect, in one line.
    pub purpose: &'static str,
    /// Properties that it relies on.
    pub needs: &'static [Property],
    /// Properties that it establishes.
    pub establishes: &'static [Property],
    pub(super) work: Work,
}

/// The function of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// On the program.
    Program(fn(&mut State)),
    /// On one procedure.
    Unit(fn(&mut State, UnitId)),
    /// On the program, if nothing was refused.
    Accepted(fn(&mut State)),
}

/// The program during normalisation, and facts about the original program that passes use.
pub(super) struct State<'a> {
    pub program: Program,
    pub heads: &'a Heads,
    pub mode: Mode,
    pub options: &'a Options,
    /// Procedures that heads reach.
    pub reached: Vec<UnitId>,
    pub reach: reach::Reach<'a>,
    pub impure: impure::Impure,
    pub moving: moving::Moving<'a>,
    /// Set if a type extends another one.
    pub inherits: bool,
    pub messages: Vec<Diagnostic>,
}

const fn both(name: &'static str, purpose: &'static str, work: Work) -> Pass {
    Pass {
        name,
        mode: None,
        for_vectors: false,
        purpose,
        needs: &[],
        establishes: &[],
        work,
    }
}

const fn adjoint(name: &'static str, purpose: &'static str, work: Work) -> Pass {
    Pass {
        mode: Some(Mode::Reverse),
        ..both(name, purpose, work)
    }
}

impl Pass {
    const fn needing(self, needs: &'static [Property]) -> Pass {
        Pass { needs, ..self }
    }

    const fn for_vectors(self) -> Pass {
        Pass {
            for_vectors: true,
            ..self
        }
    }

    const fn establishing(self, establishes: &'static [Property]) -> Pass {
        Pass { establishes, ..self }
    }

    /// Checks whether derivatives of a mode need it. `vector`: in many directions.
    pub fn is_for(&self, mode: Mode, vector: bool) -> bool {
        self.mode.is_none_or(|m| m == mode) || self.for_vectors && vector
    }
}

/// The passes, in order.
pub const PASSES: &[Pass] = &[
    both(
        "commons",
        "all views of a COMMON block get the same length",
        Work::Program(|s| {
            commons::complete(&mut s.program, &s.reached);
            let program = &s.program;
            s.reached.retain(|&u| program.units[u].is_definition());
        }),
    ),
    both(
        "extents",
        "`W(1)`, `A(LDA, 1)` of old programs become `W(*)`, `A(LDA, *)`",
        Work::Program(|s| extents::assume_size(&mut s.program, &s.reached)),
    ),
    both(
        "stop-on-input",
        "READ statements become ERROR STOP (`--stop-on-input`)",
        Work::Unit(|s, u| {
            if s.options.stop_on_input {
                let name = s.program.units[u].name.clone();
                stop_on_input::replace(&name, &mut s.program.units[u].body);
            }
        }),
    ),
    both(
        "directives",
        "directives for parallel execution are dropped, except those of loops that threads can share",
        Work::Program(|s| {
            let keeps = s.options.parallel && !s.options.vector && s.options.jacobian.is_none();
            let messages = directives::drop_parallel(&mut s.program, &s.reached, keeps);
            s.messages.extend(messages);
        }),
    ),
    both(
        "impure",
        "calls of functions that change variables become separate statements",
        Work::Unit(|s, u| {
            // before any pass copies an expression
            s.messages.extend(impure::unordered(&s.program, u, &s.impure));
            impure::functions(&mut s.program, u, &s.impure);
        }),
    ),
    adjoint(
        "impure-in-tests",
        "intrinsics whose value changes from call to call leave the conditions of constructs",
        Work::Unit(|s, u| impure::intrinsics_in_tests(&mut s.program, u)),
    ),
    both(
        "statement-functions",
        "statement functions are replaced by their bodies",
        Work::Unit(|s, u| statement_functions::replace(&mut s.program, u)),
    )
    .establishing(&[Property::NoStatementFunctions]),
    both(
        "parents",
        "inherited components are named `r%x`",
        Work::Unit(|s, u| {
            if s.inherits {
                records::parents(&mut s.program, u);
            }
        }),
    ),
    both(
        "values",
        "changed dummy arguments with VALUE become locals",
        Work::Unit(|s, u| s.messages.extend(values::copies(&mut s.program, u))),
    ),
    both(
        "externals",
        "external functions that are passed as arguments are declared with their type",
        Work::Unit(|s, u| externals::declare(&mut s.program, u)),
    ),
    both(
        "transfers",
        "TRANSFER between values of one type becomes that value",
        Work::Unit(|s, u| transfers::of_like_types(&mut s.program, u)),
    ),
    both(
        "scopes",
        "FORALL, DO CONCURRENT, BLOCK and ASSOCIATE become plain loops and statements",
        Work::Unit(|s, u| scopes::statements(&mut s.program, u, &s.reach, &s.moving)),
    ),
    both(
        "objects",
        "polymorphic objects are allocated with an explicit type, and assigned as that type",
        Work::Unit(|s, u| objects::statements(&mut s.program, u)),
    ),
    both(
        "existence",
        "`SOURCE=`, `MOLD=` and MOVE_ALLOC become plain allocations and assignments",
        Work::Unit(|s, u| existence::statements(&mut s.program, u)),
    )
    .establishing(&[Property::PlainAllocations]),
    both(
        "impure-in-blocks",
        "`impure` for the statements that `scopes` made",
        Work::Unit(|s, u| impure::functions(&mut s.program, u, &s.impure)),
    ),
    adjoint(
        "statuses",
        "branches of input and output (`err=`) become tests of a status",
        Work::Unit(|s, u| statuses::of_branches(&mut s.program, u)),
    )
    .establishing(&[Property::NoBranchesOfIo]),
    adjoint(
        "desugar",
        "computed and arithmetic jumps become IFs, WHERE constructs become single masked assignments",
        Work::Unit(|s, u| desugar::statements(&mut s.program, u)),
    )
    .for_vectors()
    .establishing(&[Property::PlainJumps, Property::SingleMasked]),
    adjoint(
        "jumps",
        "GOTO, EXIT, CYCLE, RETURN become structured: the only jump left is an EXIT at the end of a loop body",
        Work::Unit(|s, u| s.messages.extend(jumps::structure(&mut s.program, u))),
    )
    .needing(&[Property::NoBranchesOfIo, Property::PlainJumps])
    .establishing(&[Property::Structured]),
    adjoint(
        "left-scopes",
        "BLOCK and ASSOCIATE that were left by a jump become plain statements",
        Work::Unit(|s, u| scopes::statements(&mut s.program, u, &s.reach, &s.moving)),
    )
    .needing(&[Property::Structured]),
    adjoint(
        "results",
        "an allocatable result is assigned at the end of the procedure",
        Work::Unit(|s, u| existence::result(&mut s.program, u)),
    )
    .needing(&[Property::Structured]),
    adjoint(
        "outputs",
        "statements deallocate and initialise `intent(out)` arguments on entry",
        Work::Unit(|s, u| s.messages.extend(outputs::begin(&mut s.program, u))),
    ),
    both(
        "hoist",
        "functions in differentiable positions become `t = f(x)`, expressions as arguments become variables",
        Work::Unit(|s, u| hoist::calls(&mut s.program, u, s.mode, &s.reach, &s.impure)),
    )
    .needing(&[Property::NoStatementFunctions]),
    both(
        "records",
        "structure constructors, in the adjoint all derived-type assignments, become assignments of components",
        Work::Unit(|s, u| records::assignments(&mut s.program, u, s.mode, &s.reach)),
    ),
    both(
        "partials",
        "calls of procedures that return partial derivatives are followed by an assignment with these",
        Work::Unit(|s, u| {
            s.messages
                .extend(partials::calls(&mut s.program, u, &s.options.external))
        }),
    ),
    adjoint(
        "contract",
        "calls with few scalars that carry derivatives become calls of Jacobians (`--no-opt contract`)",
        Work::Unit(|s, u| contracted::calls(&mut s.program, u, s.options)),
    ),
    both(
        "once",
        "proves that no function with effects is called twice",
        Work::Unit(|s, u| s.messages.extend(once::check(&s.program, u, &s.impure))),
    ),
    both("numbers", "new statements get ids", Work::Unit(renumber)),
    both(
        "inline",
        "small procedures that loops call are inlined (`--no-opt inline`)",
        Work::Accepted(|s| {
            if s.options.optimisations.has(Opt::Inline) {
                inline::small_procedures(&mut s.program, s.heads, s.options);
            }
        }),
    ),
    adjoint(
        "subexpressions",
        "expensive functions that derivatives use again are cached in variables (`--no-opt subexpressions`)",
        Work::Accepted(|s| {
            if s.options.optimisations.has(Opt::Subexpressions) {
                subexpressions::cache(&mut s.program, &s.reached, s.options);
            }
        }),
    ),
];

fn renumber(s: &mut State, unit: UnitId) {
    let mut body = std::mem::take(&mut s.program.units[unit].body);
    s.program.renumber(&mut body);
    s.program.units[unit].body = body;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_established_before() {
        for (mode, vector) in [(Mode::Tangent, false), (Mode::Tangent, true), (Mode::Reverse, false)] {
            let mut known: Vec<Property> = vec![];
            for p in PASSES.iter().filter(|p| p.is_for(mode, vector)) {
                let missing: Vec<_> = p.needs.iter().filter(|n| !known.contains(n)).collect();
                assert!(missing.is_empty(), "{} needs {missing:?}", p.name);
                known.extend(p.establishes);
            }
        }
    }

    #[test]
    fn names_differ() {
        for (k, p) in PASSES.iter().enumerate() {
            assert!(PASSES[..k].iter().all(|q| q.name != p.name), "{}", p.name);
        }
    }
}
