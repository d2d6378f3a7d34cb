//! Program units and procedures: their opening statements and `CONTAINS`.

use super::frame::{Frame, Head, Kind};
use super::stack::Builder;
use crate::ast::*;
use crate::codes;
use crate::diag::Diagnostic;
use crate::span::Span;

impl Builder {
    pub(super) fn open_unit(&mut self, kind: UnitKind, head: Head) {
        self.make_room(head.span);
        self.doubtful = false;
        if let Some(name) = &head.name {
            self.error(name.span, "only a construct can have a name and a colon before it");
        }
        self.push(Frame::new(
            Kind::Unit {
                kind,
                contains: None,
                units: vec![],
            },
            Head { name: None, ..head },
        ));
    }

    /// Closes the blocks that cannot contain a procedure.
    fn make_room(&mut self, at: Span) {
        while let Some(f) = self.stack.last_mut() {
            match &mut f.kind {
                Kind::Unit { contains: Some(_), .. } | Kind::Interface { .. } => return,
                // In a module, the user probably forgot `CONTAINS` rather than `END`.
                Kind::Unit {
                    kind: UnitKind::Module { .. } | UnitKind::Submodule { .. },
                    contains,
                    ..
                } => {
                    *contains = Some(End::default());
                    let d = Diagnostic::error(codes::UNBALANCED_BLOCK, at, "procedure in a module before CONTAINS")
                        .also(f.head.span, "the module begins here")
                        .help("add CONTAINS before the first procedure, or END MODULE before this line");
                    self.report(d);
                    return;
                }
                _ => self.close_down_to(self.stack.len() - 1, at, "the next program unit"),
            }
        }
    }

    pub(super) fn contains(&mut self, head: Head) {
        if let Some(Frame {
            kind: Kind::Type(t), ..
        }) = self.stack.last_mut()
        {
            t.contains_at = Some(head.end());
            return;
        }
        if self.stack.is_empty() {
            self.open_main(head.span);
        }
        if !self.unwind(head.span, "CONTAINS", |k| matches!(k, Kind::Unit { .. })) {
            return;
        }
        let Some(Frame {
            kind: Kind::Unit { contains, .. },
            ..
        }) = self.stack.last_mut()
        else {
            return;
        };
        if contains.is_some() {
            return self.error(head.span, "second CONTAINS in one program unit");
        }
        *contains = Some(head.end());
    }

    pub(super) fn module_procedure(&mut self, mut names: Vec<Name>, head: Head) {
        if let Some(Kind::Interface { items, .. }) = self.stack.last_mut().map(|f| &mut f.kind) {
            items.push(InterfaceItem::Procedures(names, true, head.end()));
            return;
        }
        match names.pop().filter(|_| names.is_empty()) {
            Some(name) => self.open_unit(UnitKind::ModuleProcedure { name }, head),
            None => self.error(
                head.span,
                "MODULE PROCEDURE with several names is only allowed in an interface block",
            ),
        }
    }
}
