//! Bodies of ENTRY statements.
//!
//! Each entry gets a unit of its own that declares its arguments and result, as an interface body does, and has the
//! statements that run when the procedure is entered there. All entries share the specification part, so it is read for
//! each of them; in each, the dummies and results of all headings are declared.

use super::state::Resolver;
use super::stmt::MARK;
use crate::ir::visit::{labels_asked, walk_block};
use crate::ir::*;
use std::collections::HashSet;

impl Resolver<'_> {
    /// Builds the body of an ENTRY: the statements after it or, if these jump to a statement before it, all statements
    /// with a jump to the ENTRY in front.
    pub(super) fn entry_body(&mut self) {
        let unit = self.unit();
        let holds_procedures = self.asts.get(unit).is_none_or(|ast| !ast.contains.is_empty());
        if holds_procedures {
            // contained procedures would have to be duplicated for each entry
            return;
        }
        self.body();
        let mut body = std::mem::take(&mut self.p.units[unit].body);
        let is_mark = |s: &Stmt| s.label == Some(MARK);
        // all statements follow an entry among the declarations
        let place = body.iter().position(is_mark);
        let after = body.split_off(place.map_or(0, |k| k + 1));
        body.pop();
        let mut asked = HashSet::new();
        walk_block(&after, &mut |s| asked.extend(labels_asked(&s.kind)));
        let mut most = 0;
        let mut back = false;
        walk_block(&body, &mut |s| {
            most = most.max(s.label.unwrap_or(0));
            back |= s.label.is_some_and(|l| asked.contains(&l));
        });
        walk_block(&after, &mut |s| most = most.max(s.label.unwrap_or(0)));
        if back {
            let mut jump = Stmt::new(StmtKind::Goto(most + 1));
            jump.id = self.p.fresh_stmt();
            body.insert(0, jump);
            let mut here = Stmt::new(StmtKind::Continue);
            here.id = self.p.fresh_stmt();
            here.label = Some(most + 1);
            body.push(here);
        } else {
            body.retain(|s| matches!(s.kind, StmtKind::Format(_)));
        }
        body.extend(after);
        if let Some(entry) = &mut self.p.units[unit].entry {
            entry.body = body;
        }
    }
}
