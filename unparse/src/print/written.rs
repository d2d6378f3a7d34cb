//! Preservation of the source layout: a statement with unchanged tokens keeps its lines, blanks and case.
//!
//! The printer produces the text of a statement from the tree. If the source has the same tokens at the statement's
//! place, the printer copies the source's own lines, with the label before them, the comment after them and the blank
//! lines between them and the previous output. So the output always agrees with the tree, in the author's layout.

use super::printer::Head;
use adc_frontend::encoding::MARK;
use adc_frontend::lines::{self, include_name, Includes, LineOptions, Lines};
use adc_frontend::span::{FileId, Form, SourceMap, Span};

/// The source of the file that is printed.
pub(super) struct Written<'s> {
    text: &'s str,
    base: u32,
    form: Form,
    /// Its statements, for their tokens.
    lines: Lines,
    /// The source has been printed, or left out, up to here.
    at: usize,
}

impl<'s> Written<'s> {
    pub(super) fn new(map: &'s SourceMap, file: FileId, options: &LineOptions) -> Written<'s> {
        let f = map.file(file);
        // Included text belongs to other files; its statements are not looked up.
        let (lines, _) = lines::assemble(map, file, options, &Includes::default());
        Written {
            text: &f.text,
            base: f.base,
            form: f.form,
            lines,
            at: 0,
        }
    }

    /// True for text of this file, excluding included text.
    pub(super) fn holds(&self, span: Span) -> bool {
        span.lo >= self.base && span.hi as usize <= self.base as usize + self.text.len()
    }

    /// True if the source has these tokens at the statement's place.
    fn says(&self, tokens: &str, span: Span) -> bool {
        let list = &self.lines.list;
        let found = list.binary_search_by_key(&span.lo, |l| l.span.lo);
        found.is_ok_and(|i| {
            let (own, written) = (normal(tokens), normal(self.lines.text_of(&list[i])));
            // an END statement may omit the name of the unit or construct that it ends
            let is_end = written.starts_with("end") && (own.starts_with(&written) || own == "end");
            // and a dividing statement that of its construct
            let divides = ["else", "case", "rank", "typeis", "classis", "classdefault"];
            let is_name = |rest: &str| rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let is_divided =
                divides.iter().any(|w| own.starts_with(w)) && written.strip_prefix(&own).is_some_and(is_name);
            own == written || is_end || is_divided
        })
    }

    /// Takes the source up to `hi`, and the rest of that line if it contains only `trail`. The piece starts at the end
    /// of the last one (then the flag is true) or otherwise at the start of the line, provided that no text has to be
    /// left out.
    fn take(&mut self, lo: usize, hi: usize, label: Option<u32>, trail: Option<&str>) -> Option<(bool, &'s str)> {
        let line = self.text[..lo].rfind('\n').map_or(0, |n| n + 1);
        let is_start = |&s: &usize| s <= lo && is_gap(&self.text[s..lo], label);
        let start = [self.at, line.max(self.at)].into_iter().find(is_start)?;
        let end = self.end(lo, hi, trail)?;
        let joined = start == self.at;
        self.at = end;
        Some((joined, &self.text[start..end]))
    }

    /// The end of the line that contains `hi`, or `hi` itself if another statement follows on the line.
    fn end(&self, lo: usize, hi: usize, trail: Option<&str>) -> Option<usize> {
        let end = self.text[hi..].find('\n').map_or(self.text.len(), |n| hi + n + 1);
        let rest = self.text[hi..end].trim_ascii();
        let comment = rest.strip_prefix('!').map(str::trim_ascii_end);
        // a comment after an earlier line of the statement comes with that line
        let trail = trail.filter(|t| comment.is_some() || !self.text[lo..hi].contains(&format!("!{t}")));
        if comment != trail && (trail.is_some() || self.form == Form::Free) {
            return trail.is_none().then_some(hi);
        }
        let goes_on = match self.form {
            // after the last column any text is allowed
            Form::Fixed => rest.starts_with(';'),
            Form::Free => comment.is_none() && !rest.is_empty(),
        };
        Some(if goes_on { hi } else { end })
    }

    /// Columns before a statement that is the first one in its line.
    fn indent(&self, span: Span) -> Option<usize> {
        let lo = (span.lo - self.base) as usize;
        let line = self.text[..lo].rfind('\n').map_or(0, |n| n + 1);
        let before = &self.text[line..lo];
        before
            .bytes()
            .all(|b| b == b' ' || b.is_ascii_digit())
            .then_some(before.len())
    }

    /// Columns before a statement in the source, so that a statement with a new layout stays in its block.
    pub(super) fn indent_of(&self, span: Span) -> Option<usize> {
        self.holds(span).then(|| self.indent(span)).flatten()
    }

    /// The text of a statement in the source, if it has the same tokens there; true if it continues the line before.
    pub(super) fn statement(&mut self, tokens: &str, head: Head<'_>) -> Option<(bool, &'s str)> {
        let is_same = self.holds(head.span) && self.says(tokens, head.span);
        is_same.then(|| self.copy(head.span, head.label, head.trail)).flatten()
    }

    /// Likewise of a comment or a preprocessor line.
    pub(super) fn line(&mut self, text: &str, span: Span) -> Option<(bool, &'s str)> {
        if !self.holds(span) {
            return None;
        }
        let (lo, hi) = ((span.lo - self.base) as usize, (span.hi - self.base) as usize);
        let source = self.text.get(lo..hi).unwrap_or("").trim_ascii_end();
        let text = text.trim_ascii_end();
        let says = source == text || source.get(1..) == Some(text);
        says.then(|| self.copy(span, None, None)).flatten()
    }

    fn copy(&mut self, span: Span, label: Option<u32>, trail: Option<&str>) -> Option<(bool, &'s str)> {
        let offset = |pos: u32| (pos - self.base) as usize;
        let (lo, hi) = (offset(span.lo), offset(span.hi));
        self.take(lo, hi, label, trail)
    }

    /// Records that a statement was laid out anew: the source after it continues after its line there.
    pub(super) fn pass(&mut self, head: Head<'_>) {
        if self.holds(head.span) {
            let (lo, hi) = ((head.span.lo - self.base) as usize, (head.span.hi - self.base) as usize);
            self.at = self.end(lo, hi, head.trail).unwrap_or(hi).max(self.at);
        }
    }

    /// The source between the last printed piece and its end, if that part is empty.
    pub(super) fn rest(&self) -> Option<&'s str> {
        let rest = &self.text[self.at..];
        is_gap(rest, None).then_some(rest)
    }
}

