//! Constructs: IF, DO, SELECT CASE, WHERE, FORALL, ASSOCIATE, BLOCK.

use super::messages::value_name;
use super::scope::BlockScope;
use super::select::Test;
use super::state::Resolver;
use crate::ast::{self, fold, Name, SmolStr, StmtKind as S, Trivia};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

type Ranges = Vec<(SymbolId, Expr, Expr, Option<Expr>)>;

impl<'a> Resolver<'a> {
    pub(super) fn construct_stmt(&mut self, stmt: &'a ast::Stmt) -> Option<StmtKind> {
        Some(match &stmt.kind {
            S::IfStmt { cond, then } => {
                let cond = self.condition(cond, 0);
                let mut body = vec![];
                self.stmt(then, &mut body);
                StmtKind::If {
                    name: None,
                    arms: vec![Arm {
                        cond: Some(cond),
                        body,
                        lead: vec![],
                    }],
                    short: true,
                }
            }
            S::If { name, arms, end } => {
                let arms = self.arms(arms, end, Self::block, |r, c| r.condition(c, 0));
                StmtKind::If {
                    name: construct_name(name),
                    arms,
                    short: false,
                }
            }
            S::Do {
                name,
                control,
                body,
                end,
                ..
            } => return self.do_stmt(name, control, body, end.as_ref()),
            S::SelectCase { name, expr, cases, end } => {
                let selector = self.expr(expr);
                let fits = matches!(
                    selector.ty,
                    Ty::Integer(_) | Ty::Logical(_) | Ty::Character | Ty::Typeless
                );
                if !fits || selector.rank > 0 {
                    let d = Diagnostic::error(
                        codes::TYPE_MISMATCH,
                        selector.span,
                        format!(
                            "the selector of SELECT CASE must be a scalar integer, logical or character, not {}",
                            value_name(&self.p, selector.ty, selector.rank)
                        ),
                    );
                    self.report(d);
                }
                let cases = self.cases(cases, end);
                StmtKind::Select {
                    name: construct_name(name),
                    expr: selector,
                    cases,
                }
            }
            S::SelectType {
                name,
                rename,
                expr,
                guards,
                end,
            } => {
                let tests = guards
                    .iter()
                    .map(|g| (Test::Type(g.guard.as_ref()), &g.head, g.body.as_slice()));
                self.select_type(name, rename.as_ref(), expr, tests, end)
            }
            S::SelectRank {
                name,
                rename,
                expr,
                ranks,
                end,
            } => {
                let tests = ranks.iter().map(|r| (Test::Rank(&r.rank), &r.head, r.body.as_slice()));
                self.select_type(name, rename.as_ref(), expr, tests, end)
            }
            S::WhereStmt { mask, body } => {
                let mask = self.mask(mask);
                let mut inner = vec![];
                self.stmt(body, &mut inner);
                let arms = vec![Arm {
                    cond: Some(mask),
                    body: inner,
                    lead: vec![],
                }];
                self.check_masked(&arms);
                StmtKind::Where { arms }
            }
            S::Where { arms, end, .. } => {
                let arms = self.arms(arms, end, Self::plain_block, |r, c| r.mask(c));
                self.check_masked(&arms);
                StmtKind::Where { arms }
            }
            S::ForallStmt { header, body } => {
                self.blocks.push(BlockScope::default());
                let (ranges, mask) = self.forall_header(header);
                let mut inner = vec![];
                self.stmt(body, &mut inner);
                self.blocks.pop();
                StmtKind::Forall {
                    ranges,
                    mask,
                    body: inner,
                }
            }
            S::Forall { header, body, end, .. } => {
                self.blocks.push(BlockScope::default());
                let (ranges, mask) = self.forall_header(header);
                let (mut inner, last) = self.plain_block(body, &end.lead);
                self.blocks.pop();
                self.end_comments(&last, &mut inner);
                StmtKind::Forall {
                    ranges,
                    mask,
                    body: inner,
                }
            }
            S::Associate { name, pairs, body, end } => {
                let mut scope = BlockScope::default();
                let mut resolved = vec![];
                for (name, selector) in pairs {
                    let value = self.expr(selector);
                    let s = self.associate_name(name, &value);
                    scope.names.insert(fold(&name.text), s);
                    resolved.push((s, value));
                }
                self.blocks.push(scope);
                let (mut inner, last) = self.block(body, &end.lead);
                self.blocks.pop();
                self.end_comments(&last, &mut inner);
                StmtKind::Associate {
                    name: construct_name(name),
                    pairs: resolved,
                    body: inner,
                }
            }
            S::Images {
                name,
                controls,
                body,
                end,
                ..
            } => {
                self.leave_out("a statement about images", stmt.span);
                self.image_arguments(controls);
                let (mut inner, last) = self.block(body, &end.lead);
                self.end_comments(&last, &mut inner);
                StmtKind::Scope {
                    name: construct_name(name),
                    locals: vec![],
                    body: inner,
                }
            }
            S::BlockConstruct { name, body, end } => {
                let outer = std::mem::take(&mut self.scope().deferred);
                self.blocks.push(BlockScope {
                    declares: true,
                    ..BlockScope::default()
                });
                let start = self.spec_part(body);
                self.finish_block();
                self.scope().deferred = outer;
                let (mut inner, last) = self.block(&body[start..], &end.lead);
                let scope = self.blocks.pop().unwrap_or_default();
                self.end_comments(&last, &mut inner);
                StmtKind::Scope {
                    name: construct_name(name),
                    locals: scope.locals,
                    body: inner,
                }
            }
            _ => return None,
        })
    }

