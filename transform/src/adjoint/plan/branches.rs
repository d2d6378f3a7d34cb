//! Branches with other bodies.

use adc_frontend::ir::*;

/// A branch with new bodies; `none` runs if no arm does.
pub(crate) fn with_bodies(stmt: &Stmt, bodies: Vec<Block>, none: Option<Block>) -> Stmt {
    let mut s = stmt.clone();
    match &mut s.kind {
        StmtKind::If { arms, .. } => {
            for (a, b) in arms.iter_mut().zip(bodies) {
                a.body = b;
            }
            if let Some(body) = none {
                arms.push(Arm::new(None, body));
            }
        }
        StmtKind::Select { cases, .. } => {
            for (c, b) in cases.iter_mut().zip(bodies) {
                c.body = b;
            }
            if let Some(body) = none {
                cases.push(Case {
                    values: None,
                    body,
                    lead: vec![],
                });
            }
        }
        _ => {}
    }
    s
}

/// The same branch in the reverse sweep, which evaluates its tests again. It has no name: the forward sweep uses it,
/// and nothing refers to it here.
pub(crate) fn again(stmt: &Stmt, bodies: Vec<Block>) -> Stmt {
    let mut s = with_bodies(stmt, bodies, None);
    s.lead = vec![];
    s.trail = None;
    s.span = Span::NONE;
    without_idle_end(&mut s);
    match &mut s.kind {
        StmtKind::If { name, arms, .. } => {
            *name = None;
            arms.iter_mut().for_each(|a| a.lead = vec![]);
        }
        StmtKind::Select { name, cases, .. } => {
            *name = None;
            cases.iter_mut().for_each(|c| c.lead = vec![]);
        }
        _ => {}
    }
    s
}

/// Removes empty arms at the end.
pub(crate) fn without_idle_end(s: &mut Stmt) {
    if let StmtKind::If { arms, .. } = &mut s.kind {
        while arms.len() > 1 && arms.last().is_some_and(|a| a.body.is_empty()) {
            arms.pop();
        }
    }
}

/// A construct without its bodies.
pub(crate) fn hollow(s: &Stmt) -> Stmt {
    Stmt {
        id: s.id,
        kind: s.kind.with_blocks(&mut |_| vec![]),
        label: None,
        lead: s.lead.clone(),
        trail: s.trail.clone(),
        span: s.span,
        origin: s.origin,
    }
}
