//! Replaces `FORALL` by loops, one nest per assignment: the nest of one assignment ends before the next one begins.
//!
//! A FORALL evaluates its mask and limits, and the right side of each assignment, for all indices before it assigns
//! anything. Loops do not, so
//!
//! * if the assigned variable is read at elements other than the assigned one, it is read from a copy of its old value;
//! * if it may be read under another name (a pointer, a function that accesses it), or cannot be copied (it contains
//!   pointers), one loop nest stores the right sides in an array, and another one assigns them;
//! * masks and limits that one of several assignments may change are saved at the beginning of their construct.
//!
//! Other FORALLs stay unchanged, and the rules refuse them with a location: those with a changed limit that depends on
//! another index, and those with WHERE constructs of several assignments.

use super::arrays::{shape_of, Filled};
use super::hoist::reallocation;
use super::leaves::holds_values;
use super::reach::Reach;
use super::scopes::{nest, replace, Ranges};
use super::temps::{new_variable, Temps};
use crate::code::elsewhere;
use adc_frontend::ir::visit::{
    mentions, reads, reads_in_subscripts, rewrite_symbols_in, stmt_exprs_mut, subscripts_mut, walk_block,
    walk_designators, walk_expr,
};
use adc_frontend::ir::*;

/// The loops for a FORALL.
pub(super) fn loops(
    temps: &mut Temps,
    reach: &Reach,
    ranges: &Ranges,
    mask: Option<&Expr>,
    body: &Block,
) -> Option<Block> {
    let mut out = vec![];
    let mut after = vec![];
    let indices = Indices {
        ranges: ranges.clone(),
        masks: mask.into_iter().cloned().collect(),
    };
    let mut f = Forall { temps, reach };
    f.construct(indices, body, &mut out, &mut after)?;
    out.append(&mut after);
    Some(out)
}

/// The index combinations for which a statement runs.
#[derive(Clone)]
struct Indices {
    /// Ranges of inner constructs first.
    ranges: Ranges,
    /// Masks of outer constructs first: an inner one may have no value where an outer one is false.
    masks: Vec<Expr>,
}

struct Forall<'t, 'p> {
    temps: &'t mut Temps<'p>,
    reach: &'t Reach<'t>,
}

