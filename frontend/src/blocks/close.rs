//! Statements that close or divide blocks: `END`, `ELSE`, `CASE` and the like.

use super::frame::{end_words, Frame, Head, Kind};
use super::stack::Builder;
use crate::ast::*;
use crate::codes;
use crate::diag::Diagnostic;
use crate::token::EndKind;

impl Builder {
    /// An END statement.
    pub(super) fn end(&mut self, kind: EndKind, name: Option<Name>, head: Head) {
        let words = end_words(kind);
        match kind {
            EndKind::Bare
            | EndKind::Program
            | EndKind::Module
            | EndKind::Submodule
            | EndKind::Subroutine
            | EndKind::Function
            | EndKind::Procedure
            | EndKind::BlockData => self.end_unit(kind, name, head),
            EndKind::Do => self.end_do(name, head),
            _ => {
                if !self.stack.last().is_some_and(|f| f.end_kind() == kind)
                    && !self.unwind(head.span, words, |k| end_fits(k, kind))
                {
                    return;
                }
                self.check_name(name.as_ref(), words);
                self.close_top(head.end());
            }
        }
    }

    fn end_unit(&mut self, kind: EndKind, name: Option<Name>, head: Head) {
        let words = end_words(kind);
        if self.stack.is_empty() {
            // A file that has only an `END` is a main program that does nothing.
            if kind == EndKind::Bare || (kind == EndKind::Program && name.is_none()) {
                self.open_main(head.span);
            } else {
                return self.error(
                    head.span,
                    format!("{words} has no matching beginning: no program unit is open"),
                );
            }
        }
        let units = || self.stack.iter().enumerate().rev().filter(|(_, f)| f.is_unit());
        let innermost = units().next().map_or(0, |(i, _)| i);
        let fits = |f: &Frame| kind == EndKind::Bare || f.end_kind() == kind || heads_module_procedure(f, kind);
        let target = units().find(|(_, f)| fits(f)).map(|(i, _)| i);
        let depth = target.unwrap_or(innermost) + 1;
        let too_early = self.stack.len() > depth;
        self.close_down_to(depth, head.span, words);
        if target.is_none() {
            if let Some(f) = self.stack.last() {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    head.span,
                    format!("{words} does not match {}", f.describe()),
                )
                .also(f.head.span, "the unit begins here")
                .help(format!("write {}", f.wanted_end()));
                self.report(d);
            }
        } else {
            self.check_name(name.as_ref(), words);
        }
        self.close_top(head.end());
        if too_early {
            self.doubt();
        }
    }

    fn end_do(&mut self, name: Option<Name>, head: Head) {
        if !self.unwind(head.span, "END DO", |k| matches!(k, Kind::Do { .. })) {
            return;
        }
        self.check_name(name.as_ref(), "END DO");
        let (label, span) = (head.label, head.span);
        if let Some(Frame {
            kind: Kind::Do { label: Some(l), .. },
            head: open,
            ..
        }) = self.stack.last()
        {
            if label != Some(*l) {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    span,
                    format!("the loop ends at label {l}, but this END DO does not have that label"),
                )
                .also(open.span, "the loop begins here")
                .help(format!("write `{l} END DO`"));
                self.report(d);
            }
        }
        self.close_top(head.end());
        // Loops around it may share the label, although no standard allows it.
        if let Some(l) = label {
            self.close_labelled(l);
        }
    }

    /// ELSE IF and ELSE.
    pub(super) fn else_arm(&mut self, next: Option<Expr>, name: Option<Name>, at: Head) {
        let what = if next.is_some() { "ELSE IF" } else { "ELSE" };
        if !self.unwind(at.span, what, |k| matches!(k, Kind::If { .. })) {
            return;
        }
        self.next_arm(next, name, at, what);
    }

    /// ELSEWHERE.
    pub(super) fn else_where(&mut self, next: Option<Expr>, name: Option<Name>, at: Head) {
        if !self.unwind(at.span, "ELSEWHERE", |k| matches!(k, Kind::Where { .. })) {
            return;
        }
        self.next_arm(next, name, at, "ELSEWHERE");
    }

    fn next_arm(&mut self, next: Option<Expr>, name: Option<Name>, at: Head, what: &str) {
        self.check_name(name.as_ref(), what);
        let Some(f) = self.stack.last_mut() else { return };
        let body = f.take_body();
        let (Kind::If { arms, cond, head } | Kind::Where { arms, cond, head }) = &mut f.kind else {
            return;
        };
        let (first, span) = (arms.is_empty(), at.span);
        let before = std::mem::replace(head, at.part(name));
        let test = std::mem::replace(cond, next);
        if !first && test.is_none() {
            let d = Diagnostic::error(
                codes::UNBALANCED_BLOCK,
                span,
                format!("{what} after an arm without a condition"),
            )
            .also(before.span, "this must be the last arm");
            arms.push(IfArm {
                head: before,
                cond: test,
                body,
            });
            self.report(d);
            return;
        }
        arms.push(IfArm {
            head: before,
            cond: test,
            body,
        });
    }

    pub(super) fn case(&mut self, values: Option<Vec<CaseValue>>, name: Option<Name>, head: Head) {
        if !self.unwind(head.span, "CASE", |k| matches!(k, Kind::SelectCase { .. })) {
            return;
        }
        self.check_name(name.as_ref(), "CASE");
        if let Some(Kind::SelectCase { cases, .. }) = self.stack.last_mut().map(|f| &mut f.kind) {
            cases.push(Case {
                head: head.part(name),
                values,
                body: vec![],
            });
        }
    }

    pub(super) fn type_guard(&mut self, guard: Option<(bool, TypeSpec)>, name: Option<Name>, head: Head) {
        if !self.unwind(head.span, "the type guard", |k| matches!(k, Kind::SelectType { .. })) {
            return;
        }
        self.check_name(name.as_ref(), "the type guard");
        if let Some(Kind::SelectType { guards, .. }) = self.stack.last_mut().map(|f| &mut f.kind) {
            guards.push(TypeGuard {
                head: head.part(name),
                guard,
                body: vec![],
            });
        }
    }

    pub(super) fn rank(&mut self, rank: RankGuard, name: Option<Name>, head: Head) {
        if !self.unwind(head.span, "RANK", |k| matches!(k, Kind::SelectRank { .. })) {
            return;
        }
        self.check_name(name.as_ref(), "RANK");
        if let Some(Kind::SelectRank { ranks, .. }) = self.stack.last_mut().map(|f| &mut f.kind) {
            ranks.push(RankCase {
                head: head.end(),
                rank,
                body: vec![],
            });
        }
    }
}

fn end_fits(k: &Kind, end: EndKind) -> bool {
    match k {
        Kind::If { .. } => end == EndKind::If,
        Kind::Where { .. } => end == EndKind::Where,
        Kind::SelectCase { .. } | Kind::SelectType { .. } | Kind::SelectRank { .. } => end == EndKind::Select,
        Kind::Forall { .. } => end == EndKind::Forall,
        Kind::Associate { .. } => end == EndKind::Associate,
        Kind::Block => end == EndKind::Block,
        Kind::Images { kind, .. } => match kind {
            ImageBlock::Critical => end == EndKind::Critical,
            ImageBlock::Team => end == EndKind::Team,
        },
        Kind::Type(_) => end == EndKind::Type,
        Kind::Interface { .. } => end == EndKind::Interface,
        Kind::Enum { .. } => end == EndKind::Enum,
        Kind::Unit { .. } | Kind::Do { .. } => false,
    }
}

/// `END PROCEDURE` also closes a separate module subroutine or function.
fn heads_module_procedure(f: &Frame, kind: EndKind) -> bool {
    kind == EndKind::Procedure
        && matches!(
            &f.kind,
            Kind::Unit {
                kind: UnitKind::ModuleProcedure { .. },
                ..
            }
        )
}
