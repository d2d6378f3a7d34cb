//! Rows: the elements of an array that a statement assigns, with the independents on which they depend.
//!
//! ```text
//! do i = 2, n - 1                                       y(i) depends on
//!    t = x(i + 1) - x(i)                                   x(i + 1), x(i), x(i - 1) for i = 2, n - 1
//!    y(i) = t*x(i - 1)
//! end do
//! ```
//!
//! The rows of the Jacobian are those of all assignments; an element with several is their union. Increments of an
//! element by itself add to its row.

use super::support::Context;
use super::{stop, Definition, Obstacle, Procedure, Range, Reference};
use crate::calls::bind_args;
use crate::linearity::terms;
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use adc_frontend::span::Span;

/// Elements of an array that a statement assigns.
#[derive(Clone, Debug)]
pub struct Row {
    /// The element, or the section.
    pub target: Expr,
    /// The references on which it depends.
    pub support: Vec<Reference>,
    /// The loops around, outermost first.
    pub loops: Vec<Range>,
    /// Place of the assignment.
    pub span: Span,
}

/// The rows of a procedure's output in an array, in terms of the independents at entry, or the reasons for which they are
/// not known. Assignments of constants have none.
pub fn rows(
    program: &Program,
    facts: &Analyses,
    unit: UnitId,
    dependent: ZoneId,
    independents: &ZoneSet,
) -> Vec<Result<Row, Obstacle>> {
    let procedure = Procedure::new(program, facts, unit, independents, vec![]);
    let known = procedure.definitions.get(&dependent).into_iter().flatten();
    known
        .filter_map(|d| procedure.assigned_row(d, dependent).transpose())
        .collect()
}

impl<'a> Procedure<'a> {
    fn assigned_row(&self, d: &Definition<'a>, zone: ZoneId) -> Result<Option<Row>, Obstacle> {
        if self.has_jumps {
            return stop(d.stmt.span, "GOTO statements obscure the loops");
        }
        let mut support = vec![];
        let target = if let StmtKind::Assign { lhs, rhs } = &d.stmt.kind {
            let at = match lhs.rank {
                0 => Context::of(d),
                _ => Context::of(d).elementwise(),
            };
            let mut summands = vec![];
            terms::gather(&|e| self.is_constant(e), rhs, &mut summands);
            for s in summands {
                match s.same(lhs) {
                    false => self.support(s, &at, &mut support)?,
                    // its value at entry, perhaps
                    true if self.independents.contains(zone) => support.push(Reference {
                        designator: lhs.clone(),
                        inner: vec![],
                    }),
                    true => {}
                }
            }
            lhs
        } else if let StmtKind::Call { callee, args } = &d.stmt.kind {
            let called = self.program.definition(callee.proc);
            let found = called.and_then(|u| Some((u, self.scalar_for(u, args, zone)?)));
            let Some((unit, (formal, actual))) = found else {
                return stop(d.stmt.span, format!("`{}` is changed by a call", self.name(zone)));
            };
            self.support_of_call(d.stmt, unit, args, formal, &Context::of(d), &mut support)?;
            actual
        } else {
            return stop(
                d.stmt.span,
                format!("the value of `{}` is not analysed", self.name(zone)),
            );
        };
        let row = Row {
            target: target.clone(),
            support,
            loops: Procedure::ranges(&d.loops),
            span: d.stmt.span,
        };
        Ok((!row.support.is_empty()).then_some(row))
    }

    /// The scalar dummy argument that receives an element of an array, if it is the only one, with the element.
    fn scalar_for(&self, unit: UnitId, args: &'a [Arg], zone: ZoneId) -> Option<(ZoneId, &'a Expr)> {
        let zones = &self.facts.zones;
        let bound = bind_args(self.program, unit, args);
        let mut found = self.program.units[unit].args.iter().zip(bound).filter_map(|(f, a)| {
            let (formal, actual) = ((*f)?, a?);
            let is_part = actual.is_designator() && zones.of_designator(actual).contains(&zone);
            is_part.then_some((formal, actual))
        });
        let (formal, actual) = found.next()?;
        let is_scalar = self.program.symbols[formal].rank() == 0 && actual.rank == 0;
        let is_only = found.next().is_none();
        zones
            .single(formal)
            .filter(|_| is_scalar && is_only)
            .map(|z| (z, actual))
    }
}