    /// A scalar logical, or a mask.
    fn condition(&mut self, e: &ast::Expr, rank: u8) -> Expr {
        let e = self.expr(e);
        let fits = matches!(e.ty, Ty::Logical(_) | Ty::Typeless) && e.rank == rank;
        if !fits {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                e.span,
                format!(
                    "a condition must be a scalar logical, not {}",
                    value_name(&self.p, e.ty, e.rank)
                ),
            );
            self.report(d);
        }
        e
    }

    fn mask(&mut self, e: &ast::Expr) -> Expr {
        let e = self.expr(e);
        if !matches!(e.ty, Ty::Logical(_) | Ty::Typeless) || (e.rank == 0 && e.ty != Ty::Typeless) {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                e.span,
                format!(
                    "the mask of a WHERE must be a logical array, not {}",
                    value_name(&self.p, e.ty, e.rank)
                ),
            );
            self.report(d);
        }
        e
    }

    /// Checks that all masks of a WHERE, including nested ones, and the assigned variables have the same rank.
    fn check_masked(&mut self, arms: &[Arm]) {
        let Some(rank) = arms.first().and_then(|a| a.cond.as_ref()).map(|c| c.rank) else {
            return;
        };
        let masks = |arms: &[Arm]| -> Vec<(Span, u8)> {
            let masks = arms.iter().filter_map(|a| a.cond.as_ref());
            masks.map(|c| (c.span, c.rank)).collect()
        };
        let mut found = masks(arms);
        for s in arms.iter().flat_map(|a| &a.body) {
            match &s.kind {
                StmtKind::Assign { lhs, .. } => found.push((lhs.span, lhs.rank)),
                StmtKind::Where { arms } => found.extend(masks(arms)),
                _ => {}
            }
        }
        if let Some((span, other)) = found.into_iter().find(|(_, r)| *r > 0 && *r != rank) {
            let text = format!("this has rank {other}, but the mask of the enclosing WHERE has rank {rank}");
            self.report(Diagnostic::error(codes::TYPE_MISMATCH, span, text));
        }
    }

    /// Arms with their conditions and blocks, up to the end of their construct.
    fn arms(
        &mut self,
        arms: &'a [ast::IfArm],
        end: &ast::End,
        mut block: impl FnMut(&mut Self, &'a [ast::Stmt], &[Trivia]) -> (Block, Vec<Trivia>),
        mut cond: impl FnMut(&mut Self, &ast::Expr) -> Expr,
    ) -> Vec<Arm> {
        let mut out: Vec<Arm> = Vec::with_capacity(arms.len());
        // comments after an arm stand before the next one
        let mut lead = arms.first().map_or(vec![], |a| a.head.lead.clone());
        for (k, a) in arms.iter().enumerate() {
            self.directives(&a.head.lead);
            let cond = a.cond.as_ref().map(|c| cond(self, c));
            let after = arms.get(k + 1).map_or(&end.lead, |next| &next.head.lead);
            let (mut body, comments) = block(self, &a.body, after);
            if let (Some(trail), Some(first)) = (&a.head.trail, body.first_mut()) {
                first.lead.insert(0, Trivia::Comment(trail.clone(), a.head.span));
            }
            let lead = std::mem::replace(&mut lead, comments);
            out.push(Arm { cond, body, lead });
        }
        if let Some(last) = out.last_mut() {
            self.end_comments(&lead, &mut last.body);
        }
        out
    }

    fn do_stmt(
        &mut self,
        name: &Option<Name>,
        control: &'a ast::DoControl,
        body: &'a [ast::Stmt],
        end: Option<&'a ast::End>,
    ) -> Option<StmtKind> {
        let scoped = matches!(control, ast::DoControl::Concurrent { .. });
        if scoped {
            self.blocks.push(BlockScope::default());
        }
        let control = match control {
            ast::DoControl::Forever => DoControl::Forever,
            ast::DoControl::Count { var, lo, hi, step } => {
                let var = self.loop_variable(var);
                let mut limit = |e: &ast::Expr| Box::new(self.loop_limit(e));
                DoControl::Count {
                    var,
                    lo: limit(lo),
                    hi: limit(hi),
                    step: step.as_ref().map(limit),
                }
            }
            ast::DoControl::While(c) => DoControl::While(self.condition(c, 0)),
            ast::DoControl::Concurrent { header, locality } => {
                let (ranges, mask) = self.forall_header(header);
                DoControl::Concurrent {
                    ranges,
                    mask,
                    locality: locality.clone(),
                }
            }
        };
        let (mut inner, last) = self.block(body, end.map_or(&[], |e| &e.lead));
        if scoped {
            self.blocks.pop();
        }
        if let Some(end) = end {
            self.end_comments(&last, &mut inner);
            if let Some(label) = end.label {
                let mut target = Stmt::at(StmtKind::Continue, end.span);
                target.id = self.p.fresh_stmt();
                target.label = Some(label);
                inner.push(target);
            }
        }
        Some(StmtKind::Do {
            name: construct_name(name),
            control,
            body: inner,
        })
    }

    fn cases(&mut self, cases: &'a [ast::Case], end: &ast::End) -> Vec<Case> {
        let mut out: Vec<Case> = Vec::with_capacity(cases.len());
        // comments after a case stand before the next one
        let mut lead = cases.first().map_or(vec![], |c| c.head.lead.clone());
        self.no_local_directives(&lead);
        for (k, c) in cases.iter().enumerate() {
            self.directives(&c.head.lead);
            let values = c.values.as_ref();
            let values = values.map(|values| values.iter().map(|v| self.case_value(v)).collect());
            let after = cases.get(k + 1).map_or(&end.lead, |next| &next.head.lead);
            let (body, comments) = self.block(&c.body, after);
            let lead = std::mem::replace(&mut lead, comments);
            out.push(Case { values, body, lead });
        }
        if let Some(last) = out.last_mut() {
            self.end_comments(&lead, &mut last.body);
        }
        out
    }

    fn case_value(&mut self, value: &ast::CaseValue) -> CaseValue {
        match value {
            ast::CaseValue::Value(e) => CaseValue::Value(self.expr(e)),
            ast::CaseValue::Range(lo, hi) => {
                let lo = lo.as_ref().map(|e| self.expr(e));
                CaseValue::Range(lo, hi.as_ref().map(|e| self.expr(e)))
            }
        }
    }

    /// Index ranges; the indices go into the innermost scope.
    fn forall_header(&mut self, h: &ast::ForallHeader) -> (Ranges, Bound) {
        let ty = h.ty.as_ref().map(|t| self.type_spec(t));
        // limits do not see the indices
        let limits: Vec<_> = h
            .ranges
            .iter()
            .map(|(_, lo, hi, step)| {
                let lo = self.integer(lo, "a bound of an index");
                let hi = self.integer(hi, "a bound of an index");
                (lo, hi, step.as_ref().map(|e| self.integer(e, "the stride of an index")))
            })
            .collect();
        let ranges = h
            .ranges
            .iter()
            .zip(limits)
            .map(|((name, ..), (lo, hi, step))| {
                let s = match &ty {
                    Some(ty) => self.typed_index(name, ty.clone()),
                    None => self.index_symbol(name),
                };
                (s, lo, hi, step)
            })
            .collect();
        let mask = h.mask.as_ref().map(|m| Box::new(self.condition(m, 0)));
        (ranges, mask)
    }

    /// The name that ASSOCIATE gives a selector.
    pub(super) fn associate_name(&mut self, name: &Name, value: &Expr) -> SymbolId {
        let s = self.new_variable(name);
        let attrs = match value.base_symbol().map(|b| &self.p.symbols[b].kind) {
            Some(SymbolKind::Variable(v)) => Attrs {
                target: v.attrs.target || v.attrs.pointer,
                ..Attrs::default()
            },
            _ => Attrs::default(),
        };
        let len = match crate::consteval::length_const(&self.p, value) {
            Some(n) => CharLen::Expr(Box::new(int(n))),
            None => CharLen::Assumed,
        };
        if let Some(v) = self.p.symbols[s].variable_mut() {
            v.storage = Storage::Local;
            v.ty = DeclType {
                ty: value.ty,
                spelling: KindSpelling::Plain,
                len: (value.ty == Ty::Character).then_some(len),
                params: vec![],
            };
            v.dims = vec![Dim::Assumed(None); usize::from(value.rank)];
            v.attrs = attrs;
        }
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        f.variable = true;
        s
    }
}

pub(super) fn construct_name(name: &Option<Name>) -> Option<SmolStr> {
    name.as_ref().map(|n| fold(&n.text))
}

/// Calls `f` on the blocks inside a construct.
pub fn inner_blocks<'a>(kind: &'a ast::StmtKind, f: &mut dyn FnMut(&'a [ast::Stmt])) {
    match kind {
        S::If { arms, .. } | S::Where { arms, .. } => arms.iter().for_each(|a| f(&a.body)),
        S::Do { body, .. }
        | S::Forall { body, .. }
        | S::Associate { body, .. }
        | S::BlockConstruct { body, .. }
        | S::Images { body, .. } => f(body),
        S::SelectCase { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
        S::SelectType { guards, .. } => guards.iter().for_each(|g| f(&g.body)),
        S::SelectRank { ranks, .. } => ranks.iter().for_each(|r| f(&r.body)),
        _ => {}
    }
}
