//! Derivatives of scalars as sums of multiples of seeds.
//!
//! ```text
//! a = u(i)**2                col = i; val = 2.0d0*u(i)           ad: val*(column col)
//! if (i > 1) then            ...
//!   a = a - u(i - 1)         col0 = i - 1                        ad: val*(column col) - (column col0)
//!                            col1 = col0; val0 = -1.0d0
//! else
//!                            col1 = 0; val0 = 0.0d0
//! end if                                                         ad: val*(column col) + val0*(column col1)
//! f(i) = a                   row i: column col has val, column col1 has val0
//! ```
//!
//! A form holds where the statement that computed it certainly was the last one for its scalar. Its columns and
//! factors are variables that nothing else assigns, so it holds whatever happens to their operands. Where branches with
//! different forms meet, each assigns the same variables; a column 0 is none.

use adc_frontend::ir::*;
use indexmap::IndexMap;

/// A multiple of a seed.
#[derive(Clone)]
pub(super) struct Multiple {
    /// The derivative, while its subscripts have the values with which its column was computed.
    pub of: Option<Expr>,
    /// The column, once it is computed.
    pub column: Option<Expr>,
    pub factor: Expr,
}

impl Multiple {
    fn same(&self, other: &Multiple) -> bool {
        let same = |a: &Option<Expr>, b: &Option<Expr>| a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a.same(b));
        same(&self.column, &other.column) && self.factor.same(&other.factor)
    }
}

/// The derivatives of scalars at a point of the tangent.
#[derive(Clone, Default)]
pub(super) struct Forms(IndexMap<SymbolId, Vec<Multiple>>);

impl Forms {
    pub fn get(&self, s: SymbolId) -> Option<&Vec<Multiple>> {
        self.0.get(&s)
    }

    pub fn set(&mut self, s: SymbolId, form: Vec<Multiple>) {
        self.0.insert(s, form);
    }

    /// Forgets what statements assign: before a loop, and after it.
    pub fn forget_assigned(&mut self, block: &Block) {
        visit::walk_block(block, &mut |s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                self.0.retain(|v, _| Some(*v) != lhs.base_symbol());
            }
            self.pass(&s.kind);
        });
    }

    /// Forgets for which derivatives columns are, if a statement, without those inside, may change their subscripts.
    pub fn pass(&mut self, s: &StmtKind) {
        if matches!(
            s,
            StmtKind::If { .. } | StmtKind::Comment(_) | StmtKind::Continue | StmtKind::Exit(_) | StmtKind::Cycle(_)
        ) {
            return;
        }
        let known = changed(s);
        let changes = |v: SymbolId| known.is_none_or(|k| k == v);
        for m in self.0.values_mut().flatten() {
            let is_changed = m.of.as_ref().is_some_and(|of| {
                let mut found = false;
                visit::subscripts(of, &mut |e| found |= visit::mentions(e, &changes) || visit::has_call(e));
                found
            });
            if is_changed {
                m.of = None;
            }
        }
    }

    /// The forms where branches meet. `make` returns new variables for a column and a factor, and each branch gets
    /// statements that assign them.
    pub fn meet(branches: &[Forms], make: &mut dyn FnMut() -> (Expr, Expr)) -> (Forms, Vec<Block>) {
        let mut out = Forms::default();
        let mut ends = vec![vec![]; branches.len()];
        let Some(first) = branches.first() else {
            return (out, ends);
        };
        for &s in first.0.keys() {
            let all: Option<Vec<&Vec<Multiple>>> = branches.iter().map(|b| b.0.get(&s)).collect();
            let Some(all) = all else { continue };
            let longest = all.iter().map(|f| f.len()).max().unwrap_or(0);
            let form = (0..longest).map(|k| {
                let each: Vec<Option<&Multiple>> = all.iter().map(|f| f.get(k)).collect();
                one(&each).unwrap_or_else(|| different(&each, make, &mut ends))
            });
            let form = form.collect();
            out.0.insert(s, form);
        }
        (out, ends)
    }
}

/// The only variable that a statement changes, if there is one.
fn changed(s: &StmtKind) -> Option<SymbolId> {
    if let StmtKind::Assign { lhs, .. } = s {
        return lhs.base_symbol();
    }
    let StmtKind::Do { control, .. } = s else {
        return None;
    };
    match control {
        DoControl::Count { var, .. } => Some(*var),
        DoControl::Forever | DoControl::While(_) | DoControl::Concurrent { .. } => None,
    }
}

/// The multiple that all branches have.
fn one(each: &[Option<&Multiple>]) -> Option<Multiple> {
    let first = each.first().copied().flatten()?;
    let is_same = |m: &Option<&Multiple>| m.is_some_and(|m| m.same(first));
    let keeps = |m: &Option<&Multiple>| m.is_some_and(|m| m.of.is_some());
    each.iter().all(is_same).then(|| Multiple {
        of: first.of.clone().filter(|_| each.iter().all(keeps)),
        ..first.clone()
    })
}

/// Variables for multiples that differ.
fn different(each: &[Option<&Multiple>], make: &mut dyn FnMut() -> (Expr, Expr), ends: &mut [Block]) -> Multiple {
    let (column, factor) = make();
    for (m, end) in each.iter().zip(ends) {
        let of_branch = m.and_then(|m| Some((m.column.clone()?, m.factor.clone())));
        let (c, f) = of_branch.unwrap_or_else(|| (int(0), zero(factor.ty)));
        end.push(assign(column.clone(), c));
        end.push(assign(factor.clone(), f));
    }
    Multiple {
        of: None,
        column: Some(column),
        factor,
    }
}
