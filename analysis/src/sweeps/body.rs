//! The statements of a loop's body by the zones that they name. The test whether an array is named only after an
//! assignment inspects just these, so that a body of many statements is not walked for each of them.

use super::{is_inquiry, Input};
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::HashMap;

/// The body of a loop.
pub(super) struct Body<'a> {
    /// The statements in text order, as intervals that include their nested statements.
    places: HashMap<StmtId, (usize, usize)>,
    /// The statements that name a zone, in order.
    naming: HashMap<ZoneId, Vec<&'a Stmt>>,
    /// Zones that calls are passed, read or write.
    touched: ZoneSet,
    /// True if a jump may change the order of the statements.
    pub jumps: bool,
}

impl<'a> Body<'a> {
    /// Visits each statement once.
    pub fn of(block: &'a Block, input: Input<'a>) -> Body<'a> {
        let mut body = Body {
            places: HashMap::new(),
            naming: HashMap::new(),
            touched: ZoneSet::new(),
            jumps: false,
        };
        body.block(block, input);
        body
    }

    fn block(&mut self, block: &'a Block, input: Input<'a>) {
        for s in block {
            let place = self.places.len();
            self.places.insert(s.id, (place, place));
            self.statement(s, input);
            s.kind.for_each_block(&mut |b| self.block(b, input));
            self.places.insert(s.id, (place, self.places.len() - 1));
        }
    }

    fn statement(&mut self, s: &'a Stmt, input: Input) {
        self.jumps |= matches!(s.kind, StmtKind::Exit(_) | StmtKind::Cycle(_)) || visit::jumps(&s.kind);
        input.touched_by_calls(s, &mut self.touched);
        let mut named = ZoneSet::new();
        visit::stmt_exprs(&s.kind, &mut |e| {
            visit::walk_expr(e, &mut |e| {
                if let ExprKind::Var(v) = e.kind {
                    named.extend(input.zones.of(v).iter().copied());
                }
            });
        });
        named.iter().for_each(|z| self.naming.entry(z).or_default().push(s));
    }

    /// True if the array is named only after the assignment, in its block or deeper, with its subscripts, and never
    /// passed to a call.
    pub fn is_named_only_after(
        &self,
        input: Input,
        array: SymbolId,
        zone: ZoneId,
        block: &Block,
        assignment: &Stmt,
        lhs: &Expr,
    ) -> bool {
        let place = |s: &Stmt| self.places.get(&s.id).copied();
        let (Some((own, _)), Some((_, end))) = (place(assignment), block.last().and_then(place)) else {
            return false;
        };
        let is_after = |s: &Stmt| place(s).is_some_and(|(p, _)| own < p && p <= end);
        let fits = |s: &Stmt| {
            let (mut named, mut fitting, mut inquired) = (0, 0, 0);
            visit::stmt_exprs(&s.kind, &mut |e| {
                visit::walk_expr(e, &mut |e| match &e.kind {
                    ExprKind::Var(v) if input.zones.of(*v).contains(&zone) => named += 1,
                    ExprKind::Index(..) if e.same(lhs) => fitting += 1,
                    ExprKind::Intrinsic(_, name, args) if is_inquiry(name) => {
                        let whole = |a: &Expr| matches!(a.kind, ExprKind::Var(v) if v == array);
                        inquired += args.iter().filter_map(Arg::expr).filter(|a| whole(a)).count();
                    }
                    _ => {}
                });
            });
            let values = named - inquired;
            match s.id == assignment.id {
                true => values == 1,
                false => values == fitting && (values == 0 || is_after(s)),
            }
        };
        !self.touched.contains(zone) && self.naming.get(&zone).into_iter().flatten().all(|s| fits(s))
    }
}
