//! Statements.

use super::build::{call, end, expr, int, name, stmt, trimmed, word};
use super::{cannot_print, Result, Scope};
use adc_frontend::ast::{self, ExprKind as E, SmolStr, StmtKind as S, Trivia};
use adc_frontend::ir::*;

/// Statements, and the comments after the last of them, which precede the next statement.
type Raised = (ast::Block, Vec<Trivia>);

type Range = (SymbolId, Expr, Expr, Option<Expr>);

impl Scope<'_> {
    pub(super) fn block(&self, block: &Block) -> Result<Raised> {
        let mut out = Vec::with_capacity(block.len());
        let mut pending: Vec<Trivia> = vec![];
        self.block_into(block, &mut out, &mut pending)?;
        Ok((out, pending))
    }

    /// Appends statements. `pending`: on entry the comments before them, on return those after them.
    fn block_into(&self, block: &Block, out: &mut ast::Block, pending: &mut Vec<Trivia>) -> Result<()> {
        for s in block {
            pending.extend(s.lead.iter().cloned());
            if let StmtKind::Comment(text) = &s.kind {
                pending.push(Trivia::Comment(comment(text), Span::NONE));
                continue;
            }
            if let StmtKind::Directed { directive, body } = &s.kind {
                match &directive.asks {
                    // DO CONCURRENT says so by itself
                    Asks::Parallel(_) if is_concurrent(body) => {}
                    Asks::Parallel(p) => pending.extend(self.parallel(p)),
                    _ => pending.push(Trivia::Comment(directive.open.clone(), Span::NONE)),
                }
                let first = out.len();
                self.block_into(body, out, pending)?;
                match out.get_mut(first) {
                    Some(inner) if inner.label.is_none() => inner.label = s.label,
                    _ if s.label.is_some() => out.insert(
                        first,
                        ast::Stmt {
                            label: s.label,
                            ..stmt(S::Continue)
                        },
                    ),
                    _ => {}
                }
                pending.extend(directive.close.iter().map(|c| Trivia::Comment(c.clone(), Span::NONE)));
                continue;
            }
            // the rest of a label that no jump uses any more
            if matches!(s.kind, StmtKind::Continue) && s.label.is_none() && s.trail.is_none() {
                continue;
            }
            out.push(ast::Stmt {
                kind: self.stmt(s)?,
                label: s.label,
                lead: trimmed(pending),
                trail: s.trail.clone(),
                span: s.source(),
            });
            pending.clear();
        }
        Ok(())
    }

    fn stmt(&self, s: &Stmt) -> Result<S> {
        Ok(match &s.kind {
            StmtKind::Assign { lhs, rhs } => S::Assign {
                lhs: self.expr(lhs)?,
                rhs: self.expr(rhs)?,
            },
            StmtKind::PointerAssign { lhs, rhs } => S::PointerAssign {
                lhs: self.expr(lhs)?,
                rhs: self.expr(rhs)?,
            },
            StmtKind::Call { callee, args } => self.call(callee, args)?,
            StmtKind::CallIntrinsic { name, args, .. } => call(name.clone(), self.args(args)?),
            StmtKind::If { name, arms, short } => self.if_stmt(name, arms, *short)?,
            StmtKind::Do { name, control, body } => {
                let control = self.control(control)?;
                let (body, tail) = self.block(body)?;
                S::Do {
                    name: construct(name),
                    label: None,
                    control: Box::new(control),
                    body,
                    end: Some(end(tail)),
                }
            }
            StmtKind::Select { name, expr, cases } => self.select(name, expr, cases)?,
            StmtKind::Where { arms } => {
                let (arms, tail) = self.arms(arms)?;
                S::Where {
                    name: None,
                    arms,
                    end: end(tail),
                }
            }
            StmtKind::Forall { ranges, mask, body } => {
                let header = self.header(ranges, mask)?;
                let (body, tail) = self.block(body)?;
                S::Forall {
                    name: None,
                    header,
                    body,
                    end: end(tail),
                }
            }
            StmtKind::Exit(name) => S::Exit(construct(name)),
            StmtKind::Cycle(name) => S::Cycle(construct(name)),
            StmtKind::Goto(label) => S::Goto(*label),
            StmtKind::ComputedGoto(labels, e) => S::ComputedGoto(labels.clone(), self.expr(e)?),
            StmtKind::AssignLabel(label, var) => S::AssignLabel {
                target: *label,
                var: name(self.symbol_name(*var)),
            },
            StmtKind::AssignedGoto(var, labels) => S::AssignedGoto(name(self.symbol_name(*var)), labels.clone()),
            StmtKind::ArithmeticIf(e, labels) => S::ArithmeticIf {
                expr: self.expr(e)?,
                labels: *labels,
            },
            StmtKind::Return(e) => S::Return(self.opt(e)?),
            StmtKind::Stop { error, code, quiet } => S::Stop {
                error: *error,
                code: self.opt(code)?,
                quiet: self.opt(quiet)?,
            },
            StmtKind::Pause(code) => S::Pause(self.opt(code)?),
            StmtKind::Continue => S::Continue,
            StmtKind::Allocate { ty, objects, options } => S::Allocate {
                ty: ty.as_ref().map(|t| self.decl_type(t)).transpose()?,
                objects: objects
                    .iter()
                    .map(|(o, b)| self.allocated(o, b))
                    .collect::<Result<_>>()?,
                options: self.options(options)?,
            },
            StmtKind::Deallocate { objects, options } => S::Deallocate {
                objects: self.exprs(objects)?,
                options: self.options(options)?,
            },
            StmtKind::Nullify(objects) => S::Nullify(self.exprs(objects)?),
            StmtKind::Io {
                kind,
                controls,
                parens,
                items,
            } => self.io(*kind, controls, *parens, items)?,
            StmtKind::Format(text) => S::Format(text.clone()),
            StmtKind::Associate { name: n, pairs, body } => {
                let pair = |(s, e): &(SymbolId, Expr)| Ok((name(self.symbol_name(*s)), self.expr(e)?));
                let pairs = pairs.iter().map(pair).collect::<Result<_>>()?;
                let (body, tail) = self.block(body)?;
                S::Associate {
                    name: construct(n),
                    pairs,
                    body,
                    end: end(tail),
                }
            }
            StmtKind::SelectType { name, expr, guards } => self.select_type(name, expr, guards)?,
            StmtKind::Scope { name, locals, body } => {
                let mut statements = self.declarations_of(locals)?;
                let (body, tail) = self.block(body)?;
                statements.extend(body);
                S::BlockConstruct {
                    name: construct(name),
                    body: statements,
                    end: end(tail),
                }
            }
            StmtKind::Push(_) | StmtKind::Pop(_) | StmtKind::PushControl { .. } | StmtKind::PopControl { .. } => {
                self.tape(s)?
            }
            StmtKind::Directed { .. } => return Err(cannot_print(s.span, "a directive after IF")),
            // handled by the block; harmless if one occurs elsewhere
            StmtKind::Model(_) | StmtKind::Comment(_) => S::Continue,
        })
    }

    fn call(&self, callee: &Callee, args: &[Arg]) -> Result<S> {
        if let (Some(via), None) = (callee.via, &callee.object) {
            let written: String = self.symbol_name(via).chars().filter(|c| !c.is_whitespace()).collect();
            if written.eq_ignore_ascii_case("assignment(=)") {
                let mut operands = args.iter().filter_map(Arg::expr);
                let (Some(lhs), Some(rhs)) = (operands.next(), operands.next()) else {
                    return Err(cannot_print(Span::NONE, "an assignment without two sides"));
                };
                return Ok(S::Assign {
                    lhs: self.expr(lhs)?,
                    rhs: self.expr(rhs)?,
                });
            }
        }
        Ok(S::Call {
            proc: expr(E::Designator(self.callee(callee)?)),
            args: self.args(args)?,
            parens: !args.is_empty(),
        })
    }

    fn if_stmt(&self, name: &Option<SmolStr>, arms: &[Arm], short: bool) -> Result<S> {
        if let ([arm], true, None) = (arms, short, name) {
            if let (Some(cond), [only]) = (&arm.cond, arm.body.as_slice()) {
                if only.label.is_none() && only.lead.is_empty() && fits_short_if(&only.kind) {
                    let mut then = stmt(self.stmt(only)?);
                    then.trail = only.trail.clone();
                    return Ok(S::IfStmt {
                        cond: self.expr(cond)?,
                        then: Box::new(then),
                    });
                }
            }
        }
        let (arms, tail) = self.arms(arms)?;
        Ok(S::If {
            name: construct(name),
            arms,
            end: end(tail),
        })
    }

    fn arms(&self, arms: &[Arm]) -> Result<(Vec<ast::IfArm>, Vec<Trivia>)> {
        let mut out = Vec::with_capacity(arms.len());
        let mut pending = vec![];
        for arm in arms {
            pending.extend(arm.lead.iter().cloned());
            let head = end(trimmed(&pending));
            let cond = self.opt(&arm.cond)?;
            let (body, tail) = self.block(&arm.body)?;
            pending = tail;
            out.push(ast::IfArm { head, cond, body });
        }
        Ok((out, pending))
    }

    fn select_type(&self, construct_name: &Option<SmolStr>, selector: &Expr, guards: &[Guard]) -> Result<S> {
        let local = guards.first().map(|g| self.symbol_name(g.local));
        let is_itself = match (&selector.kind, &local) {
            (ExprKind::Var(s), Some(local)) => self.symbol_name(*s).eq_ignore_ascii_case(local),
            _ => local.is_none(),
        };
        let rename = local.filter(|_| !is_itself).map(name);
        let mut pending = vec![];
        let (mut types, mut ranks) = (vec![], vec![]);
        for g in guards {
            pending.extend(g.lead.iter().cloned());
            let head = end(trimmed(&pending));
            let (body, tail) = self.block(&g.body)?;
            pending = tail;
            let mut by_type = |guard| {
                types.push(ast::TypeGuard {
                    head: head.clone(),
                    guard,
                    body: body.clone(),
                });
            };
            let rank = match &g.test {
                GuardTest::TypeIs(ty) => {
                    by_type(Some((false, self.decl_type(ty)?)));
                    continue;
                }
                GuardTest::ClassIs(ty) => {
                    by_type(Some((true, self.decl_type(ty)?)));
                    continue;
                }
                GuardTest::ClassDefault => {
                    by_type(None);
                    continue;
                }
                GuardTest::Rank(e) => ast::RankGuard::Rank(self.expr(e)?),
                GuardTest::AssumedSize => ast::RankGuard::Star,
                GuardTest::RankDefault => ast::RankGuard::Default,
            };
            ranks.push(ast::RankCase { head, rank, body });
        }
        let (name, expr, end) = (construct(construct_name), self.expr(selector)?, end(pending));
        Ok(if ranks.is_empty() {
            S::SelectType {
                name,
                rename,
                expr,
                guards: types,
                end,
            }
        } else {
            S::SelectRank {
                name,
                rename,
                expr,
                ranks,
                end,
            }
        })
    }

    fn select(&self, name: &Option<SmolStr>, selector: &Expr, cases: &[Case]) -> Result<S> {
        let mut out = Vec::with_capacity(cases.len());
        let mut pending = vec![];
        for case in cases {
            pending.extend(case.lead.iter().cloned());
            let head = end(trimmed(&pending));
            let value = |v: &CaseValue| {
                Ok(match v {
                    CaseValue::Value(e) => ast::CaseValue::Value(self.expr(e)?),
                    CaseValue::Range(lo, hi) => ast::CaseValue::Range(self.opt(lo)?, self.opt(hi)?),
                })
            };
            let values = case
                .values
                .as_ref()
                .map(|vs| vs.iter().map(value).collect::<Result<_>>())
                .transpose()?;
            let (body, tail) = self.block(&case.body)?;
            pending = tail;
            out.push(ast::Case { head, values, body });
        }
        Ok(S::SelectCase {
            name: construct(name),
            expr: self.expr(selector)?,
            cases: out,
            end: end(pending),
        })
    }

    fn control(&self, control: &DoControl) -> Result<ast::DoControl> {
        Ok(match control {
            DoControl::Forever => ast::DoControl::Forever,
            DoControl::Count { var, lo, hi, step } => ast::DoControl::Count {
                var: name(self.symbol_name(*var)),
                lo: self.expr(lo)?,
                hi: self.expr(hi)?,
                step: self.opt(step)?,
            },
            DoControl::While(cond) => ast::DoControl::While(self.expr(cond)?),
            DoControl::Concurrent { ranges, mask, locality } => ast::DoControl::Concurrent {
                header: self.header(ranges, mask)?,
                locality: locality.clone(),
            },
        })
    }

    fn header(&self, ranges: &[Range], mask: &Bound) -> Result<ast::ForallHeader> {
        let range = |(var, lo, hi, step): &Range| {
            Ok((
                name(self.symbol_name(*var)),
                self.expr(lo)?,
                self.expr(hi)?,
                self.opt(step)?,
            ))
        };
        Ok(ast::ForallHeader {
            ty: None,
            ranges: ranges.iter().map(range).collect::<Result<_>>()?,
            mask: self.opt(mask)?,
        })
    }

    /// An object of ALLOCATE with its bounds as its last list.
    fn allocated(&self, object: &Expr, bounds: &[(Option<Expr>, Expr)]) -> Result<ast::Expr> {
        let mut raised = self.expr(object)?;
        if bounds.is_empty() {
            return Ok(raised);
        }
        let bound = |(lo, hi): &(Option<Expr>, Expr)| {
            let hi = self.expr(hi)?;
            Ok(ast::Arg {
                keyword: None,
                value: match lo {
                    None => ast::ArgValue::Expr(hi),
                    Some(lo) => ast::ArgValue::Section(Some(Box::new(self.expr(lo)?)), Some(Box::new(hi)), None),
                },
            })
        };
        let list = bounds.iter().map(bound).collect::<Result<_>>()?;
        match &mut raised.kind {
            E::Designator(parts) => {
                if let Some(last) = parts.last_mut() {
                    last.args.push(list);
                }
                Ok(raised)
            }
            _ => Err(cannot_print(
                object.span,
                "an allocation of an expression that is not a variable",
            )),
        }
    }

    fn options(&self, options: &[(SmolStr, Expr)]) -> Result<Vec<(ast::Name, ast::Expr)>> {
        options
            .iter()
            .map(|(k, e)| Ok((name(k.clone()), self.expr(e)?)))
            .collect()
    }

    fn io(&self, kind: IoKind, controls: &[(Option<SmolStr>, IoControl)], parens: bool, items: &[Expr]) -> Result<S> {
        let control = |(keyword, value): &(Option<SmolStr>, IoControl)| {
            let value = match value {
                IoControl::Expr(e) => ast::IoControl::Expr(self.expr(e)?),
                IoControl::Label(label) => ast::IoControl::Expr(int(label)),
                IoControl::Namelist(group) => ast::IoControl::Expr(word(self.symbol_name(*group))),
                IoControl::Star => ast::IoControl::Star,
            };
            Ok((keyword.as_ref().map(|k| name(k.clone())), value))
        };
        Ok(S::Io(ast::Io {
            kind,
            controls: controls.iter().map(control).collect::<Result<_>>()?,
            parens,
            items: self.exprs(items)?,
        }))
    }
}

