//! Designators as places in memory, and whether two of them are the same.

use crate::code::indices::disjoint;
use adc_analysis::{ZoneId, Zones};
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;

/// A scalar designator at a point of a block.
#[derive(Clone, Debug)]
pub struct Place {
    designator: Expr,
    /// The values of its subscripts, by number.
    subscripts: Vec<u32>,
    /// The variables in them, with their versions.
    versions: Vec<(SymbolId, u32)>,
}

/// How two places relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// One memory.
    Must,
    /// Perhaps.
    May,
    /// Two.
    No,
}

impl Place {
    pub fn new(designator: &Expr, subscripts: Vec<u32>, versions: Vec<(SymbolId, u32)>) -> Place {
        Place {
            designator: designator.clone(),
            subscripts,
            versions,
        }
    }

    /// The designator.
    pub fn designator(&self) -> &Expr {
        &self.designator
    }

    /// True if a write to `written` may change what the designator names, or the value of it.
    pub fn is_changed_by(&self, written: &Place, program: &Program, zones: &Zones) -> bool {
        let to = zones.of_designator(&written.designator);
        let is_written = |v: &(SymbolId, u32)| {
            let of = zones.of_designator(&var(program, v.0));
            of.iter().any(|&a| to.iter().any(|&b| zones.may_alias(a, b)))
        };
        self.alias(written, zones) != Alias::No || self.versions.iter().any(is_written)
    }

    /// The relation to another place.
    pub fn alias(&self, other: &Place, zones: &Zones) -> Alias {
        let (a, b) = (&self.designator, &other.designator);
        let of = |e| zones.of_designator(e).iter();
        let meet = |&x: &ZoneId| of(b).any(|&y| zones.may_alias(x, y));
        if !of(a).any(meet) {
            return Alias::No;
        }
        if a.base_symbol() != b.base_symbol() {
            return Alias::May;
        }
        if path(a) == path(b) && self.subscripts == other.subscripts {
            return Alias::Must;
        }
        let is_other = |&(v, version): &(SymbolId, u32)| other.versions.iter().any(|o| o.0 == v && o.1 != version);
        match !self.versions.iter().any(is_other) && disjoint(a, b) {
            true => Alias::No,
            false => Alias::May,
        }
    }

    /// The variable, the components, and where subscripts stand.
    pub fn path(&self) -> Vec<Option<SymbolId>> {
        path(&self.designator)
    }

    /// The values of the subscripts.
    pub fn numbers(&self) -> &[u32] {
        &self.subscripts
    }
}

fn path(e: &Expr) -> Vec<Option<SymbolId>> {
    match &e.kind {
        ExprKind::Var(v) => vec![Some(*v)],
        ExprKind::Component(base, c) => path(base).into_iter().chain([Some(*c)]).collect(),
        ExprKind::Index(base, _) => path(base).into_iter().chain([None]).collect(),
        _ => vec![],
    }
}

/// The subscripts of a designator, outermost component last; `None` if it is not an element or a component.
pub fn subscripts(e: &Expr) -> Option<Vec<&Expr>> {
    match &e.kind {
        ExprKind::Var(_) => Some(vec![]),
        ExprKind::Component(base, _) => subscripts(base),
        ExprKind::Index(base, subs) => {
            let mut all = subscripts(base)?;
            for s in subs {
                let Subscript::At(e) = s else { return None };
                all.push(e);
            }
            Some(all)
        }
        _ => None,
    }
}

/// The variables in the subscripts of a designator.
pub fn variables(e: &Expr) -> Vec<SymbolId> {
    let mut all = vec![];
    for s in subscripts(e).unwrap_or_default() {
        walk_expr(s, &mut |x| {
            if let ExprKind::Var(v) = x.kind {
                all.push(v);
            }
        });
    }
    all
}
