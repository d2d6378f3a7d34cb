//! Statements that are marked as parallel loops.

use adc_frontend::ir::*;

/// A statement under a directive.
pub(super) fn wrapped(mut inner: Stmt, parallel: Parallel, span: Span) -> Stmt {
    let lead = std::mem::take(&mut inner.lead);
    let origin = inner.source();
    let kind = StmtKind::Directed {
        directive: Box::new(RegionDirective {
            asks: Asks::Parallel(Box::new(parallel)),
            open: "$omp".into(),
            close: None,
            span,
        }),
        body: vec![inner],
    };
    Stmt {
        lead,
        origin,
        ..Stmt::new(kind)
    }
}

/// The contents of a parallel loop, or of what became of it.
pub(super) fn parallel(s: &Stmt) -> Option<(&Parallel, &Block)> {
    if let StmtKind::Directed { directive, body } = &s.kind {
        if let Asks::Parallel(p) = &directive.asks {
            return Some((p, body));
        }
    }
    None
}