fn construct(written: &Option<SmolStr>) -> Option<ast::Name> {
    written.as_ref().map(|n| name(n.clone()))
}

/// Text of a generated comment as it follows the comment character; a directive's sentinel must touch it.
fn comment(text: &SmolStr) -> SmolStr {
    if text.starts_with(|c: char| c.is_alphanumeric()) {
        format!(" {text}").into()
    } else {
        text.clone()
    }
}

/// True for statements that may follow `IF (...)`.
fn fits_short_if(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Assign { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Call { .. }
        | StmtKind::CallIntrinsic { .. }
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(..)
        | StmtKind::AssignLabel(..)
        | StmtKind::AssignedGoto(..)
        | StmtKind::ArithmeticIf(..)
        | StmtKind::Return(_)
        | StmtKind::Stop { .. }
        | StmtKind::Pause(_)
        | StmtKind::Continue
        | StmtKind::Allocate { .. }
        | StmtKind::Deallocate { .. }
        | StmtKind::Nullify(_)
        | StmtKind::Io { .. }
        | StmtKind::Push(_)
        | StmtKind::Pop(_)
        | StmtKind::PushControl { .. }
        | StmtKind::PopControl { .. } => true,
        StmtKind::If { .. }
        | StmtKind::Do { .. }
        | StmtKind::Select { .. }
        | StmtKind::SelectType { .. }
        | StmtKind::Where { .. }
        | StmtKind::Forall { .. }
        | StmtKind::Format(_)
        | StmtKind::Associate { .. }
        | StmtKind::Scope { .. }
        | StmtKind::Directed { .. }
        | StmtKind::Model(_)
        | StmtKind::Comment(_) => false,
    }
}

fn is_concurrent(body: &Block) -> bool {
    matches!(
        body.as_slice(),
        [Stmt {
            kind: StmtKind::Do {
                control: DoControl::Concurrent { .. },
                ..
            },
            ..
        }]
    )
}
