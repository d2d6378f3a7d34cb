//! Active values that go through files and back.
//!
//! What is read has no derivative. Where it was written from values that carry one, a derivative would be lost without a word: between
//! an output and an input of one unit (or of one character variable) that is an error at the input; where the two units may
//! or may not be the same, a warning.

use crate::generator::Generator;
use adc_analysis::ZoneId;
use adc_frontend::codes;
use adc_frontend::consteval::int_const;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;

/// What an I/O statement is connected to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum File {
    /// A unit of known number.
    Number(i64),
    /// A unit whose number is in a variable.
    Variable(ZoneId),
    /// A character variable.
    Internal(ZoneId),
    /// Standard input or output.
    Standard,
    /// Something else.
    Unknown,
}

impl File {
    fn of(g: &Generator, statement: &StmtKind) -> File {
        let Some((_, unit)) = statement.io_unit() else {
            return File::Standard;
        };
        match unit {
            IoControl::Star => File::Standard,
            IoControl::Expr(e) => {
                let zone = g.facts.zones.of_designator(e).first().copied();
                match (int_const(g.primal, e), zone) {
                    (Some(n), _) => File::Number(n),
                    (_, Some(z)) if e.ty == Ty::Character => File::Internal(z),
                    (_, Some(z)) if e.rank == 0 => File::Variable(z),
                    _ => File::Unknown,
                }
            }
            IoControl::Label(_) | IoControl::Namelist(_) => File::Unknown,
        }
    }

    /// Certainly, possibly (none) or certainly not the same.
    fn is_same(self, other: File, g: &Generator) -> Option<bool> {
        match (self, other) {
            (File::Number(a), File::Number(b)) => Some(a == b),
            (File::Variable(a), File::Variable(b)) if a == b => Some(true),
            // text may be copied from one character variable to another
            (File::Internal(a), File::Internal(b)) => (a == b || g.facts.zones.may_alias(a, b)).then_some(true),
            // what is written to standard output is not read from standard input
            (File::Standard, _) | (_, File::Standard) | (File::Internal(_), _) | (_, File::Internal(_)) => Some(false),
            _ => None,
        }
    }
}

/// True for input from, or output to, a character variable.
pub fn is_internal(statement: &StmtKind) -> bool {
    matches!(statement.io_unit(), Some((_, IoControl::Expr(e))) if e.ty == Ty::Character)
}

impl Generator<'_> {
    /// True for a value that depends on an independent, also where nothing is said to depend on it.
    fn is_dependent(&self, s: &Stmt, e: &Expr) -> bool {
        let mut varied = false;
        visit::walk_designators(e, &mut |x| {
            if self.facts.zones.is_differentiable(x.ty) {
                let mut zones = self.facts.zones.of_designator(x).iter();
                varied |= zones.any(|&z| self.facts.activity.is_varied(s.id, z));
            }
        });
        varied
    }

    /// Checks all procedures that the head reaches.
    pub fn check_files(&mut self) {
        let primal = self.primal;
        let mut written: Vec<(File, Span)> = vec![];
        let mut read: Vec<(File, Span)> = vec![];
        let mut reached = self.facts.calls.reachable(self.head.unit);
        reached.sort();
        reached.dedup();
        for u in reached {
            walk_block(&primal.units[u].body, &mut |s| {
                let StmtKind::Io { kind, items, .. } = &s.kind else {
                    return;
                };
                let members = primal.unnamed_variables(&s.kind).into_iter().map(|m| var(primal, m));
                let mut values = items.iter().cloned().chain(members);
                match kind {
                    IoKind::Write if values.any(|e| self.has_active(u, &e) || self.is_dependent(s, &e)) => {
                        written.push((File::of(self, &s.kind), s.span));
                    }
                    IoKind::Read if values.any(|e| e.ty.is_differentiable()) => {
                        read.push((File::of(self, &s.kind), s.span));
                    }
                    _ => {}
                }
            });
        }
        for &(input, place) in &read {
            let found = |wanted: Option<bool>| {
                let same = |w: &&(File, Span)| input.is_same(w.0, self) == wanted;
                written.iter().find(same).map(|w| w.1)
            };
            let message = |verb: &str| {
                format!("this {verb} values that carry a derivative, which is lost on the way through the file")
            };
            let d = if let Some(output) = found(Some(true)) {
                let make = if self.options.active_io {
                    Diagnostic::warning
                } else {
                    Diagnostic::error
                };
                let help = "give the option --allow-active-io if the derivative may end here";
                let d = make(codes::ACTIVE_IO, place, message("reads back").as_str()).also(output, "written here");
                if d.is_error() {
                    d.help(help)
                } else {
                    d
                }
            } else if let Some(output) = found(None) {
                Diagnostic::warning(codes::ACTIVE_IO, place, message("may read back")).also(output, "written here")
            } else {
                continue;
            };
            self.messages.push(d);
        }
    }
}
