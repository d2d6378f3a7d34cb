//! Proves that the normal form calls each function with effects as often as the original does.
//!
//! Passes inquire about the shape of values, and copy expressions; a function in one of them would be called again. If
//! one path through a unit contains the same call several times, that has happened, and the call is refused with its
//! location.
//!
//! ```text
//! calls(S1; S2) = calls(S1) + calls(S2)
//! calls(IF)     = calls of its tests + the larger of its branches, call by call
//! ```
//!
//! Locations identify calls. A call that a pass creates has no location, and does not count.

use super::impure::Impure;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::BTreeMap;

/// The number of calls of the procedure at a location.
type Counts = BTreeMap<Span, (usize, SymbolId)>;

/// Errors for calls that occur twice in a unit.
pub fn check(program: &Program, unit: UnitId, impure: &Impure) -> Vec<Diagnostic> {
    let counts = of_block(program, impure, &program.units[unit].body);
    let twice = counts.into_iter().filter(|(_, (n, _))| *n > 1);
    let refuse = |(span, (_, proc)): (Span, (usize, SymbolId))| {
        let message = format!(
            "the derivative would call `{}` more than once here, to determine the shape of its value, but it may change variables",
            program.symbols[proc].name
        );
        Diagnostic::error(codes::UNSUPPORTED_EXPRESSION, span, message)
            .help("assign its value to a variable in a separate statement, or declare its result allocatable")
    };
    twice.map(refuse).collect()
}

fn of_block(program: &Program, impure: &Impure, block: &Block) -> Counts {
    let mut all = Counts::new();
    for s in block {
        stmt_exprs(&s.kind, &mut |e| {
            walk_expr(e, &mut |x| match &x.kind {
                ExprKind::Call(callee, _) if !x.span.is_none() && impure.is_among(program, callee) => {
                    all.entry(x.span).or_insert((0, callee.proc)).0 += 1;
                }
                _ => {}
            });
        });
        let mut branches = Counts::new();
        s.kind.for_each_block(&mut |b| {
            for (span, (n, proc)) in of_block(program, impure, b) {
                let most = &mut branches.entry(span).or_insert((0, proc)).0;
                *most = n.max(*most);
            }
        });
        for (span, (n, proc)) in branches {
            all.entry(span).or_insert((0, proc)).0 += n;
        }
    }
    all
}
