//! The index values of a loop, and sections of the elements that its iterations name.

use super::{shifted, Step};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::{has_call, mentions};
use adc_frontend::ir::*;

/// The values of an index in ascending order.
pub(crate) struct Range<'l> {
    /// The index.
    pub var: SymbolId,
    /// The least value, if there is any.
    pub first: &'l Expr,
    /// The greatest value, if there is any.
    pub last: &'l Expr,
    /// True if the loop takes the values in this order.
    pub upwards: bool,
}

impl<'l> Range<'l> {
    /// The range of a counted loop of stride 1 or -1; `None` for other loops.
    pub(crate) fn of(loop_: &'l StmtKind) -> Option<Range<'l>> {
        let StmtKind::Do {
            control: DoControl::Count { var, lo, hi, step },
            ..
        } = loop_
        else {
            return None;
        };
        let (first, last, upwards) = match step.as_deref().map_or(Some(1), int_value) {
            Some(1) => (lo, hi, true),
            Some(-1) => (hi, lo, false),
            _ => return None,
        };
        Some(Range {
            var: *var,
            first,
            last,
            upwards,
        })
    }

    /// The first and the last value, if they are constants.
    pub(crate) fn constants(&self, program: &Program) -> Option<(i64, i64)> {
        int_const(program, self.first).zip(int_const(program, self.last))
    }

    /// True if the index and its bounds are default integers: then a bound plus or minus a constant can replace the
    /// index.
    pub(crate) fn is_plain(&self, program: &Program) -> bool {
        let types = [program.symbols[self.var].ty(), self.first.ty, self.last.ty];
        types.iter().all(|&t| t == Ty::Integer(4))
    }

    /// True if neither the index nor a bound depends on variables that a body changes.
    pub(crate) fn is_fixed(&self, changes: &dyn Fn(SymbolId) -> bool) -> bool {
        !changes(self.var) && self.has_fixed_bounds(changes)
    }

    /// True if no bound depends on variables that a body changes.
    pub(crate) fn has_fixed_bounds(&self, changes: &dyn Fn(SymbolId) -> bool) -> bool {
        ![self.first, self.last].iter().any(|e| mentions(e, changes))
    }

    /// The section of the elements that all iterations name, or of a component of them.
    pub(crate) fn section(&self, element: &Expr) -> Option<Expr> {
        let (base, subs) = match &element.kind {
            ExprKind::Index(base, subs) if base.is_name() => (base, subs),
            ExprKind::Component(record, c) if element.rank == 0 => {
                let records = self.section(record)?;
                return Some(Expr {
                    rank: records.rank,
                    kind: ExprKind::Component(Box::new(records), *c),
                    ..element.clone()
                });
            }
            _ => return None,
        };
        let varies = |e: &Expr| mentions(e, &|v| v == self.var);
        let mut out = vec![];
        let mut ranged = 0;
        for s in subs {
            out.push(match s {
                Subscript::At(e) if varies(e) => {
                    ranged += 1;
                    Subscript::range(Some(self.at(e, self.first)?), Some(self.at(e, self.last)?), None)
                }
                Subscript::At(e) if has_call(e) => return None,
                Subscript::Range(lo, hi, step) if [lo, hi, step].into_iter().flatten().any(|e| varies(e)) => {
                    return None
                }
                other => other.clone(),
            });
        }
        (ranged == 1).then(|| index((**base).clone(), out))
    }

    /// A subscript for a value of the index, if it is [`Step::Index`] or [`Step::Plus`].
    pub(crate) fn at(&self, subscript: &Expr, value: &Expr) -> Option<Expr> {
        match Step::of(subscript, self.var)? {
            Step::Index => Some(value.clone()),
            Step::Plus(op, rest) if !has_call(rest) && matches!(rest.ty, Ty::Integer(_)) => {
                Some(shifted(value, op, rest))
            }
            Step::Plus(..) | Step::Minus => None,
        }
    }
}
