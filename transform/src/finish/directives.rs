//! Repeats directives about one statement only before statements to which they apply.
//!
//! ```text
//! !$adc fixed-point (w)            call adc_repeat_begin
//! call adc_repeat_begin      →     ...
//! ```
//!
//! A derivative puts statements before the one that the user's directive is about, or others in its place. The
//! directive moves to the first statement to which it applies. If there is none, it is omitted: text with a directive
//! that has no effect would be reported when it is read again (`--hessian`).

use adc_frontend::ir::*;

/// Moves or omits such directives in a block, and in its inner blocks.
pub(crate) fn settle(block: &mut Block) {
    let mut out = Block::with_capacity(block.len());
    for mut s in std::mem::take(block) {
        s.kind.for_each_block_mut(&mut settle);
        let StmtKind::Directed { directive, body, .. } = &mut s.kind else {
            out.push(s);
            continue;
        };
        if directive.close.is_some() || body.first().is_some_and(|x| fits(&directive.asks, x)) {
            out.push(s);
            continue;
        }
        let asks = directive.asks.clone();
        let own = |x: &Stmt| !matches!(asks, Asks::FixedPoint { .. } | Asks::Binomial { .. }) && fits(&asks, x);
        let first = body.iter().position(own);
        let mut before = std::mem::take(body);
        let rest = before.split_off(first.unwrap_or(before.len()));
        if let Some(f) = before.first_mut() {
            f.lead.splice(0..0, std::mem::take(&mut s.lead));
            f.label = f.label.or(s.label.take());
        }
        out.append(&mut before);
        if !rest.is_empty() {
            if let StmtKind::Directed { body, .. } = &mut s.kind {
                *body = rest;
            }
            out.push(s);
        }
    }
    *block = out;
}

/// True if a directive applies to a statement.
fn fits(asks: &Asks, s: &Stmt) -> bool {
    match asks {
        Asks::Split | Asks::Joint => {
            let mut found = false;
            visit::walk_calls(std::slice::from_ref(s), &mut |_| found = true);
            found
        }
        Asks::IndependentIterations | Asks::Binomial { .. } | Asks::FixedPoint { .. } => {
            matches!(s.kind, StmtKind::Do { .. })
        }
        Asks::Checkpoint | Asks::Constant | Asks::Parallel(_) => true,
    }
}
