//! Private variables of parallel constructs get names of their own where the program has another variable of the same
//! name: one from before the construct keeps its value. Names of the user's stay if nothing else has them.

use super::openmp::OpenMp;
use super::teams::variables;
use crate::ast::{fold, SmolStr};
use crate::ir::visit::{walk_block, walk_block_exprs, walk_expr};
use crate::ir::*;

impl OpenMp<'_, '_> {
    /// Gives private variables that statements of a construct set new symbols. [`OpenMp::settle_privates`] decides
    /// about them.
    pub(super) fn name_privates(&mut self, block: &mut [Stmt], parallel: &Parallel) {
        let private = |v: &SymbolId| parallel.roles.iter().any(|r| r.0 == *v && r.1 == Role::Private);
        let mut all: Vec<SymbolId> = parallel.roles.iter().map(|r| r.0).filter(private).collect();
        if parallel.default == Some(Role::Private) {
            let named = |v: &SymbolId| parallel.roles.iter().any(|r| r.0 == *v);
            all.extend(variables(block).into_iter().filter(|v| !named(v)));
        }
        all.retain(|&v| self.has_copy(v) && writes(block, v) && !is_loop_index(block, v));
        for v in all {
            let mut symbol = self.r.p.symbols[v].clone();
            symbol.name = self.free_name(&symbol.name);
            if let Some(copy) = symbol.variable_mut() {
                copy.storage = Storage::Local;
                copy.attrs = Attrs::default();
            }
            let own = self.r.p.symbols.alloc(symbol);
            self.r.flags(own).typed = true;
            replace(block, v, own);
            self.r.privates.push((own, v));
        }
    }

    /// True for a local variable or a dummy argument of the procedure: a number, or an array of fixed bounds.
    fn has_copy(&self, v: SymbolId) -> bool {
        let symbol = &self.r.p.symbols[v];
        let plain = |v: &Variable| {
            let number = matches!(v.ty.ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_));
            let fixed = v.dims.iter().all(|d| matches!(d, Dim::Explicit(..)));
            let attrs = &v.attrs;
            let is_own = matches!(v.storage, Storage::Local | Storage::Dummy);
            number && fixed && is_own && !attrs.allocatable && !attrs.pointer && !attrs.save
        };
        let unit = self.r.unit();
        symbol.owner == Some(unit) && symbol.variable().is_some_and(plain) && self.r.p.units[unit].symbols.contains(&v)
    }

    /// A name that is not in use.
    fn free_name(&self, name: &str) -> SmolStr {
        let new = |n: &str| {
            self.r
                .privates
                .iter()
                .any(|p| self.r.p.symbols[p.0].name.eq_ignore_ascii_case(n))
        };
        let used = |n: &str| self.r.lookup(&fold(n)).is_some() || new(n);
        (1..)
            .map(|k| format!("{name}_{k}"))
            .find(|n| !used(n))
            .unwrap_or_default()
            .into()
    }

    /// Decides about the new symbols when the procedure is complete: those whose variable is named nowhere else get its
    /// name back.
    pub(super) fn settle_privates(&mut self, body: &mut Block) {
        let all = std::mem::take(&mut self.r.privates);
        let needed = |v: SymbolId, body: &Block| count(body, v) > 0;
        let elsewhere: Vec<bool> = all.iter().map(|&(_, v)| needed(v, body)).collect();
        for ((own, v), elsewhere) in all.into_iter().zip(elsewhere) {
            match elsewhere {
                true => self.r.list(own),
                false => replace(body, own, v),
            }
        }
    }
}

/// Replaces a variable, in clauses of directives, too.
fn replace(block: &mut [Stmt], from: SymbolId, to: SymbolId) {
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

/// How often statements name a variable.
pub(super) fn count(block: &[Stmt], v: SymbolId) -> usize {
    let mut n = 0;
    walk_block_exprs(block, &mut |e| {
        n += usize::from(matches!(e.kind, ExprKind::Var(x) if x == v))
    });
    walk_block(block, &mut |s| {
        n += usize::from(DoControl::index_of(&s.kind) == Some(v))
    });
    n
}

pub(super) fn mentions(block: &[Stmt], v: SymbolId) -> bool {
    count(block, v) > 0
}

fn is_loop_index(block: &[Stmt], v: SymbolId) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| found |= DoControl::index_of(&s.kind) == Some(v));
    found
}

/// True if statements may change a variable.
pub(super) fn writes(block: &[Stmt], v: SymbolId) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| {
        found |= DoControl::index_of(&s.kind) == Some(v);
        let mut in_call = false;
        visit::stmt_exprs(&s.kind, &mut |e| {
            walk_expr(e, &mut |x| {
                if let ExprKind::Call(_, args) = &x.kind {
                    in_call |= args.iter().filter_map(Arg::expr).any(|a| a.base_symbol() == Some(v));
                }
            });
        });
        found |= in_call;
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            found |= lhs.base_symbol() == Some(v);
            return;
        }
        let reads = matches!(
            s.kind,
            StmtKind::Do { .. } | StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Directed { .. }
        );
        if !reads {
            visit::stmt_exprs(&s.kind, &mut |e| found |= visit::mentions(e, &|x| x == v));
        }
    });
    found
}
