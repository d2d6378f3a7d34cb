//! Private variables of parallel constructs get names of their own where the program has another variable of the same
//! name: one from before the construct keeps its value. Names of the user's stay if nothing else has them.
//!
//! ```text
//! !$omp parallel do firstprivate(c)        c_1 = c
//! do i = 2, n                              do i_1 = 2, n
//!    c = c_0*x(i)                             c_1 = c_0*x(i_1)
//!    y(i) = c*c                               y(i_1) = c_1*c_1
//! end do                                   end do
//! y(1) = c*x(i)                            y(1) = c*x(i)
//! ```
//!
//! | variable | gets a name of its own |
//! |---|---|
//! | `private`, also by default | if the construct changes it |
//! | `firstprivate` | the same; the value is copied before the construct |
//! | `copyin` | always; constructs that change it run on one thread |
//! | index of a loop | if statements outside of the construct use it for more than loops |
//! | allocatable | if its values count outside, or the construct allocates or deallocates it; the copy is allocated as the variable is |
//!
//! Variables that outlive their procedure (arguments, variables of modules and COMMON blocks, saved ones) have a use
//! outside. A variable that cannot be declared again is refused if it has one.

use super::named::{count, is_allocated_in, is_index, is_loop_index, values, variables, writes};
use super::openmp::OpenMp;
use super::scope::PrivateName;
use crate::ast::{fold, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::intrinsics;
use crate::ir::*;
use std::collections::BTreeSet;

/// Statements before and after a construct.
#[derive(Default)]
pub(super) struct Around {
    before: Block,
    after: Block,
}

impl Around {
    /// Puts the statements around those of a range. Returns the number of statements of both together.
    pub(super) fn insert(self, block: &mut Block, from: usize, to: usize) -> usize {
        let Around { mut before, after } = self;
        let added = before.len() + after.len();
        block.splice(to..to, after);
        if let (Some(first), Some(s)) = (before.first_mut(), block.get_mut(from)) {
            first.label = s.label.take();
            first.lead = std::mem::take(&mut s.lead);
        }
        block.splice(from..from, before);
        added
    }
}

impl OpenMp<'_, '_> {
    /// Gives private variables that statements of a construct set new symbols. [`OpenMp::settle_privates`] decides
    /// about them. Returns statements that stand around the construct.
    pub(super) fn name_privates(&mut self, block: &mut [Stmt], parallel: &Parallel, span: Span) -> Around {
        let mut all: Vec<(SymbolId, Role)> = parallel.roles.clone();
        let named = |v: &SymbolId| parallel.roles.iter().any(|r| r.0 == *v);
        let default = parallel.default.unwrap_or(Role::Shared);
        for v in variables(block).into_iter().filter(|v| !named(v)) {
            match is_loop_index(block, v) {
                true => all.push((v, Role::Private)),
                false => all.push((v, default)),
            }
        }
        all.retain(|&(v, role)| {
            let is_own = matches!(role, Role::Private | Role::First) && self.may_hide(v);
            is_own && (writes(block, v) || parallel.copied.contains(&v))
        });
        let mut around = Around::default();
        for (v, role) in all {
            self.name_private(block, (v, role), span, &mut around);
        }
        around
    }

    fn name_private(&mut self, block: &mut [Stmt], (v, role): (SymbolId, Role), span: Span, around: &mut Around) {
        let unit = self.r.unit();
        let copy = self.copy(v);
        let can_be_declared = copy.is_some();
        let mut symbol = self.r.p.symbols[v].clone();
        symbol.owner = Some(unit);
        if let Some(copy) = copy {
            symbol.kind = SymbolKind::Variable(copy);
        }
        let own = self.r.p.symbols.alloc(symbol);
        self.r.flags(own).typed = true;
        let is_index = is_loop_index(block, v);
        let is_allocated = is_allocated_in(block, v);
        replace(block, v, own);
        let (before, after) = self.preparation(own, v, role, can_be_declared);
        let mut ids = vec![];
        for mut s in before {
            ids.push(self.made(&mut s, span));
            around.before.push(s);
        }
        for mut s in after {
            ids.push(self.made(&mut s, span));
            around.after.push(s);
        }
        self.r.privates.push(PrivateName {
            own,
            of: v,
            is_index,
            is_allocated,
            can_be_declared,
            around: ids,
            span,
        });
    }

    /// Gives a new statement its number and its place.
    pub(super) fn made(&mut self, s: &mut Stmt, span: Span) -> StmtId {
        s.id = self.r.p.fresh_stmt();
        s.span = span;
        s.kind.for_each_block_mut(&mut |b| {
            for inner in b {
                self.made(inner, span);
            }
        });
        s.id
    }

    /// The statements before and after a construct that give a private variable its value and its allocation.
    fn preparation(&self, own: SymbolId, v: SymbolId, role: Role, can_be_declared: bool) -> (Block, Block) {
        let attrs = self.r.p.symbols[v]
            .variable()
            .map(|v| v.attrs.clone())
            .unwrap_or_default();
        let (copy, whole) = (var(&self.r.p, own), var(&self.r.p, v));
        let value = (role == Role::First).then(|| match attrs.pointer {
            true => Stmt::new(StmtKind::PointerAssign {
                lhs: copy.clone(),
                rhs: whole.clone(),
            }),
            false => assign(copy.clone(), whole.clone()),
        });
        if !can_be_declared {
            return (vec![], vec![]);
        }
        if !attrs.allocatable {
            return (value.into_iter().collect(), vec![]);
        }
        let bound = |name: &str, k: u8| inquiry(name, vec![whole.clone(), int(i64::from(k) + 1)], Ty::Integer(4));
        let shape = (0..whole.rank).map(|k| (Some(bound("lbound", k)), bound("ubound", k)));
        let allocate = StmtKind::Allocate {
            ty: None,
            objects: vec![(copy.clone(), shape.collect())],
            options: vec![],
        };
        let deallocate = StmtKind::Deallocate {
            objects: vec![copy.clone()],
            options: vec![],
        };
        let exists = |e: &Expr| inquiry("allocated", vec![e.clone()], Ty::Logical(4));
        let begin = [Stmt::new(allocate)].into_iter().chain(value).collect();
        let before = Stmt::guarded(exists(&whole), begin);
        let after = Stmt::guarded(exists(&copy), vec![Stmt::new(deallocate)]);
        (vec![before], vec![after])
    }

    /// True for a variable that exists outside of constructs.
    fn may_hide(&self, v: SymbolId) -> bool {
        let symbol = &self.r.p.symbols[v];
        let unit = self.r.unit();
        let Some(variable) = symbol.variable() else {
            return false;
        };
        match variable.storage {
            // those of a BLOCK have their scope for themselves
            Storage::Local => symbol.owner != Some(unit) || self.r.p.units[unit].symbols.contains(&v),
            Storage::Dummy | Storage::Result | Storage::Module | Storage::Common(_) => true,
            Storage::Component | Storage::Parameter | Storage::Index => false,
        }
    }

    /// A local variable of the same type and shape; `None` if none can be declared.
    pub(super) fn copy(&self, v: SymbolId) -> Option<Variable> {
        let variable = self.r.p.symbols[v].variable()?;
        let attrs = &variable.attrs;
        let fits = match variable.ty.ty {
            Ty::Derived(t) => {
                let held = |c: &SymbolId| self.r.p.symbols[*c].variable().is_none_or(|v| v.attrs.allocatable);
                attrs.pointer || variable.ty.params.is_empty() && !self.r.p.components(t).iter().any(held)
            }
            Ty::Character => matches!(variable.ty.len, None | Some(CharLen::Expr(_))),
            Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) => true,
            Ty::Class(_) | Ty::Unlimited | Ty::Typeless | Ty::None => false,
        };
        if !fits || attrs.optional {
            return None;
        }
        let whole = var(&self.r.p, v);
        let bound = |name: &str, k: usize| inquiry(name, vec![whole.clone(), int(k as i64 + 1)], Ty::Integer(4));
        let dims = variable.dims.iter().enumerate().map(|(k, d)| match d {
            Dim::Explicit(..) | Dim::Deferred => Some(d.clone()),
            Dim::Assumed(_) => Some(Dim::Explicit(Some(bound("lbound", k)), bound("ubound", k))),
            Dim::AssumedSize(_) | Dim::AssumedRank => None,
        });
        Some(Variable {
            ty: variable.ty.clone(),
            dims: dims.collect::<Option<_>>()?,
            storage: Storage::Local,
            attrs: Attrs {
                allocatable: attrs.allocatable,
                pointer: attrs.pointer,
                target: attrs.target,
                ..Attrs::default()
            },
            init: None,
        })
    }

    /// A new local variable, which counts as one of the user's at a place. It gets its name when the procedure is
    /// complete.
    pub(super) fn declare(&mut self, name: &str, variable: Variable, span: Span) -> SymbolId {
        let unit = self.r.unit();
        let mut symbol = Symbol::new(name.into(), Some(unit), SymbolKind::Variable(variable));
        symbol.span = span;
        let v = self.r.p.symbols.alloc(symbol);
        self.r.flags(v).typed = true;
        self.r.locals.push(v);
        v
    }

    /// Names the variables that [`OpenMp::declare`] made.
    pub(super) fn settle_locals(&mut self) {
        for v in std::mem::take(&mut self.r.locals) {
            let name = self.r.p.symbols[v].name.clone();
            self.settle_name(v, &name, true);
        }
    }

    /// Enters a variable into its unit, under a name that is not in use.
    fn settle_name(&mut self, v: SymbolId, name: &str, as_it_is: bool) {
        let name = match as_it_is && !self.is_used(name) {
            true => name.into(),
            false => self.free_name(name),
        };
        let unit = self.r.unit();
        self.r.p.units[unit].names.insert(fold(&name), v);
        self.r.p.symbols[v].name = name;
        self.r.list(v);
    }

    /// A name that is not in use.
    fn free_name(&self, name: &str) -> SmolStr {
        let mut all = (1..).map(|k| format!("{name}_{k}"));
        all.find(|n| !self.is_used(n)).unwrap_or_default().into()
    }

    fn is_used(&self, name: &str) -> bool {
        let folded = fold(name);
        self.r.lookup(&folded).is_some() || self.r.p.units[self.r.unit()].names.contains_key(&folded)
    }

    /// Decides about the new symbols when the procedure is complete: those whose variable is named nowhere else get its
    /// name back.
    pub(super) fn settle_privates(&mut self, body: &mut Block) {
        let all = std::mem::take(&mut self.r.privates);
        if all.is_empty() {
            return;
        }
        let mut made: BTreeSet<StmtId> = all.iter().flat_map(|p| p.around.iter().copied()).collect();
        let mut rest = body.clone();
        remove(&mut rest, &made);
        let needed: Vec<bool> = all.iter().map(|p| self.is_needed(p, &rest)).collect();
        for (p, &needed) in all.iter().zip(&needed) {
            match (needed, p.can_be_declared) {
                (true, true) => {
                    let name = self.r.p.symbols[p.of].name.clone();
                    self.settle_name(p.own, &name, false);
                    made.retain(|s| !p.around.contains(s));
                }
                (true, false) => self.refuse(p),
                (false, _) => {}
            }
        }
        remove(body, &made);
        for (p, needed) in all.iter().zip(needed) {
            if !needed || !p.can_be_declared {
                replace(body, p.own, p.of);
            }
        }
    }

    /// True if the value of the hidden variable counts. `rest`: the statements of the procedure.
    fn is_needed(&self, p: &PrivateName, rest: &Block) -> bool {
        let unit = self.r.unit();
        let variable = self.r.p.symbols[p.of].variable();
        let outlives = variable.is_some_and(|v| match v.storage {
            Storage::Module | Storage::Common(_) | Storage::Result => true,
            Storage::Dummy => v.attrs.intent != Some(Intent::In) && !v.attrs.value,
            _ => v.attrs.save,
        });
        if outlives || self.r.p.symbols[p.of].owner != Some(unit) {
            return true;
        }
        if p.is_index {
            return !is_index(rest, p.of);
        }
        let seen_inside = self.r.p.units.iter().any(|(_, u)| u.parent == Some(unit));
        let is_allocatable = variable.is_some_and(|v| v.attrs.allocatable);
        let outside = match is_allocatable && !p.is_allocated {
            true => values(rest, p.of),
            false => count(rest, p.of),
        };
        outside > 0 || seen_inside
    }

    fn refuse(&mut self, p: &PrivateName) {
        let name = self.r.p.symbols[p.of].name.clone();
        let message = format!(
            "`{name}` is private here and hides another variable, and adc cannot declare a second one with this type"
        );
        let d = Diagnostic::error(codes::SERIAL_DERIVATIVE, p.span, message)
            .help("give the private variable a name of its own");
        self.r.report(d);
    }
}

