//! Initialises variables that have no value when they are read.
//!
//! A branch of the reverse sweep may read a scalar that the same branch of the forward sweep sets. A compiler does not
//! see that both branches run or none, and warns of a variable that may be used uninitialised. So the variable is set
//! at the beginning. So is a variable that the first iteration of a loop keeps in an array, because it overwrites it,
//! before anything has set it. Variables that are passed to a procedure (pushed, for example) need no initialisation:
//! for the compiler, the procedure may set them.
//!
//! A number that the first iteration pushes may have any bits, but not all bits are a logical. So logicals that are
//! pushed before anything has set them, such as masks, begin as false. Ignored: allocatable ones.

use crate::adjoint::Adjoint;
use crate::context::Context;
use adc_analysis::IdSet;
use adc_frontend::ir::visit::{each_call, walk_block, walk_block_exprs};
use adc_frontend::ir::*;

type Symbols = IdSet<SymbolId>;

impl Adjoint<'_, '_> {
    /// Initialises scalars that the forward sweep sets on some paths only, and the reverse sweep reads.
    pub(crate) fn first_values(&self, forward: &Block, reverse: &Block) -> Block {
        let (mut always, mut ever, mut passed) = (Symbols::new(), Symbols::new(), Symbols::new());
        assigned(forward, true, &mut always, &mut ever);
        let mut read = Symbols::new();
        walk_block_exprs(reverse, &mut |e| read.extend(variable(e)));
        for block in [forward, reverse] {
            walk_block(block, &mut |s| by_reference(s, &mut passed));
        }
        ever.subtract(&always);
        ever.intersect_with(&read);
        ever.subtract(&passed);
        self.zeros(ever.iter().filter(|&v| self.g.is_plain_local(self.unit, v)))
    }

    /// Initialises scalars that a sweep keeps in its own arrays, and logicals that it pushes, before it has set them.
    pub(crate) fn first_kept(&self, sweep: &Block) -> Block {
        let mut kept = Symbols::new();
        self.find_kept(sweep, &mut Symbols::new(), &mut kept);
        // those that the adjoint itself has declared are no variables of the primal
        let is_mask =
            |v| self.g.is_local_alone(self.unit, v) && matches!(self.g.primal.symbols[v].ty(), Ty::Logical(_));
        self.zeros(
            kept.iter()
                .filter(|&v| self.g.is_plain_local(self.unit, v) || is_mask(v)),
        )
    }

    fn find_kept(&self, block: &Block, set: &mut Symbols, kept: &mut Symbols) {
        for s in block {
            s.kind
                .for_each_block(&mut |b| self.find_kept(b, &mut set.clone(), kept));
            let StmtKind::Assign { lhs, rhs } = &s.kind else {
                if let StmtKind::Push(e) = &s.kind {
                    let is_logical = matches!(e.ty, Ty::Logical(_));
                    kept.extend(variable(e).filter(|&v| is_logical && !set.contains(v)));
                }
                by_reference(s, set);
                continue;
            };
            let array = lhs.base_symbol().map(|a| &self.g.out.symbols[a]);
            let is_own =
                array.is_some_and(|a| a.owner == Some(self.derivative) && matches!(lhs.kind, ExprKind::Index(..)));
            if is_own {
                kept.extend(variable(rhs).filter(|&v| !set.contains(v)));
            }
            set.extend(variable(lhs));
        }
    }

    /// Sets variables to zero, or false.
    fn zeros(&self, variables: impl Iterator<Item = SymbolId>) -> Block {
        let mut out = vec![];
        for s in variables {
            let ty = self.g.primal.symbols[s].ty();
            let value = match ty {
                Ty::Real(_) | Ty::Complex(_) => zero(ty),
                Ty::Integer(_) => int(0),
                Ty::Logical(_) => expr(ExprKind::Logical(".false.".into()), ty, 0),
                _ => continue,
            };
            out.push(assign(var(self.g.primal, s), value));
        }
        out
    }
}

impl Context<'_> {
    /// True for a local scalar of the procedure that shares its memory with nothing.
    pub(crate) fn is_plain_local(&self, unit: UnitId, s: SymbolId) -> bool {
        let is_scalar = |s: SymbolId| self.primal.symbols[s].variable().is_some_and(|v| v.dims.is_empty());
        self.is_local_alone(unit, s) && is_scalar(s)
    }

    /// The same for a scalar or an array.
    fn is_local_alone(&self, unit: UnitId, s: SymbolId) -> bool {
        // variables that the adjoint itself has declared have no zone
        let zones = &self.facts.zones;
        let Some(zone) = zones.single(s) else { return false };
        let alone = !zones[zone].is_global && zones.members(zone).len() == 1 && zones.aliases(&zone).len() == 1;
        let symbol = &self.primal.symbols[s];
        alone
            && symbol.owner == Some(unit)
            && symbol.variable().is_some_and(|v| {
                let a = &v.attrs;
                v.storage == Storage::Local && !a.pointer && !a.allocatable && !a.target
            })
    }
}

fn variable(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    }
}

/// Variables that a block assigns on some path, and those that it assigns on every path.
fn assigned(block: &Block, certain: bool, always: &mut Symbols, ever: &mut Symbols) {
    for s in block {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            ever.extend(variable(lhs));
            if certain {
                always.extend(variable(lhs));
            }
        }
        s.kind.for_each_block(&mut |b| assigned(b, false, always, ever));
    }
}

/// Variables that a statement passes to a procedure, or sets other than by assignment.
fn by_reference(s: &Stmt, out: &mut Symbols) {
    let arguments =
        |args: &[Arg], out: &mut Symbols| out.extend(args.iter().filter_map(Arg::expr).filter_map(variable));
    each_call(s, &mut |r| arguments(r.args, out));
    match &s.kind {
        StmtKind::CallIntrinsic { args, .. } => arguments(args, out),
        StmtKind::Push(e) | StmtKind::Pop(e) => out.extend(variable(e)),
        StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } => {
            out.insert(*var);
        }
        StmtKind::Io { items, .. } => out.extend(items.iter().filter_map(variable)),
        _ => {}
    }
}
