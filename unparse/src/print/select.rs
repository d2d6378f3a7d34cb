//! `SELECT CASE`, `SELECT TYPE` and `SELECT RANK`.

use super::printer::{Head, Printer};
use adc_frontend::ast::{Case, CaseValue, End, Expr, Name, RankCase, RankGuard, TypeGuard};

impl Printer<'_> {
    pub(super) fn select_case(&mut self, name: Option<&Name>, expr: &Expr, cases: &[Case], end: &End, head: Head) {
        self.selection("case", name, None, expr, head);
        for case in cases {
            self.middle(&case.head, |p| {
                p.kw("case ");
                match &case.values {
                    None => p.kw("default"),
                    Some(values) => {
                        p.open();
                        p.list(values, Self::case_value);
                        p.close();
                    }
                }
            });
            self.block(&case.body);
        }
        self.end("end select", name, end);
    }

    fn case_value(&mut self, v: &CaseValue) {
        match v {
            CaseValue::Value(e) => self.expr(e),
            CaseValue::Range(lo, hi) => {
                if let Some(lo) = lo {
                    self.expr(lo);
                }
                self.w(":");
                if let Some(hi) = hi {
                    self.expr(hi);
                }
            }
        }
    }

    pub(super) fn select_type(
        &mut self,
        name: Option<&Name>,
        rename: Option<&Name>,
        expr: &Expr,
        guards: &[TypeGuard],
        end: &End,
        head: Head,
    ) {
        self.selection("type", name, rename, expr, head);
        for guard in guards {
            self.middle(&guard.head, |p| match &guard.guard {
                None => p.kw("class default"),
                Some((class, ty)) => {
                    p.kw(if *class { "class is " } else { "type is " });
                    p.open();
                    p.bare_type(ty);
                    p.close();
                }
            });
            self.block(&guard.body);
        }
        self.end("end select", name, end);
    }

    pub(super) fn select_rank(
        &mut self,
        name: Option<&Name>,
        rename: Option<&Name>,
        expr: &Expr,
        ranks: &[RankCase],
        end: &End,
        head: Head,
    ) {
        self.selection("rank", name, rename, expr, head);
        for case in ranks {
            self.middle(&case.head, |p| {
                p.kw("rank ");
                match &case.rank {
                    RankGuard::Default => p.kw("default"),
                    RankGuard::Star => p.w("(*)"),
                    RankGuard::Rank(e) => p.paren(e),
                }
            });
            self.block(&case.body);
        }
        self.end("end select", name, end);
    }

    /// `select what (rename => expr)`.
    fn selection(&mut self, what: &str, name: Option<&Name>, rename: Option<&Name>, expr: &Expr, head: Head) {
        self.construct_name(name);
        self.kw("select ");
        self.kw(what);
        self.w(" ");
        self.open();
        if let Some(rename) = rename {
            self.name(rename);
            self.w(" => ");
        }
        self.expr(expr);
        self.close();
        self.finish(head);
        self.level += 1;
    }
}
