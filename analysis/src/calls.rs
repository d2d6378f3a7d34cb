//! The call graph.

use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::BTreeSet;

/// A call of a procedure whose text is not among the files.
#[derive(Clone, Debug)]
pub struct UnknownCall {
    /// Where the call stands.
    pub caller: UnitId,
    /// Statement.
    pub stmt: StmtId,
    /// The procedure as the caller knows it.
    pub proc: SymbolId,
    /// The reference.
    pub span: Span,
}

/// Who calls whom.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    edges: BTreeSet<(UnitId, UnitId)>,
    unknown: Vec<UnknownCall>,
}

impl CallGraph {
    /// Finds all calls.
    pub fn build(program: &Program) -> CallGraph {
        let mut graph = CallGraph::default();
        for (u, unit) in program.units.iter() {
            visit::walk_block(&unit.body, &mut |s| {
                let mut seen = |callee: &Callee, span: Span| match program.definition(callee.proc) {
                    Some(d) => {
                        graph.edges.insert((u, d));
                    }
                    None => graph.unknown.push(UnknownCall {
                        caller: u,
                        stmt: s.id,
                        proc: callee.proc,
                        span,
                    }),
                };
                if let StmtKind::Call { callee, .. } = &s.kind {
                    seen(callee, s.span);
                }
                visit::stmt_exprs(&s.kind, &mut |e| {
                    visit::walk_expr(e, &mut |e| {
                        if let ExprKind::Call(callee, _) = &e.kind {
                            seen(callee, e.span);
                        }
                    });
                });
            });
        }
        graph
    }

    /// Units that a unit calls directly.
    pub fn callees(&self, unit: UnitId) -> Vec<UnitId> {
        self.edges.iter().filter(|e| e.0 == unit).map(|e| e.1).collect()
    }

    /// A unit and all that it calls, directly or not, callers before callees where there is no recursion.
    pub fn reachable(&self, from: UnitId) -> Vec<UnitId> {
        let mut seen = vec![from];
        let mut k = 0;
        while k < seen.len() {
            for c in self.callees(seen[k]) {
                if !seen.contains(&c) {
                    seen.push(c);
                }
            }
            k += 1;
        }
        seen
    }

    /// Calls of procedures without a definition.
    pub fn unknown(&self) -> &[UnknownCall] {
        &self.unknown
    }
}

/// The actual argument of each dummy argument of a procedure: none when it is absent or an alternate return.
pub fn bind_args<'a>(program: &Program, callee: UnitId, args: &'a [Arg]) -> Vec<Option<&'a Expr>> {
    let dummies = &program.units[callee].args;
    let mut bound = vec![None; dummies.len()];
    for (k, arg) in args.iter().enumerate() {
        let place = match &arg.keyword {
            None => Some(k),
            Some(word) => dummies
                .iter()
                .position(|d| d.is_some_and(|d| program.symbols[d].name.eq_ignore_ascii_case(word))),
        };
        if let Some(slot) = place.and_then(|p| bound.get_mut(p)) {
            *slot = arg.expr();
        }
    }
    bound
}
