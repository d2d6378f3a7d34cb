//! Regions that adc skips: all lines from `$adc exclude-begin` to `$adc exclude-end`.
//!
//! They are found line by line before any other processing, so the lines in between need not be valid Fortran. They are
//! kept unchanged, like comments.

use super::Assembler;
use crate::ast::Trivia;
use crate::codes;
use crate::diag::Diagnostic;
use crate::directive::{exclusion, Exclusion};
use crate::span::Span;

/// An open region.
pub(super) struct Region {
    /// The directive that opened it.
    begin: Span,
    /// Its lines so far.
    text: String,
}

impl Assembler<'_> {
    /// True if a line belongs to a region. `comment` is its text without the comment character, if it is a comment.
    pub(super) fn excludes(&mut self, line: &str, comment: Option<&str>, pos: u32) -> bool {
        let place = Span::new(pos, pos + line.len() as u32);
        let word = comment.and_then(exclusion);
        match (&mut self.region, word) {
            (None, None) => return false,
            (None, Some(Ok(Exclusion::Begin))) => {
                self.region = Some(Region {
                    begin: place,
                    text: line.into(),
                });
            }
            (None, Some(Ok(Exclusion::End))) => {
                let d = Diagnostic::error(
                    codes::BAD_DIRECTIVE,
                    place,
                    "`exclude-end` without an `exclude-begin` before it",
                );
                self.diags
                    .push(d.help("remove it, or write `!$adc exclude-begin` before the lines to skip"));
                return false;
            }
            (_, Some(Err(word))) => {
                let d = Diagnostic::error(codes::BAD_DIRECTIVE, place, format!("`{word}` is not a directive"));
                self.diags.push(d.help("write `exclude-begin` or `exclude-end`"));
                return self.region.is_some();
            }
            (Some(region), word) => {
                region.text.push('\n');
                region.text.push_str(line);
                match word {
                    Some(Ok(Exclusion::End)) => {
                        let whole = Span::new(region.begin.lo, place.hi);
                        let text = std::mem::take(&mut region.text).into();
                        self.region = None;
                        self.out.excluded.push(whole);
                        self.pending.push(Trivia::Excluded(text, whole));
                    }
                    Some(_) => {
                        let d =
                            Diagnostic::error(codes::BAD_DIRECTIVE, place, "`exclude-begin` inside an excluded region");
                        let d = d.also(region.begin, "the region begins here");
                        self.diags
                            .push(d.help("add the missing `!$adc exclude-end` before it, or remove it"));
                    }
                    None => {}
                }
            }
        }
        true
    }

    /// Reports a region that is open at the end of the file.
    pub(super) fn close_region(&mut self) {
        if let Some(region) = self.region.take() {
            let d = Diagnostic::error(
                codes::BAD_DIRECTIVE,
                region.begin,
                "`exclude-begin` without an `exclude-end` in this file",
            );
            self.diags
                .push(d.help("write `!$adc exclude-end` after the lines to skip"));
        }
    }
}
