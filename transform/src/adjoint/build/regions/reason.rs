//! Reasons why a directive about a loop has no effect, and their places.

use crate::context::obstacle::Obstacle;
use crate::normalize::jumps::trailing_exit;
use adc_frontend::ir::*;
use adc_frontend::span::Span;

/// The reason if a second directive is about the same loop.
pub(super) const ANOTHER_DIRECTIVE: &str = "the next directive determines how the loop runs";

/// The first directive among statements.
pub(super) fn next_directive(body: &Block) -> Option<Obstacle> {
    body.iter().find_map(|s| {
        let StmtKind::Directed { directive, .. } = &s.kind else {
            return None;
        };
        Some(Obstacle::new(directive.span, "the next directive"))
    })
}

/// The second of several loops, or the first statement if there is no loop.
pub(super) fn not_one_loop(body: &Block) -> Obstacle {
    let second = body.iter().filter(|s| matches!(s.kind, StmtKind::Do { .. })).nth(1);
    match (second, body.first()) {
        (Some(l), _) => Obstacle::new(l.span, "a second loop"),
        (None, Some(s)) => Obstacle::new(s.span, "not a loop"),
        (None, None) => Obstacle::new(Span::NONE, ""),
    }
}

/// The reason why iterations of a loop are not independent: a jump out of it, or its control.
pub(super) fn not_to_the_end(body: &Block) -> (&'static str, Obstacle) {
    let l = body.iter().find(|s| matches!(s.kind, StmtKind::Do { .. }));
    let span = l.map_or(Span::NONE, |l| l.span);
    let Some(StmtKind::Do { control, body, .. }) = l.map(|l| &l.kind) else {
        return ("it is not before a loop", not_one_loop(body));
    };
    if !matches!(control, DoControl::Count { .. }) {
        let place = Obstacle::new(span, "the loop has no index");
        return ("the number of iterations is not known when the loop begins", place);
    }
    let place = Obstacle::new(left_at(body).unwrap_or(span), "the loop may end here");
    ("the loop contains an EXIT, RETURN or jump", place)
}

/// The statement of the user at which a loop is left: it sets a flag that the test at the end of an iteration reads.
fn left_at(body: &Block) -> Option<Span> {
    let mut flags = vec![];
    visit::walk_expr(trailing_exit(body)?, &mut |e| flags.extend(e.base_symbol()));
    let mut found = None;
    visit::walk_block(body, &mut |s| {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            let is_flag = lhs.base_symbol().is_some_and(|b| flags.contains(&b));
            if found.is_none() && is_flag && !s.span.is_none() {
                found = Some(s.span);
            }
        }
    });
    found
}
