//! Common properties of statements: names and blocks of constructs, the unit of input and output.

use super::*;
use crate::ast::SmolStr;

impl StmtKind {
    /// The control that gives the unit of an I/O statement, and its place in the list.
    pub fn io_unit(&self) -> Option<(usize, &IoControl)> {
        let StmtKind::Io { controls, parens, .. } = self else {
            return None;
        };
        let is_unit = |(k, (keyword, _)): &(usize, &(Option<SmolStr>, IoControl))| match keyword {
            // a single item after READ or PRINT is the format
            None => *k == 0 && *parens,
            Some(w) => w.eq_ignore_ascii_case("unit"),
        };
        controls.iter().enumerate().find(is_unit).map(|(k, (_, c))| (k, c))
    }

    /// The name of a construct, for statements that can have one.
    pub fn construct_name(&self) -> Option<&SmolStr> {
        match self {
            StmtKind::If { name, .. }
            | StmtKind::Do { name, .. }
            | StmtKind::Select { name, .. }
            | StmtKind::SelectType { name, .. }
            | StmtKind::Associate { name, .. }
            | StmtKind::Scope { name, .. } => name.as_ref(),
            _ => None,
        }
    }

    /// The same, mutably.
    pub fn construct_name_mut(&mut self) -> Option<&mut Option<SmolStr>> {
        match self {
            StmtKind::If { name, .. }
            | StmtKind::Do { name, .. }
            | StmtKind::Select { name, .. }
            | StmtKind::SelectType { name, .. }
            | StmtKind::Associate { name, .. }
            | StmtKind::Scope { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Removes the name of a construct.
    pub fn take_construct_name(&mut self) -> Option<SmolStr> {
        self.construct_name_mut()?.take()
    }

    /// The blocks for which a construct declares symbols, each with those symbols.
    pub fn declares(&self) -> Vec<(Vec<SymbolId>, &Block)> {
        match self {
            StmtKind::Associate { pairs, body, .. } => vec![(pairs.iter().map(|p| p.0).collect(), body)],
            StmtKind::SelectType { guards, .. } => guards.iter().map(|g| (vec![g.local], &g.body)).collect(),
            StmtKind::Scope { locals, body, .. } => vec![(locals.clone(), body)],
            StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::If { .. }
            | StmtKind::Do { .. }
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Call { .. }
            | StmtKind::CallIntrinsic { .. }
            | StmtKind::Exit(..)
            | StmtKind::Cycle(..)
            | StmtKind::Goto(..)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::AssignLabel(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Return(..)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(..)
            | StmtKind::Continue
            | StmtKind::Io { .. }
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(..)
            | StmtKind::Format(..)
            | StmtKind::Directed { .. }
            | StmtKind::Push(..)
            | StmtKind::Pop(..)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Model(..)
            | StmtKind::Comment(..) => vec![],
        }
    }

    /// The same statement with each block replaced by the result of `f`, called in order.
    pub fn with_blocks(&self, f: &mut dyn FnMut(&Block) -> Block) -> StmtKind {
        let arm = |a: &Arm, body: Block| Arm {
            cond: a.cond.clone(),
            body,
            lead: a.lead.clone(),
        };
        match self {
            StmtKind::If { name, arms, short } => {
                let arms: Vec<Arm> = arms.iter().map(|a| arm(a, f(&a.body))).collect();
                StmtKind::If {
                    name: name.clone(),
                    short: *short && arms.iter().all(|a| a.body.len() == 1),
                    arms,
                }
            }
            StmtKind::Where { arms } => StmtKind::Where {
                arms: arms.iter().map(|a| arm(a, f(&a.body))).collect(),
            },
            StmtKind::Do { name, control, body } => StmtKind::Do {
                name: name.clone(),
                control: control.clone(),
                body: f(body),
            },
            StmtKind::Forall { ranges, mask, body } => StmtKind::Forall {
                ranges: ranges.clone(),
                mask: mask.clone(),
                body: f(body),
            },
            StmtKind::Associate { name, pairs, body } => StmtKind::Associate {
                name: name.clone(),
                pairs: pairs.clone(),
                body: f(body),
            },
            StmtKind::Scope { name, locals, body } => StmtKind::Scope {
                name: name.clone(),
                locals: locals.clone(),
                body: f(body),
            },
            StmtKind::Directed { directive, body } => StmtKind::Directed {
                directive: directive.clone(),
                body: f(body),
            },
            StmtKind::Select { name, expr, cases } => {
                let case = |c: &Case| Case {
                    values: c.values.clone(),
                    body: f(&c.body),
                    lead: c.lead.clone(),
                };
                StmtKind::Select {
                    name: name.clone(),
                    expr: expr.clone(),
                    cases: cases.iter().map(case).collect(),
                }
            }
            StmtKind::SelectType { name, expr, guards } => {
                let guard = |g: &Guard| Guard {
                    test: g.test.clone(),
                    local: g.local,
                    body: f(&g.body),
                    lead: g.lead.clone(),
                };
                StmtKind::SelectType {
                    name: name.clone(),
                    expr: expr.clone(),
                    guards: guards.iter().map(guard).collect(),
                }
            }
            other => other.clone(),
        }
    }

    /// The nested blocks.
    pub fn for_each_block<'a>(&'a self, f: &mut dyn FnMut(&'a Block)) {
        match self {
            StmtKind::If { arms, .. } | StmtKind::Where { arms } => arms.iter().for_each(|a| f(&a.body)),
            StmtKind::Do { body, .. }
            | StmtKind::Forall { body, .. }
            | StmtKind::Associate { body, .. }
            | StmtKind::Scope { body, .. }
            | StmtKind::Directed { body, .. } => f(body),
            StmtKind::Select { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
            StmtKind::SelectType { guards, .. } => guards.iter().for_each(|g| f(&g.body)),
            _ => {}
        }
    }

    /// True for a statement that contains others.
    pub fn has_blocks(&self) -> bool {
        let mut any = false;
        self.for_each_block(&mut |_| any = true);
        any
    }

    /// Calls `f` on the nested blocks, mutably.
    pub fn for_each_block_mut(&mut self, f: &mut dyn FnMut(&mut Block)) {
        match self {
            StmtKind::If { arms, .. } | StmtKind::Where { arms } => arms.iter_mut().for_each(|a| f(&mut a.body)),
            StmtKind::Do { body, .. }
            | StmtKind::Forall { body, .. }
            | StmtKind::Associate { body, .. }
            | StmtKind::Scope { body, .. }
            | StmtKind::Directed { body, .. } => f(body),
            StmtKind::Select { cases, .. } => cases.iter_mut().for_each(|c| f(&mut c.body)),
            StmtKind::SelectType { guards, .. } => guards.iter_mut().for_each(|g| f(&mut g.body)),
            _ => {}
        }
    }
}

impl DoControl {
    /// The index of a counted loop.
    pub fn index_of(loop_: &StmtKind) -> Option<SymbolId> {
        if let StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } = loop_
        {
            return Some(*var);
        }
        None
    }
}