/// A reference to an intrinsic.
pub(super) fn inquiry(name: &str, args: Vec<Expr>, ty: Ty) -> Expr {
    let id = intrinsics::find(name).unwrap_or(IntrinsicId(0));
    let args = args.into_iter().map(Arg::pos).collect();
    expr(ExprKind::Intrinsic(id, name.into(), args), ty, 0)
}

/// Removes statements. Their comments and labels go to the next one.
fn remove(block: &mut Block, made: &BTreeSet<StmtId>) {
    let (mut lead, mut label) = (vec![], None);
    for mut s in std::mem::take(block) {
        if made.contains(&s.id) {
            lead.append(&mut s.lead);
            label = label.or(s.label);
            continue;
        }
        s.lead.splice(0..0, lead.drain(..));
        s.label = label.take().or(s.label);
        s.kind.for_each_block_mut(&mut |b| remove(b, made));
        block.push(s);
    }
}

/// Replaces a variable, in clauses of directives, too.
pub(super) fn replace(block: &mut [Stmt], from: SymbolId, to: SymbolId) {
    for s in block {
        let mut one = vec![std::mem::replace(s, Stmt::new(StmtKind::Continue))];
        visit::rename(&mut one, from, to);
        clauses(&mut one, from, to);
        if let Some(back) = one.pop() {
            *s = back;
        }
    }
}

fn clauses(block: &mut Block, from: SymbolId, to: SymbolId) {
    for s in block {
        if let StmtKind::Directed { directive, .. } = &mut s.kind {
            if let Asks::Parallel(p) = &mut directive.asks {
                for role in p.roles.iter_mut().filter(|r| r.0 == from) {
                    role.0 = to;
                }
            }
        }
        s.kind.for_each_block_mut(&mut |b| clauses(b, from, to));
    }
}
