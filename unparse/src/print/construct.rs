//! Constructs: blocks with an opening statement, statements between, and an end.

use super::printer::{Head, Printer};
use adc_frontend::ast::{Block, DoControl, End, Expr, ForallHeader, IfArm, Name, Stmt, StmtKind};

impl Printer<'_> {
    /// Prints the end of the opening statement, the body and the end.
    pub(super) fn body(&mut self, words: &str, name: Option<&Name>, body: &Block, end: &End, head: Head<'_>) {
        self.finish(head);
        self.level += 1;
        self.block(body);
        self.end(words, name, end);
    }

    /// A statement between two bodies of a construct, such as `ELSE`.
    pub(super) fn middle(&mut self, at: &End, write: impl FnOnce(&mut Self)) {
        self.level -= 1;
        write(self);
        if let Some(name) = &at.name {
            self.w(" ");
            self.name(name);
        }
        self.finish(Head::bound(at));
        self.level += 1;
    }

    pub(super) fn construct_name(&mut self, name: Option<&Name>) {
        if let Some(name) = name {
            self.name(name);
            self.w(": ");
        }
    }

    pub(super) fn paren(&mut self, e: &Expr) {
        self.open();
        self.expr(e);
        self.close();
    }

    pub(super) fn if_construct(&mut self, name: Option<&Name>, arms: &[IfArm], end: &End, head: Head) {
        for (i, arm) in arms.iter().enumerate() {
            if i == 0 {
                self.construct_name(name);
                self.if_test(arm.cond.as_ref());
                self.finish(head);
                self.level += 1;
            } else {
                self.middle(&arm.head, |p| {
                    p.kw("else");
                    if arm.cond.is_some() {
                        p.w(" ");
                        p.if_test(arm.cond.as_ref());
                    }
                });
            }
            self.block(&arm.body);
        }
        self.end("end if", name, end);
    }

    fn if_test(&mut self, cond: Option<&Expr>) {
        self.kw("if ");
        match cond {
            Some(cond) => self.paren(cond),
            None => self.kw("(.true.)"),
        }
        self.kw(" then");
    }

    pub(super) fn where_construct(&mut self, name: Option<&Name>, arms: &[IfArm], end: &End, head: Head) {
        for (i, arm) in arms.iter().enumerate() {
            if i == 0 {
                self.construct_name(name);
                self.kw("where ");
                match &arm.cond {
                    Some(mask) => self.paren(mask),
                    None => self.kw("(.true.)"),
                }
                self.finish(head);
                self.level += 1;
            } else {
                self.middle(&arm.head, |p| {
                    p.kw("elsewhere");
                    if let Some(mask) = &arm.cond {
                        p.w(" ");
                        p.paren(mask);
                    }
                });
            }
            self.block(&arm.body);
        }
        self.end("end where", name, end);
    }

    pub(super) fn do_construct(
        &mut self,
        name: Option<&Name>,
        label: Option<u32>,
        control: &DoControl,
        body: &Block,
        end: Option<&End>,
        head: Head,
    ) {
        self.construct_name(name);
        self.kw("do");
        if let Some(label) = label {
            let text = format!(" {label}");
            self.w(&text);
        }
        match control {
            DoControl::Forever => {}
            DoControl::Count { var, lo, hi, step } => {
                self.w(" ");
                self.name(var);
                self.w(" = ");
                self.expr(lo);
                self.comma();
                self.expr(hi);
                if let Some(step) = step {
                    self.comma();
                    self.expr(step);
                }
            }
            DoControl::While(cond) => {
                self.kw(" while ");
                self.paren(cond);
            }
            DoControl::Concurrent { header, locality } => {
                self.kw(" concurrent ");
                self.forall_header(header);
                // fixed form has dropped the blanks between the clauses
                for clause in locality.split_inclusive(')') {
                    self.w(" ");
                    self.raw(clause.trim_ascii_start());
                }
            }
        }
        match end {
            Some(end) => self.body("end do", name, body, end, head),
            None => {
                self.finish(head);
                // the statement that ends the loop takes the place of END DO
                match body.split_last() {
                    Some((last, rest)) if label.is_some() && last.label == label && is_continue(last) => {
                        self.level += 1;
                        for s in rest {
                            self.stmt(s);
                        }
                        self.level -= 1;
                        self.simple(&last.kind);
                        self.finish(Head {
                            deeper: 1,
                            ..Head::of(last)
                        });
                    }
                    _ => self.deeper(body),
                }
            }
        }
    }

    pub(super) fn forall_header(&mut self, h: &ForallHeader) {
        self.open();
        if let Some(ty) = &h.ty {
            self.type_spec(ty);
            self.w(" :: ");
        }
        self.list(&h.ranges, |p, (name, lo, hi, step)| {
            p.name(name);
            p.w(" = ");
            p.expr(lo);
            p.w(":");
            p.expr(hi);
            if let Some(step) = step {
                p.w(":");
                p.expr(step);
            }
        });
        if let Some(mask) = &h.mask {
            self.comma();
            self.expr(mask);
        }
        self.close();
    }
}

fn is_continue(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Continue)
}
