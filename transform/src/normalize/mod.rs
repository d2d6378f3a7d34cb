//! Rewrites a procedure into the shape that the derivative rules know, without changing what it computes.
//!
//! | pass | both modes | adjoint |
//! |---|---|---|
//! | `commons` | COMMON blocks have one length |
//! | `one` | `W(1)`, `A(LDA, 1)` of old programs become `W(*)`, `A(LDA, *)` | |
//! | [`crate::normalize::stop_on_input`] | input becomes a stop where the user asks for that |
//! | [`directives`] | directives for parallel execution are left out | |
//! | [`inline`] | statement functions are replaced by their bodies | |
//! | `values` | dummy arguments with VALUE that are changed become locals | |
//! | [`hoist`] | functions in differentiable positions become statements `t = f(x)`, expressions as arguments become variables | |
//! | `masked` | likewise for those in WHERE that are evaluated once, whatever the mask | array functions in WHERE, too |
//! | [`transfers`] | `TRANSFER` between values of one type becomes what it then is | |
//! | [`scopes`] | FORALL, DO CONCURRENT, BLOCK and ASSOCIATE become plain loops and statements | |
//! | `impure` | functions that change variables are called in statements of their own, first of all and behind `scopes`; `once` proves in the end that none is called twice | |
//! | `objects` | polymorphic objects are allocated with a type, and assigned as what they are |
//! | [`existence`] | `SOURCE=`, `MOLD=` and `MOVE_ALLOC` become plain allocations and assignments | allocatable results are assigned in the end |
//! | [`outputs`] | | what `intent(out)` deallocates and initialises at entry is done by statements |
//! | `statuses` | | branches of input and output (`err=`) become tests of a status |
//! | [`desugar`] | | computed and arithmetic jumps become `IF`s, WHERE constructs single masked assignments |
//! | [`elementwise`] | calls of elemental procedures with arrays become loops | |
//! | [`records`] | structure constructors become component assignments | assignments of derived types likewise |
//! | [`jumps`] | | GOTO, EXIT, CYCLE, RETURN become structured; the only jump left is an `EXIT` at the end of a loop body |
//! | [`written_out`] | small procedures that loops call are written out there, when all else is done | |
//! | [`subexpressions`] | | expensive functions that derivatives ask for get their values from variables, in the end |
//!
//! The derivative rules, the analyses and the recording plan see only the result, so none of them has a case for a jump. The tangent keeps the
//! user's control flow as it is.

pub mod arrays;
pub mod blocks;
mod commons;
pub mod desugar;
pub mod directives;
pub(crate) mod downcasts;
pub mod elementwise;
pub mod existence;
pub(crate) mod extract;
mod failing;
mod forall;
pub(crate) mod gotos;
mod handed;
mod held;
pub mod hoist;
mod impure;
pub mod inline;
pub mod jumps;
pub mod leaves;
mod masked;
pub mod moving;
mod objects;
mod once;
mod one;
pub mod outputs;
pub mod reach;
pub mod records;
pub(crate) mod results;
pub mod scopes;
pub mod selectors;
mod statuses;
pub(crate) mod stop_on_input;
mod subexpressions;
pub mod temps;
pub mod transfers;
mod values;
mod written_out;

use crate::options::mode::Mode;
use crate::options::{Opt, Options};
use adc_analysis::{CallGraph, HeadSpec};
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::{Program, UnitId};

/// Normalises all procedures that the head reaches. Others stay as they are: no rule looks at them.
pub fn program(original: &Program, head: &HeadSpec, mode: Mode, options: &Options) -> (Program, Vec<Diagnostic>) {
    let mut program = original.clone();
    let calls = CallGraph::build(original);
    let inherits = records::any_inherits(original);
    let reach = reach::Reach::new(original, &calls);
    let impure = impure::Impure::find(original, &calls);
    let moving = moving::Moving::of(original, &calls);
    let mut reached = calls.reachable(head.unit);
    reached.sort();
    reached.dedup();
    let mut messages = vec![];
    commons::complete(&mut program, &reached);
    reached.retain(|&u| program.units[u].is_definition());
    one::extents(&mut program, &reached);
    for &u in &reached {
        if options.stop_on_input {
            let name = program.units[u].name.clone();
            stop_on_input::replace(&name, &mut program.units[u].body);
        }
        messages.extend(directives::drop_parallel(&mut program, u));
        // before any pass copies an expression
        messages.extend(impure::unordered(&program, u, &impure));
        impure::functions(&mut program, u, &impure);
        inline::statement_functions(&mut program, u);
        if inherits {
            records::parents(&mut program, u);
        }
        messages.extend(values::copies(&mut program, u));
        handed::declare(&mut program, u);
        transfers::of_like_types(&mut program, u);
        scopes::statements(&mut program, u, &reach, &moving);
        objects::statements(&mut program, u);
        existence::statements(&mut program, u);
        impure::functions(&mut program, u, &impure);
        if mode == Mode::Reverse {
            statuses::of_branches(&mut program, u);
            desugar::statements(&mut program, u);
            messages.extend(jumps::structure(&mut program, u));
            // constructs that were left early
            scopes::statements(&mut program, u, &reach, &moving);
            existence::result(&mut program, u);
            messages.extend(outputs::begin(&mut program, u));
        }
        hoist::calls(&mut program, u, mode, &reach, &impure);
        records::assignments(&mut program, u, mode, &reach);
        messages.extend(once::check(&program, u, &impure));
        renumber(&mut program, u);
    }
    if !any_error(&messages) {
        if options.optimisations.has(Opt::Inline) {
            written_out::small_procedures(&mut program, head.unit, options);
        }
        if options.optimisations.has(Opt::Subexpressions) && mode == Mode::Reverse {
            subexpressions::hold(&mut program, &reached, options);
        }
    }
    (program, messages)
}

/// New statements need ids of their own.
fn renumber(program: &mut Program, unit: UnitId) {
    let mut body = std::mem::take(&mut program.units[unit].body);
    program.renumber(&mut body);
    program.units[unit].body = body;
}
