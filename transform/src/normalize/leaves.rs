//! The parts of variables of derived type that are no such variables themselves.
//!
//! Zeros, pushes, pops and copies take a variable of derived type apart. A component of an array of types can be named in one reference only where it is
//! no array itself (`p%w`, but not `p%c`): other arrays of types take loops over their elements, nested ones where types with array components nest.

use super::arrays::{element, shape_of};
use adc_frontend::ir::*;

/// How many loop indices [`leaves`] needs at most for a variable of a type and rank.
pub fn depth(program: &Program, ty: Ty, rank: u8) -> usize {
    let Some((components, looped)) = parts(program, ty, rank) else {
        return 0;
    };
    let (own, inner) = if looped { (rank as usize, 0) } else { (0, rank) };
    let of = |&c: &SymbolId| depth(program, program.symbols[c].ty(), inner.max(program.symbols[c].rank()));
    own + components.iter().map(of).max().unwrap_or(0)
}

/// What `visit` makes of the leaves of one or more variables of the same type, in order of their components or, where `reversed`, backwards. The first
/// variable gives the shape; scalars among the others stand for all elements. `None` when the elements have no names, as with some vector subscripts.
pub fn leaves(
    program: &Program,
    records: &[Expr],
    indices: &[Expr],
    reversed: bool,
    visit: &mut dyn FnMut(&[Expr]) -> Block,
) -> Option<Block> {
    let model = records.first()?;
    let Some((components, looped)) = parts(program, model.ty, model.rank) else {
        return Some(visit(records));
    };
    if looped {
        let (own, inner) = indices.split_at_checked(model.rank as usize)?;
        let elements: Option<Vec<Expr>> = records.iter().map(|r| element(program, r, own)).collect();
        let body = leaves(program, &elements?, inner, reversed, visit)?;
        return Some(nest(own, shape_of(program, model), reversed, body));
    }
    let mut out = vec![];
    let mut add = |c: SymbolId| -> Option<()> {
        let parts: Vec<Expr> = records.iter().map(|r| component(program, r, c)).collect();
        out.extend(leaves(program, &parts, indices, reversed, visit)?);
        Some(())
    };
    match reversed {
        false => components.iter().try_for_each(|&c| add(c))?,
        true => components.iter().rev().try_for_each(|&c| add(c))?,
    }
    Some(out)
}

/// The components of a derived type, and whether a variable of it must be taken element by element.
fn parts(program: &Program, ty: Ty, rank: u8) -> Option<(Vec<SymbolId>, bool)> {
    let Ty::Derived(t) = ty else { return None };
    Some((program.components(t), rank > 0 && !has_scalar_components(program, t)))
}

/// Loops over all elements, the first dimension innermost.
fn nest(indices: &[Expr], shape: Vec<Expr>, reversed: bool, mut body: Block) -> Block {
    for (i, n) in indices.iter().zip(shape) {
        let ExprKind::Var(var) = i.kind else { continue };
        if body.is_empty() {
            return body;
        }
        let (lo, hi, step) = if reversed {
            (n, int(1), Some(int(-1)))
        } else {
            (int(1), n, None)
        };
        body = vec![Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::Count { var, lo, hi, step },
            body,
        })];
    }
    body
}

/// No pointer or allocatable components.
pub fn is_splittable(program: &Program, ty: SymbolId) -> bool {
    program.components(ty).into_iter().all(|c| {
        program.symbols[c].variable().is_some_and(|v| {
            let inner = match v.ty.ty {
                Ty::Derived(t) => is_splittable(program, t),
                _ => true,
            };
            inner && !v.attrs.pointer && !v.attrs.allocatable
        })
    })
}

/// True when a component of an array of the type is always an array of its own rank.
pub fn has_scalar_components(program: &Program, ty: SymbolId) -> bool {
    program.components(ty).into_iter().all(|c| {
        let symbol = &program.symbols[c];
        symbol.rank() == 0
            && match symbol.ty() {
                Ty::Derived(t) => has_scalar_components(program, t),
                _ => true,
            }
    })
}

/// A component of a record designator.
pub fn component(program: &Program, record: &Expr, c: SymbolId) -> Expr {
    let rank = record.rank.max(program.symbols[c].rank());
    expr(
        ExprKind::Component(Box::new(record.clone()), c),
        program.symbols[c].ty(),
        rank,
    )
}
