//! Records integers of one and two bytes as integers of four, for tapes that have no procedures for them.
//!
//! ```text
//! call pushinteger1(k)            wide = int(k, 4)
//!                                 call pushinteger4(wide)
//! call popinteger1(k)             call popinteger4(wide)
//!                                 k = int(wide, 1)
//! call popinteger1array(m, n)     allocate (wides(n))
//!                                 call popinteger4array(wides, n)
//!                                 m = int(wides, 1)
//!                                 deallocate (wides)
//! ```
//!
//! Values stay, since four bytes represent each of them. Tapenade's ADFirstAidKit is such a tape: [`Options`] says
//! whether the code is for it.
//!
//! Ignored: `complex(16)`, which the kit lacks, too.
//!
//! [`Options`]: crate::options::Options

use crate::normalize::arrays::{allocate, deallocate};
use crate::normalize::temps::Temps;
use crate::rules::{intrinsic, size_of};
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// The type of these records.
const WIDE: Ty = Ty::Integer(4);

/// Widens the records of a generated procedure.
pub(crate) fn widen(program: &mut Program, unit: UnitId) {
    let mut found = false;
    visit::walk_block(&program.units[unit].body, &mut |s| found |= narrow(&s.kind).is_some());
    if !found {
        return;
    }
    let mut body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    let mut variables: IndexMap<u8, Expr> = IndexMap::new();
    visit::splice(&mut body, &mut |s| {
        let value = narrow(&s.kind)?.clone();
        let stem = if value.rank == 0 { "wide" } else { "wides" };
        let new = || temps.local_ref(stem, DeclType::plain(WIDE), value.rank);
        let wide = &*variables.entry(value.rank).or_insert_with(new);
        let recorded = if let StmtKind::Push(_) = s.kind {
            let set = assign(wide.clone(), converted(value.clone(), WIDE));
            [set, Stmt::new(StmtKind::Push(wide.clone()))]
        } else {
            let get = assign(value.clone(), converted(wide.clone(), value.ty));
            [Stmt::new(StmtKind::Pop(wide.clone())), get]
        };
        if value.rank == 0 {
            return Some(recorded.to_vec());
        }
        let along = |dim: i64| size_of(&value, (value.rank > 1).then_some(dim));
        let extents = (1..=i64::from(value.rank)).map(along).collect();
        let allocated = std::iter::once(allocate(wide, extents)).chain(recorded);
        Some(allocated.chain([deallocate(wide)]).collect())
    });
    program.renumber(&mut body);
    program.units[unit].body = body;
}

/// The value that a statement pushes or pops, if it is an integer of one or two bytes.
fn narrow(kind: &StmtKind) -> Option<&Expr> {
    let (StmtKind::Push(e) | StmtKind::Pop(e)) = kind else {
        return None;
    };
    matches!(e.ty, Ty::Integer(1 | 2)).then_some(e)
}

/// `int(e, kind)`.
fn converted(e: Expr, ty: Ty) -> Expr {
    let (kind, rank) = (ty.kind().unwrap_or(4), e.rank);
    intrinsic("int", vec![e, int(i64::from(kind))], ty, rank)
}
