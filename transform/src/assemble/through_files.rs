//! Refuses derivatives that would flow through files ([`crate::context::files`]).

use crate::assemble::generator::Generator;
use crate::code::io::is_scratch;
use crate::context::files::File;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

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

    /// True for input whose text certainly comes from passive values only: from a character variable, or from a scratch
    /// file, to which no active value is written.
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
            let message = |verb: &str| format!("this {verb} active values, whose derivatives are lost in the file");
            let d = if let Some(output) = found(Some(true)) {
                let make = if self.options.active_io {
                    Diagnostic::warning
                } else {
                    Diagnostic::error
                };
                let help =
                    "pass the values as arguments; or, if their derivatives may be zero, use `--allow-active-io`";
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