impl Forall<'_, '_> {
    fn construct(&mut self, indices: Indices, body: &Block, out: &mut Block, after: &mut Block) -> Option<()> {
        let mut assigned = vec![];
        walk_block(body, &mut |s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                assigned.push(lhs.clone());
            }
        });
        let indices = match assigned.len() {
            0 | 1 => indices,
            _ => self.kept(indices, &assigned, out, after)?,
        };
        for s in body {
            match &s.kind {
                StmtKind::Assign { lhs, rhs } => self.assignment(&indices, s, lhs, rhs, out)?,
                StmtKind::Where { arms } => self.masked(&indices, s, arms, out)?,
                StmtKind::Forall { ranges, mask, body } => {
                    let inner = Indices {
                        ranges: ranges.iter().chain(&indices.ranges).cloned().collect(),
                        masks: indices.masks.iter().chain(mask.as_deref()).cloned().collect(),
                    };
                    self.construct(inner, body, out, after)?;
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn assignment(&mut self, indices: &Indices, s: &Stmt, lhs: &Expr, rhs: &Expr, out: &mut Block) -> Option<()> {
        let base = lhs.base_symbol()?;
        let masks = &indices.masks;
        let is_read = |e: &Expr| self.is_hidden_in(e, lhs);
        if is_read(rhs) || masks.iter().any(is_read) {
            return self.apart(indices, lhs, rhs, out);
        }
        let mut statement = Stmt {
            label: None,
            ..s.clone()
        };
        let elsewhere =
            reads_elsewhere(rhs, lhs) || reads_in_subscripts(lhs, base) || masks.iter().any(|m| reads(m, base));
        let mut masks = masks.clone();
        if elsewhere {
            let Some(copy) = copy_of(self.temps, base, out) else {
                return self.apart(indices, lhs, rhs, out);
            };
            let mut renamed = |e: &mut Expr| rewrite_symbols_in(e, &mut |s| replace(s, &[(base, copy)]));
            masks.iter_mut().for_each(&mut renamed);
            if let StmtKind::Assign { lhs, rhs } = &mut statement.kind {
                renamed(rhs);
                subscripts_mut(lhs, &mut renamed);
            }
        }
        out.extend(nest(self.temps, &None, &indices.ranges, &masks, vec![statement]));
        Some(())
    }

    /// A WHERE of one assignment.
    fn masked(&mut self, indices: &Indices, s: &Stmt, arms: &[Arm], out: &mut Block) -> Option<()> {
        let [Arm { body, .. }] = arms else { return None };
        let [Stmt {
            kind: StmtKind::Assign { lhs, .. },
            ..
        }] = body.as_slice()
        else {
            return None;
        };
        let base = lhs.base_symbol()?;
        let lhs = lhs.clone();
        let mut statement = Stmt {
            label: None,
            ..s.clone()
        };
        let copy = copy_of(self.temps, base, out)?;
        let mut masks = indices.masks.clone();
        let mut hidden = false;
        let mut renamed = |e: &mut Expr| {
            hidden |= self.is_hidden_in(e, &lhs);
            rewrite_symbols_in(e, &mut |s| replace(s, &[(base, copy)]));
        };
        masks.iter_mut().for_each(&mut renamed);
        stmt_exprs_mut(&mut statement.kind, &mut renamed);
        statement.kind.for_each_block_mut(&mut |b| {
            for a in b {
                if let StmtKind::Assign { lhs, rhs } = &mut a.kind {
                    renamed(rhs);
                    subscripts_mut(lhs, &mut renamed);
                }
            }
        });
        if hidden {
            return None;
        }
        out.extend(nest(self.temps, &None, &indices.ranges, &masks, vec![statement]));
        Some(())
    }

    /// Loops that store all right sides, and loops that assign them.
    fn apart(&mut self, indices: &Indices, lhs: &Expr, rhs: &Expr, out: &mut Block) -> Option<()> {
        let mut depends = false;
        visit::subscripts(lhs, &mut |e| depends |= self.may_change(e, lhs));
        if depends {
            return None;
        }
        let mut after = vec![];
        let indices = self.kept(indices.clone(), std::slice::from_ref(lhs), out, &mut after)?;
        let value = self.array(
            "values",
            DeclType::plain(lhs.ty),
            &indices.ranges,
            Some(lhs),
            out,
            &mut after,
        )?;
        let mut all = |s: Stmt| nest(self.temps, &None, &indices.ranges, &indices.masks, vec![s]);
        out.extend(all(assign(value.clone(), rhs.clone())));
        out.extend(all(assign(lhs.clone(), value)));
        out.append(&mut after);
        Some(())
    }

    /// The same indices, with masks and limits that no assignment changes.
    fn kept(&mut self, mut indices: Indices, assigned: &[Expr], out: &mut Block, after: &mut Block) -> Option<Indices> {
        let changes = |f: &Self, e: &Expr| assigned.iter().any(|lhs| f.may_change(e, lhs));
        let own: Vec<SymbolId> = indices.ranges.iter().map(|r| r.0).collect();
        for (_, lo, hi, step) in &mut indices.ranges {
            for e in [Some(lo), Some(hi), step.as_mut()].into_iter().flatten() {
                if !changes(self, e) {
                    continue;
                }
                if mentions(e, &|s| own.contains(&s)) {
                    return None;
                }
                let limit = self.temps.local_ref("limit", DeclType::plain(e.ty), 0);
                out.push(assign(limit.clone(), std::mem::replace(e, limit)));
            }
        }
        for k in 0..indices.masks.len() {
            if !changes(self, &indices.masks[k]) {
                continue;
            }
            let logical = DeclType::plain(Ty::Logical(4));
            let mask = self.array("mask", logical, &indices.ranges, None, out, after)?;
            let test = std::mem::replace(&mut indices.masks[k], mask.clone());
            let no = truth(false);
            if k > 0 {
                out.extend(nest(
                    self.temps,
                    &None,
                    &indices.ranges,
                    &[],
                    vec![assign(mask.clone(), no)],
                ));
            }
            out.extend(nest(
                self.temps,
                &None,
                &indices.ranges,
                &indices.masks[..k],
                vec![assign(mask, test)],
            ));
        }
        Some(indices)
    }

    /// A reference to an array with an element, or a value of the shape of `like`, for each combination of indices.
    fn array(
        &mut self,
        stem: &str,
        ty: DeclType,
        ranges: &Ranges,
        like: Option<&Expr>,
        out: &mut Block,
        after: &mut Block,
    ) -> Option<Expr> {
        let is_index = |s: SymbolId| ranges.iter().any(|r| r.0 == s);
        let inner = like.map_or(vec![], |e| shape_of(self.temps.program, e));
        let extents = ranges.iter().map(|(_, lo, hi, step)| match step {
            None => match (int_value(lo), int_value(hi)) {
                (Some(lo), Some(hi)) => int((hi - lo + 1).max(0)),
                _ => sub(hi.clone(), before(lo)),
            },
            Some(step) => div(grouped(add(sub(hi.clone(), lo.clone()), step.clone())), step.clone()),
        });
        let shape: Vec<Expr> = inner.iter().cloned().chain(extents).collect();
        if ty.ty == Ty::Character || shape.iter().any(|n| mentions(n, &is_index)) {
            return None;
        }
        let repeated = std::mem::replace(&mut self.temps.repeated, true);
        let whole = self.temps.array(stem, ty, shape, Filled::Otherwise, out, after);
        self.temps.repeated = repeated;
        let mut subs: Vec<Subscript> = inner.iter().map(|_| Subscript::Range(None, None, None)).collect();
        subs.extend(ranges.iter().map(|(i, lo, _, step)| {
            let i = var(self.temps.program, *i);
            let steps = match step {
                None => return Subscript::At(sub(i, before(lo))),
                Some(step) => div(grouped(sub(i, lo.clone())), step.clone()),
            };
            Subscript::At(add(steps, int(1)))
        }));
        Some(index(whole, subs))
    }

    /// Checks whether an expression may have another value after an assignment.
    fn may_change(&self, e: &Expr, lhs: &Expr) -> bool {
        lhs.base_symbol().is_some_and(|s| reads(e, s)) || self.is_hidden_in(e, lhs)
    }

    /// Checks whether an expression may read the assigned memory under another name.
    fn is_hidden_in(&self, e: &Expr, lhs: &Expr) -> bool {
        let mut found = false;
        walk_designators(e, &mut |d| {
            found |= d.base_symbol() != lhs.base_symbol() && self.reach.may_be(d, lhs);
        });
        walk_expr(e, &mut |x| {
            if let ExprKind::Call(callee, _) = &x.kind {
                found |= self.reach.knows(lhs, callee);
            }
        });
        found
    }
}

/// `e - 1`.
fn before(e: &Expr) -> Expr {
    match int_value(e) {
        Some(n) => int(n - 1),
        None => sub(e.clone(), int(1)),
    }
}

fn grouped(e: Expr) -> Expr {
    let (ty, rank) = (e.ty, e.rank);
    expr(ExprKind::Paren(Box::new(e)), ty, rank)
}

/// Checks whether the variable of `lhs` is read other than as `lhs`.
fn reads_elsewhere(e: &Expr, lhs: &Expr) -> bool {
    if e.same(lhs) {
        return false;
    }
    if matches!(e.kind, ExprKind::Var(s) if Some(s) == lhs.base_symbol()) {
        return true;
    }
    let mut found = false;
    visit::subexprs(e, &mut |x| found |= reads_elsewhere(x, lhs));
    found
}

/// A copy of a variable's present value; `None` if the variable cannot be copied or its size is unknown.
fn copy_of(temps: &mut Temps, s: SymbolId, out: &mut Block) -> Option<SymbolId> {
    let own = temps.program.symbols[s].owner == Some(temps.unit);
    let declared = temps.program.symbols[s].variable()?;
    // names in a declaration of another unit may be invisible here
    let v = if own {
        declared.clone()
    } else {
        elsewhere(temps.program, declared)
    };
    if v.ty.ty == Ty::Character || !holds_values(temps.program, v.ty.ty, &[]) || v.attrs.pointer {
        return None;
    }
    if matches!(v.dims.last(), Some(Dim::AssumedSize(_) | Dim::AssumedRank)) {
        return None;
    }
    let stem = format!("{}_old", temps.program.symbols[s].name);
    let copy = if v
        .dims
        .iter()
        .all(|d| matches!(d, Dim::Explicit(..)) && (own || is_constant(d)))
    {
        let name = temps.names().fresh(&stem);
        new_variable(
            temps.program,
            temps.unit,
            name,
            Variable {
                storage: Storage::Local,
                attrs: Attrs::default(),
                init: None,
                ..v
            },
        )
    } else {
        temps.local(&stem, DeclType::plain(v.ty.ty), v.dims.len() as u8)
    };
    let (copied, original) = (var(temps.program, copy), var(temps.program, s));
    if temps.program.symbols[copy].variable()?.attrs.allocatable {
        // by statements: memory that an assignment allocates cannot be saved before it
        let shape = shape_of(temps.program, &original);
        out.extend(reallocation(&copied, &original, shape));
    }
    out.push(assign(copied, original));
    Some(copy)
}

/// Checks for bounds that are literals.
fn is_constant(d: &Dim) -> bool {
    matches!(d, Dim::Explicit(lo, hi) if int_value(hi).is_some() && lo.as_ref().is_none_or(|l| int_value(l).is_some()))
}
