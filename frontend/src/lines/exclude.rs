//! Regions that adc skips: all lines from `$adc exclude-begin` to `$adc exclude-end`.
//!
//! They are found line by line before any other processing, so the lines in between need not be valid Fortran. They are
//! kept unchanged, like comments.

use crate::ast::SmolStr;
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

/// The part of a line in a region.
pub(super) enum Line {
    /// None: it is read as usual.
    Outside,
    /// It is skipped.
    Inside,
    /// It ends a region with this text.
    Last(SmolStr, Span),
}

impl Line {
    /// Reads a line. `comment` is its text without the comment character, if it is a comment.
    pub(super) fn read(
        open: &mut Option<Region>,
        line: &str,
        comment: Option<&str>,
        pos: u32,
        diags: &mut Vec<Diagnostic>,
    ) -> Line {
        let place = Span::new(pos, pos + line.len() as u32);
        let word = comment.and_then(exclusion);
        match (open.as_mut(), word) {
            (None, None) => Line::Outside,
            (None, Some(Ok(Exclusion::Begin))) => {
                *open = Some(Region {
                    begin: place,
                    text: line.into(),
                });
                Line::Inside
            }
            (None, Some(Ok(Exclusion::End))) => {
                let d = Diagnostic::error(
                    codes::BAD_DIRECTIVE,
                    place,
                    "`exclude-end` without an `exclude-begin` before it",
                );
                diags.push(d.help("remove it, or write `!$adc exclude-begin` before the lines to skip"));
                Line::Outside
            }
            (region, Some(Err(word))) => {
                let d = Diagnostic::error(codes::BAD_DIRECTIVE, place, format!("`{word}` is not a directive"));
                diags.push(d.help("write `exclude-begin` or `exclude-end`"));
                region.map_or(Line::Outside, |_| Line::Inside)
            }
            (Some(region), word) => {
                region.text.push('\n');
                region.text.push_str(line);
                match word {
                    Some(Ok(Exclusion::End)) => {
                        let whole = Span::new(region.begin.lo, place.hi);
                        let text = std::mem::take(&mut region.text).into();
                        *open = None;
                        return Line::Last(text, whole);
                    }
                    Some(_) => {
                        let d =
                            Diagnostic::error(codes::BAD_DIRECTIVE, place, "`exclude-begin` inside an excluded region");
                        let d = d.also(region.begin, "the region begins here");
                        diags.push(d.help("add the missing `!$adc exclude-end` before it, or remove it"));
                    }
                    None => {}
                }
                Line::Inside
            }
        }
    }
}

impl Region {
    /// The error for a region that is open at the end of the file.
    pub(super) fn unclosed(&self) -> Diagnostic {
        let text = "`exclude-begin` without an `exclude-end` in this file";
        Diagnostic::error(codes::BAD_DIRECTIVE, self.begin, text)
            .help("write `!$adc exclude-end` after the lines to skip")
    }
}
