//! Drops directives for parallel execution: a derivative runs on one thread.
//!
//! OpenMP and OpenACC directives declare which variables are shared, private or reduced. They do not declare it for
//! shadows, whose roles differ: a shared input becomes a reduction in the adjoint. The tape's order is that of one
//! thread. So the derivative is that of the program without its directives. Lines for conditional compilation (`!$ call
//! ...`) count as directives: the same compiler option enables them.

use adc_frontend::ast::Trivia;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// Drops the directives of a procedure. Returns a warning at the first one.
pub fn drop_parallel(program: &mut Program, unit: UnitId) -> Option<Diagnostic> {
    let mut first = None;
    let unit = &mut program.units[unit];
    drop_from(&mut unit.lead, &mut first);
    unit.decl_lead
        .iter_mut()
        .for_each(|(_, lead)| drop_from(lead, &mut first));
    visit::rewrite_leads(&mut unit.body, &mut |lead| drop_from(lead, &mut first));
    drop_last_lines(&mut unit.body, &mut first);
    first.map(|span| {
        Diagnostic::warning(
            codes::UNSUPPORTED_CONTROL,
            span,
            "the derivative omits directives for parallel execution, and runs on one thread",
        )
    })
}

fn drop_from(lead: &mut Vec<Trivia>, first: &mut Option<Span>) {
    lead.retain(|t| match t {
        Trivia::Comment(text, span) if is_directive(text) => {
            first.get_or_insert(*span);
            false
        }
        _ => true,
    });
}

/// Drops directives before the end of a construct, which are separate statements.
fn drop_last_lines(block: &mut Block, first: &mut Option<Span>) {
    block.retain(|s| match &s.kind {
        StmtKind::Comment(text) if is_directive(text) => {
            first.get_or_insert(s.span);
            false
        }
        _ => true,
    });
    for s in block {
        s.kind.for_each_block_mut(&mut |b| drop_last_lines(b, first));
    }
}

/// Checks for the text of a comment that begins with `$omp`, `$acc` or `$ statement`.
fn is_directive(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    let conditional = |c: char| c == ' ' || c == '&' || c.is_ascii_digit();
    let by_word = ["$omp", "$acc"].iter().any(|sentinel| text.starts_with(sentinel));
    by_word || text.strip_prefix('$').is_some_and(|rest| rest.starts_with(conditional))
}