/// True if a piece of source contains only blanks, separators, INCLUDE lines, and the label at its end.
fn is_gap(text: &str, label: Option<u32>) -> bool {
    let (before, last) = text.rsplit_once('\n').unwrap_or(("", text));
    let is_filler = |line: &str| {
        let line = line.trim_matches([' ', '\t', '\r', '\x0c', ';', '&', MARK, '\x1a']);
        line.is_empty() || include_name(line.split('!').next().unwrap_or(line).trim_ascii_end()).is_some()
    };
    let digits = last.trim_matches(|c: char| !c.is_ascii_digit());
    let has_label = label.is_some_and(|l| digits.parse() == Ok(l));
    let last = if has_label {
        last.replacen(digits, "", 1)
    } else {
        last.into()
    };
    has_label == label.is_some() && before.split('\n').all(is_filler) && is_filler(&last)
}

/// A statement's tokens in a normal form, without what the tree does not represent: blanks, case, alternative spellings
/// of operators, optional separators.
fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    let mut depth = 0usize;
    for c in text.chars() {
        if let Some(q) = quote {
            out.push(c);
            if c == q {
                quote = None;
            }
            continue;
        }
        match c {
            ' ' | '\t' | '\x0c' => continue,
            ',' | ':' if depth == 0 => continue,
            '\'' | '"' => quote = Some(c),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        out.push(c.to_ascii_lowercase());
        if matches!(c, '.' | '(' | ')' | '=' | '/') {
            if let Some((one, other)) = SPELLINGS.iter().find(|(one, _)| out.ends_with(one)) {
                out.truncate(out.len() - one.len());
                out.push_str(other);
            }
        }
    }
    out
}

/// Equivalent endings of a text.
const SPELLINGS: [(&str, &str); 10] = [
    (".eq.", "=="),
    (".ne.", "/="),
    (".lt.", "<"),
    (".le.", "<="),
    (".gt.", ">"),
    (".ge.", ">="),
    ("()", ""),
    ("common//", "common"),
    ("(len=", "("),
    ("character*(", "character("),
];
