//! The stack of open blocks: opening, adding to the innermost block, closing.

use super::frame::{Frame, Head, Kind};
use crate::ast::*;
use crate::codes;
use crate::diag::Diagnostic;
use crate::span::Span;

/// Limit on the nesting of blocks: the compiler walks trees by recursion, so deeper nesting is refused.
const MAX_NESTING: usize = 250;

/// Assembles statements into blocks.
#[derive(Default)]
pub struct Builder {
    pub(super) units: Vec<Unit>,
    pub(super) stack: Vec<Frame>,
    /// Labels of the open labelled DO loops, innermost last.
    pub(super) do_labels: Vec<u32>,
    pub(super) diags: Vec<Diagnostic>,
    /// True if a statement outside of all units could not be parsed, or if a unit was ended too early.
    pub(super) doubtful: bool,
    /// True if no more statements are accepted: nesting is too deep, or the rest of the file is not parsed.
    pub(super) full: bool,
    /// True if adc generated the text.
    pub own: bool,
}

impl Builder {
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(codes::UNBALANCED_BLOCK, span, message));
    }

    /// Reports an error. In a unit with an unparsable statement, errors about unclosed or badly closed blocks are
    /// suppressed: the unparsable statement may have been the other end of the block.
    pub(super) fn report(&mut self, d: Diagnostic) {
        if d.code != codes::UNBALANCED_BLOCK || !self.is_doubtful() {
            self.diags.push(d);
        }
    }

    pub(super) fn unit(&mut self) -> Option<&mut Frame> {
        self.stack.iter_mut().rev().find(|f| f.is_unit())
    }

    pub(super) fn is_doubtful(&self) -> bool {
        let unit = self.stack.iter().rev().find(|f| f.is_unit());
        unit.map_or(self.doubtful, |f| f.doubtful)
    }

    /// From here on, the open blocks of this unit, or between units, are not known for certain.
    pub(super) fn doubt(&mut self) {
        match self.unit() {
            Some(f) => f.doubtful = true,
            None => self.doubtful = true,
        }
    }

    /// Opens a main program that has no `PROGRAM` statement; it begins with its first statement.
    pub(super) fn open_main(&mut self, first: Span) {
        let head = Head {
            span: first,
            ..Head::default()
        };
        let mut frame = Frame::new(
            Kind::Unit {
                kind: UnitKind::Program { name: None },
                contains: None,
                units: vec![],
            },
            head,
        );
        // the rest of a unit whose heading could not be parsed, or that was ended too early
        frame.doubtful = std::mem::take(&mut self.doubtful);
        self.push(frame);
    }

    /// Adds a statement or construct to the innermost block.
    pub(super) fn add(&mut self, stmt: Stmt) {
        if self.stack.is_empty() {
            self.open_main(stmt.span);
        }
        let Some(f) = self.stack.last_mut() else { return };
        if let Some(why) = f.refuses() {
            let (what, open) = (f.describe(), f.head.span);
            self.report(
                Diagnostic::error(codes::UNBALANCED_BLOCK, stmt.span, why).also(open, format!("{what} begins here")),
            );
            return;
        }
        f.body().push(stmt);
    }

    pub(super) fn push(&mut self, frame: Frame) {
        // generated derivatives nest their statements in additional tests
        let most = if self.own { 4 * MAX_NESTING } else { MAX_NESTING };
        if self.stack.len() >= most {
            self.full = true;
            self.error(
                frame.head.span,
                format!("blocks are nested more than {MAX_NESTING} levels deep"),
            );
            return;
        }
        self.stack.push(frame);
    }

    pub(super) fn open_construct(&mut self, kind: Kind, head: Head) {
        if self.stack.is_empty() {
            self.open_main(head.span);
        }
        self.push(Frame::new(kind, head));
    }

    /// Makes the innermost block that `fits` the top of the stack and closes the blocks above it. Returns false, with
    /// an error, if this unit has no such open block.
    pub(super) fn unwind(&mut self, at: Span, what: &str, fits: impl Fn(&Kind) -> bool) -> bool {
        let mut found = None;
        for (i, f) in self.stack.iter().enumerate().rev() {
            if fits(&f.kind) {
                found = Some(i);
                break;
            }
            if f.is_unit() {
                break;
            }
        }
        let Some(i) = found else {
            let mut d = Diagnostic::error(
                codes::UNBALANCED_BLOCK,
                at,
                format!("{what} does not belong to any open block"),
            );
            if let Some(f) = self.stack.last() {
                d = d.also(f.head.span, format!("{} is the innermost open block", f.describe()));
            }
            self.report(d.help("remove it, or add the statement that opens its block"));
            self.doubt();
            return false;
        };
        self.close_down_to(i + 1, at, what);
        true
    }

    /// Closes all blocks above the `depth` outermost, with a single error for the innermost: one missing `END` leaves
    /// all of them open.
    pub(super) fn close_down_to(&mut self, depth: usize, at: Span, what: &str) {
        let innermost = self.stack.len();
        if innermost <= depth {
            return;
        }
        while self.stack.len() > depth {
            if let Some(f) = self.stack.last().filter(|_| self.stack.len() == innermost) {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    f.head.span,
                    format!("{} has no end before {what}", f.describe()),
                )
                .label("begins here")
                .also(at, format!("{what} is here"))
                .help(format!("add {}", f.wanted_end()));
                self.report(d);
            }
            self.close_top(End {
                span: at,
                ..End::default()
            });
        }
        self.doubt();
    }

    /// Compares the name on a closing or dividing statement with the construct's name.
    pub(super) fn check_name(&mut self, name: Option<&Name>, what: &str) {
        let Some(f) = self.stack.last() else { return };
        let Some(n) = name else { return };
        match f.name() {
            Some(own) if fold(&own.text) == fold(&n.text) => {}
            Some(own) => {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    n.span,
                    format!("{what} names `{}`, but the name of the block is `{}`", n.text, own.text),
                )
                .also(own.span, "the name of the block");
                self.report(d);
            }
            None => {
                let d = Diagnostic::error(
                    codes::UNBALANCED_BLOCK,
                    n.span,
                    format!("{what} names `{}`, but the block has no name", n.text),
                )
                .also(f.head.span, "the block begins here");
                self.report(d);
            }
        }
    }

    /// Closes the innermost block and adds it as a statement to the next one.
    pub(super) fn close_top(&mut self, end: End) {
        let Some(mut f) = self.stack.pop() else { return };
        let body = f.take_body();
        let incomplete = f.doubtful;
        let mut head = f.head;
        let name = head.name.take();
        let kind = match f.kind {
            Kind::Unit { kind, contains, units } => {
                return self.finish_unit(Unit {
                    kind,
                    lead: head.lead,
                    trail: head.trail,
                    label: head.label,
                    span: head.span,
                    body,
                    contains_at: contains,
                    contains: units,
                    end,
                    incomplete,
                });
            }
            Kind::If { mut arms, cond, head } => {
                arms.push(IfArm { head, cond, body });
                StmtKind::If { name, arms, end }
            }
            Kind::Where { mut arms, cond, head } => {
                arms.push(IfArm { head, cond, body });
                StmtKind::Where { name, arms, end }
            }
            Kind::Do { label, control } => {
                self.forget_label(label);
                StmtKind::Do {
                    name,
                    label,
                    control,
                    body,
                    end: Some(end),
                }
            }
            Kind::SelectCase { expr, cases } => StmtKind::SelectCase { name, expr, cases, end },
            Kind::SelectType { rename, expr, guards } => StmtKind::SelectType {
                name,
                rename,
                expr,
                guards,
                end,
            },
            Kind::Forall { header } => StmtKind::Forall {
                name,
                header,
                body,
                end,
            },
            Kind::Associate { pairs } => StmtKind::Associate { name, pairs, body, end },
            Kind::Block => StmtKind::BlockConstruct { name, body, end },
            Kind::SelectRank { rename, expr, ranks } => StmtKind::SelectRank {
                name,
                rename,
                expr,
                ranks,
                end,
            },
            Kind::Images { kind, controls } => StmtKind::Images {
                kind,
                name,
                controls,
                body,
                end,
            },
            Kind::Type(mut t) => {
                t.end = end;
                StmtKind::DerivedType(t)
            }
            Kind::Interface {
                is_abstract,
                generic,
                items,
            } => StmtKind::Interface(Interface {
                is_abstract,
                generic,
                items,
                end,
            }),
            Kind::Enum { enumerators } => StmtKind::Enum { enumerators, end },
        };
        self.add(head.stmt(kind));
    }

    pub(super) fn finish_unit(&mut self, unit: Unit) {
        match self.stack.last_mut().map(|f| &mut f.kind) {
            Some(Kind::Unit { units, .. }) => units.push(unit),
            Some(Kind::Interface { items, .. }) => items.push(InterfaceItem::Body(Box::new(unit))),
            _ => self.units.push(unit),
        }
    }

    pub(super) fn forget_label(&mut self, label: Option<u32>) {
        if let Some(i) = label.and_then(|l| self.do_labels.iter().rposition(|&d| d == l)) {
            self.do_labels.remove(i);
        }
    }
}
