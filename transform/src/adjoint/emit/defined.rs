//! Initialises variables that have no value when they are read.
//!
//! A branch of the reverse sweep may read a scalar that the same branch of the forward sweep sets. A compiler does not
//! see that both branches run or none, and warns of a variable that may be used uninitialised. So the variable is set
//! at the beginning. The same holds for variables that the adjoint itself has declared, in both sweeps, and for a
//! variable that the first iteration of a loop keeps in an array, because it overwrites it, before anything has set it.
//! Variables that are passed to a procedure (pushed, for example) need no initialisation: for the compiler, the
//! procedure may set them.
//!
//! A number that the first iteration pushes may have any bits, but not all bits are a logical. So logicals that are
//! pushed before anything has set them, such as masks, begin as false. Arrays whose elements are kept before anything has
//! set one begin as zero. Ignored: allocatable ones, and components.

use crate::adjoint::Adjoint;
use crate::context::Context;
use adc_analysis::IdSet;
use adc_frontend::ir::visit::{each_call, stmt_exprs, walk_block, walk_block_exprs, walk_designators};
use adc_frontend::ir::*;

type Symbols = IdSet<SymbolId>;

impl Adjoint<'_, '_> {
    /// Initialises scalars that the forward sweep sets on some paths only, and the reverse sweep reads.
    pub(crate) fn first_values(&self, forward: &Block, reverse: &Block) -> Block {
        let (mut always, mut ever, mut passed) = (Symbols::new(), Symbols::new(), Symbols::new());
        assigned(forward, &mut always, &mut ever);
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

    /// Initialises what a procedure reads before it has set it on all paths: its own variables, scalars that it keeps in
    /// these, and logicals that it pushes.
    pub(crate) fn first_kept(&self, procedure: &Block) -> Block {
        let mut found = Unset {
            out: &self.g.out,
            derivative: self.derivative,
            shared: self.named_elsewhere(),
            kept: Symbols::new(),
            own: Symbols::new(),
            touched: Symbols::new(),
        };
        found.block(procedure, &mut Symbols::new());
        // those that the adjoint itself has declared are no variables of the primal
        let is_mask =
            |v| self.g.is_local_alone(self.unit, v) && matches!(self.g.primal.symbols[v].ty(), Ty::Logical(_));
        let of_primal = |&v: &SymbolId| !found.own.contains(v) && (self.g.is_local(self.unit, v) || is_mask(v));
        self.zeros(found.kept.iter().filter(of_primal).chain(found.own.iter()))
    }

    /// Sets variables to zero, or false.
    fn zeros(&self, variables: impl Iterator<Item = SymbolId>) -> Block {
        let mut out = vec![];
        for s in variables {
            let ty = self.g.out.symbols[s].ty();
            let value = match ty {
                Ty::Real(_) | Ty::Complex(_) => zero(ty),
                Ty::Integer(_) => int(0),
                Ty::Logical(_) => truth(false),
                _ => continue,
            };
            out.push(assign(var(&self.g.out, s), value));
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
        let is_alone = |zone| zones.members(zone).len() == 1 && zones.aliases(&zone).len() == 1;
        zones.single(s).is_some_and(is_alone) && self.is_local(unit, s)
    }

    /// True for a local variable of the procedure, perhaps one of an EQUIVALENCE set, that begins without a value.
    fn is_local(&self, unit: UnitId, s: SymbolId) -> bool {
        let zones = &self.facts.zones;
        let Some(zone) = zones.single(s) else { return false };
        let is_own = |s: &SymbolId| {
            let symbol = &self.primal.symbols[*s];
            symbol.owner == Some(unit) && symbol.variable().is_some_and(Variable::is_plain_local)
        };
        let mut all = zones.aliases(&zone).iter();
        all.all(|&z| !zones[z].is_global && zones.members(z).iter().all(is_own)) && is_own(&s)
    }
}

/// Finds variables that are read before all paths have set them.
struct Unset<'p> {
    out: &'p Program,
    derivative: UnitId,
    /// Variables that share memory with others.
    shared: Symbols,
    /// Variables whose values are kept in variables of the adjoint, and logicals that are pushed.
    kept: Symbols,
    /// Variables of the adjoint.
    own: Symbols,
    /// Variables of which statements so far, on any path, may have set a part.
    touched: Symbols,
}

impl Unset<'_> {
    /// `set`: what all paths to the block have set; at the end, what those through it have set.
    fn block(&mut self, block: &Block, set: &mut Symbols) {
        for s in block {
            self.reads(s, set);
            if let StmtKind::Assign { lhs, rhs } = &s.kind {
                let record = lhs.base_symbol().map(|a| &self.out.symbols[a]);
                if record.is_some_and(|r| r.owner == Some(self.derivative)) {
                    self.kept.extend(variable(rhs).filter(|&v| !set.contains(v)));
                    self.kept.extend(array(rhs).filter(|&v| !self.touched.contains(v)));
                }
                set.extend(variable(lhs));
                self.touched.extend(lhs.base_symbol());
                continue;
            }
            if let StmtKind::Push(e) = &s.kind {
                let is_logical = matches!(e.ty, Ty::Logical(_));
                self.kept
                    .extend(variable(e).filter(|&v| is_logical && !set.contains(v)));
            }
            by_reference(s, set);
            // calls, and what else sets variables
            if !matches!(
                s.kind,
                StmtKind::Do { .. } | StmtKind::If { .. } | StmtKind::Select { .. }
            ) {
                stmt_exprs(&s.kind, &mut |e| {
                    walk_designators(e, &mut |d| self.touched.extend(d.base_symbol()));
                });
            }
            let mut blocks: Vec<Symbols> = vec![];
            s.kind.for_each_block(&mut |b| {
                let mut inside = set.clone();
                self.block(b, &mut inside);
                blocks.push(inside);
            });
            if is_total(&s.kind) {
                set.extend(in_all(blocks).iter());
            }
        }
    }

