//! Active values that are written to files and read back.
//!
//! Values from input have no derivative. If they were written from active values, a derivative would be lost silently.
//! Between an output and an input of one unit (or of one character variable) that is an error at the input; if the two
//! units may or may not be the same, a warning.

use crate::context::Context;
use adc_analysis::calls::bind_args;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;

/// The file that an I/O statement is connected to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum File {
    /// A unit of known number.
    Number(i64),
    /// A unit whose number is in a variable.
    Variable(ZoneId),
    /// A character variable.
    Internal(ZoneId),
    /// Standard input or output.
    Standard,
    /// Any other connection.
    Unknown,
}

impl File {
    pub(crate) fn of(cx: &Context, statement: &StmtKind) -> File {
        let newunit = || crate::code::io::control(statement, "newunit");
        let Some((_, unit)) = statement.io_unit() else {
            return newunit().map_or(File::Standard, |e| File::numbered(cx, e));
        };
        match unit {
            IoControl::Star => File::Standard,
            IoControl::Expr(e) => File::numbered(cx, e),
            IoControl::Label(_) | IoControl::Namelist(_) => File::Unknown,
        }
    }

    /// The file given by a unit number or a character variable.
    fn numbered(cx: &Context, e: &Expr) -> File {
        let zone = cx.facts.zones.of_designator(e).first().copied();
        match (int_const(cx.primal, e), zone) {
            (Some(n), _) => File::Number(n),
            (_, Some(z)) if e.ty == Ty::Character => File::Internal(z),
            (_, Some(z)) if e.rank == 0 => File::Variable(z),
            _ => File::Unknown,
        }
    }

    /// True if the files are certainly the same, false if certainly not, `None` if unknown.
    pub(crate) fn is_same(self, other: File, cx: &Context) -> Option<bool> {
        match (self, other) {
            (File::Number(a), File::Number(b)) => Some(a == b),
            (File::Variable(a), File::Variable(b)) if a == b => Some(true),
            // text may be copied from one character variable to another
            (File::Internal(a), File::Internal(b)) => (a == b || cx.facts.zones.may_alias(a, b)).then_some(true),
            // output to standard output is not read from standard input
            (File::Standard, _) | (_, File::Standard) | (File::Internal(_), _) | (_, File::Internal(_)) => Some(false),
            _ => None,
        }
    }
}

/// Receives each I/O statement: its unit, the statement, its kind, and the values transferred.
type EachIo<'f> = &'f mut dyn FnMut(UnitId, &Stmt, IoKind, Vec<Expr>);

impl Context<'_> {
    /// True for a value that depends on an independent, whether or not a dependent depends on it.
    pub(crate) fn is_dependent(&self, s: &Stmt, e: &Expr) -> bool {
        let mut varied = false;
        visit::walk_designators(e, &mut |x| {
            if self.facts.zones.is_differentiable(x.ty) {
                let mut zones = self.facts.zones.of_designator(x).iter();
                varied |= zones.any(|&z| self.facts.activity.is_varied(s.id, z));
            }
        });
        varied
    }

    /// Calls `f` for each I/O statement that heads reach, with the values transferred.
    pub(crate) fn each_io(&self, f: EachIo) {
        for u in self.reached() {
            walk_block(&self.primal.units[u].body, &mut |s| {
                if let StmtKind::Io { kind, items, .. } = &s.kind {
                    let members = self.primal.unnamed_variables(&s.kind).into_iter();
                    let members = members.map(|m| var(self.primal, m));
                    f(u, s, *kind, items.iter().cloned().chain(members).collect());
                }
            });
        }
    }

    /// Character variables whose text may come from active values: written by output, or copied from such a variable.
    pub(crate) fn active_texts(&self, written: &[(File, Span)]) -> ZoneSet {
        let zones = &self.facts.zones;
        let mut found: ZoneSet = written
            .iter()
            .filter_map(|w| match w.0 {
                File::Internal(z) => Some(z),
                _ => None,
            })
            .collect();
        let is_text = |z: &ZoneId| {
            let symbol = zones[*z].path.last().or(zones[*z].symbols.first());
            symbol.is_some_and(|&s| self.primal.symbols[s].ty() == Ty::Character)
        };
        loop {
            zones.close(&mut found);
            let known = found.clone();
            for u in self.reached() {
                walk_block(&self.primal.units[u].body, &mut |s| {
                    let effects = self.facts.effects.of(s.id);
                    if effects.reads.intersects(&known) {
                        found.extend(effects.writes.iter().filter(is_text));
                    }
                    for (target, args) in self.calls_in(s) {
                        let formals = self.primal.units[target].args.iter();
                        for (formal, actual) in formals.zip(bind_args(self.primal, target, args)) {
                            if let (Some(formal), Some(actual)) = (formal, actual) {
                                let bound = zones.bound(self.primal, *formal, actual);
                                let passed = bound.iter().filter(|(f, a)| known.contains(*f) || known.contains(*a));
                                passed.for_each(|(f, a)| found.extend([*f, *a]));
                            }
                        }
                    }
                });
            }
            if found == known {
                return found;
            }
        }
    }
}
