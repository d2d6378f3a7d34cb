//! Active values that go through files and back.
//!
//! What is read has no derivative. Where it was written from values that carry one, a derivative would be lost without a word: between
//! an output and an input of one unit (or of one character variable) that is an error at the input; where the two units may
//! or may not be the same, a warning.

use crate::context::Context;
use crate::generator::Generator;
use adc_analysis::calls::bind_args;
use adc_analysis::{ZoneId, ZoneSet};
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
    fn of(cx: &Context, statement: &StmtKind) -> File {
        let newunit = || crate::output::control(statement, "newunit");
        let Some((_, unit)) = statement.io_unit() else {
            return newunit().map_or(File::Standard, |e| File::numbered(cx, e));
        };
        match unit {
            IoControl::Star => File::Standard,
            IoControl::Expr(e) => File::numbered(cx, e),
            IoControl::Label(_) | IoControl::Namelist(_) => File::Unknown,
        }
    }

    /// What the number of a unit, or a character variable, says.
    fn numbered(cx: &Context, e: &Expr) -> File {
        let zone = cx.facts.zones.of_designator(e).first().copied();
        match (int_const(cx.primal, e), zone) {
            (Some(n), _) => File::Number(n),
            (_, Some(z)) if e.ty == Ty::Character => File::Internal(z),
            (_, Some(z)) if e.rank == 0 => File::Variable(z),
            _ => File::Unknown,
        }
    }

    /// Certainly, possibly (none) or certainly not the same.
    fn is_same(self, other: File, cx: &Context) -> Option<bool> {
        match (self, other) {
            (File::Number(a), File::Number(b)) => Some(a == b),
            (File::Variable(a), File::Variable(b)) if a == b => Some(true),
            // text may be copied from one character variable to another
            (File::Internal(a), File::Internal(b)) => (a == b || cx.facts.zones.may_alias(a, b)).then_some(true),
            // what is written to standard output is not read from standard input
            (File::Standard, _) | (_, File::Standard) | (File::Internal(_), _) | (_, File::Internal(_)) => Some(false),
            _ => None,
        }
    }
}

/// True for an OPEN of a file that is empty before, and gone when it is closed.
fn is_scratch(statement: &StmtKind) -> bool {
    let StmtKind::Io { controls, .. } = statement else {
        return false;
    };
    controls.iter().any(|(word, c)| match (word, c) {
        (Some(w), IoControl::Expr(e)) if w.eq_ignore_ascii_case("status") => {
            matches!(&e.kind, ExprKind::Str(s) if s.trim_matches(['\'', '"']).trim().eq_ignore_ascii_case("scratch"))
        }
        _ => false,
    })
}

/// True for input from, or output to, a character variable.
pub fn is_internal(statement: &StmtKind) -> bool {
    matches!(statement.io_unit(), Some((_, IoControl::Expr(e))) if e.ty == Ty::Character)
}

/// What is asked of each I/O statement: of which unit it is, itself, its kind, the values that go through it.
type EachIo<'f> = &'f mut dyn FnMut(UnitId, &Stmt, IoKind, Vec<Expr>);

impl Context<'_> {
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

    /// The procedures that the head reaches, in order.
    fn reached(&self) -> Vec<UnitId> {
        let mut reached = self.facts.calls.reachable(self.head.unit);
        reached.sort();
        reached.dedup();
        reached
    }

    /// Calls `f` on each I/O statement below the head, with the values that go through it.
    fn each_io(&self, f: EachIo) {
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

    /// Character variables whose text may have been made of active values: written by output, or taken from such a variable.
    fn active_texts(&self, written: &[(File, Span)]) -> ZoneSet {
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

impl Generator<'_> {
    /// Output of values that depend on independents.
    fn dependent_output(&self) -> Vec<(File, Span)> {
        let mut written = vec![];
        self.each_io(&mut |u, s, kind, values| {
            let depends = |e: &Expr| self.has_active(u, e) || self.is_dependent(s, e);
            if kind == IoKind::Write && values.iter().any(depends) {
                written.push((File::of(self, &s.kind), s.span));
            }
        });
        written
    }

    /// True for input whose text was surely made of passive values alone: from a character variable, or from a scratch file, to which nothing active is written.
    pub(crate) fn reads_passive_text(&self, s: &StmtKind) -> bool {
        let input = File::of(self, s);
        let written = self.dependent_output();
        if let File::Internal(z) = input {
            return !self.active_texts(&written).contains(z);
        }
        let mut opened: Vec<(Option<bool>, bool)> = vec![];
        self.each_io(&mut |_, s, kind, _| {
            if kind == IoKind::Open {
                opened.push((input.is_same(File::of(self, &s.kind), self), is_scratch(&s.kind)));
            }
        });
        let apart = |w: &(File, Span)| input.is_same(w.0, self) == Some(false);
        opened.iter().any(|o| o.0 == Some(true))
            && opened.iter().all(|o| o.0 == Some(false) || o.1)
            && written.iter().all(apart)
    }

    /// Checks all procedures that the head reaches.
    pub fn check_files(&mut self) {
        let written = self.dependent_output();
        let mut read: Vec<(File, Span)> = vec![];
        self.each_io(&mut |_, s, kind, values| {
            if kind == IoKind::Read && values.iter().any(|e| e.ty.is_differentiable()) {
                read.push((File::of(self, &s.kind), s.span));
            }
        });
        let texts = self.active_texts(&written);
        let passive = |f: File| matches!(f, File::Internal(z) if !texts.contains(z));
        for &(input, place) in read.iter().filter(|r| !passive(r.0)) {
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
