//! Labelled `DO`: the statement with the label ends the loop and all loops that share the label.

use super::frame::{Frame, Kind};
use super::stack::Builder;
use crate::ast::*;

impl Builder {
    /// Closes the loops that end on this label, after the statement with the label was added.
    pub(super) fn close_labelled(&mut self, label: u32) {
        if !self.do_labels.contains(&label) {
            return;
        }
        // Stop at this unit: labels are local to it.
        let unit = self.stack.iter().rposition(Frame::is_unit).unwrap_or(0);
        let ends_here = |f: &Frame| matches!(f.kind, Kind::Do { label: Some(l), .. } if l == label);
        let Some(i) = self.stack[unit..].iter().rposition(ends_here).map(|i| i + unit) else {
            return;
        };
        if i + 1 < self.stack.len() {
            // The labelled statement stands in a block that should be closed by now.
            let at = self
                .stack
                .last_mut()
                .and_then(|f| f.body().last().map(|s| s.span))
                .unwrap_or_default();
            self.close_down_to(i + 1, at, "the end of the loop around it");
        }
        while self.stack.last().is_some_and(ends_here) {
            let Some(mut f) = self.stack.pop() else { return };
            let body = f.take_body();
            let Kind::Do { label, control } = f.kind else { return };
            self.forget_label(label);
            let name = f.head.name.take();
            self.add(f.head.stmt(StmtKind::Do {
                name,
                label,
                control,
                body,
                end: None,
            }));
        }
    }
}