    /// Notes the variables of the adjoint that a statement reads, apart from those in its blocks.
    fn reads(&mut self, s: &Stmt, set: &Symbols) {
        let target = if let StmtKind::Assign { lhs, .. } = &s.kind {
            Some(lhs)
        } else {
            None
        };
        let mut passed = Symbols::new();
        by_reference(s, &mut passed);
        stmt_exprs(&s.kind, &mut |e| {
            walk_designators(e, &mut |d| {
                let v = variable(d).filter(|&v| !set.contains(v) && !passed.contains(v));
                let is_target = target.is_some_and(|t| t.same(d));
                self.own.extend(v.filter(|&v| !is_target && self.is_own(v)));
            });
        });
    }

    /// True for a variable of the adjoint that an assignment can set.
    fn is_own(&self, s: SymbolId) -> bool {
        let symbol = &self.out.symbols[s];
        let is_plain = symbol.variable().is_some_and(Variable::is_plain_local);
        symbol.owner == Some(self.derivative) && is_plain && !self.shared.contains(s)
    }
}

/// True for a branch of which one arm always runs.
fn is_total(s: &StmtKind) -> bool {
    matches!(s, StmtKind::If { arms, .. } if arms.iter().any(|a| a.cond.is_none()))
        || matches!(s, StmtKind::Select { cases, .. } if cases.iter().any(|c| c.values.is_none()))
}

/// What is in all of several sets.
fn in_all(sets: Vec<Symbols>) -> Symbols {
    let all = sets.into_iter().reduce(|mut a, b| {
        a.intersect_with(&b);
        a
    });
    all.unwrap_or_default()
}

/// The array of an element or a section.
fn array(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Index(base, _) => variable(base),
        _ => None,
    }
}

fn variable(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    }
}

/// Variables that a block assigns on some path, and those that it assigns on every path.
fn assigned(block: &Block, always: &mut Symbols, ever: &mut Symbols) {
    for s in block {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            ever.extend(variable(lhs));
            always.extend(variable(lhs));
        }
        let mut blocks: Vec<Symbols> = vec![];
        s.kind.for_each_block(&mut |b| {
            let mut inside = Symbols::new();
            assigned(b, &mut inside, ever);
            blocks.push(inside);
        });
        if is_total(&s.kind) {
            always.union_with(&in_all(blocks));
        }
    }
}

/// Variables that a statement passes to a procedure, or sets other than by assignment.
fn by_reference(s: &Stmt, out: &mut Symbols) {
    let arguments =
        |args: &[Arg], out: &mut Symbols| out.extend(args.iter().filter_map(Arg::expr).filter_map(variable));
    each_call(s, &mut |r| arguments(r.args, out));
    match &s.kind {
        StmtKind::CallIntrinsic { args, .. } => arguments(args, out),
        StmtKind::Push(e) | StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => out.extend(variable(e)),
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
