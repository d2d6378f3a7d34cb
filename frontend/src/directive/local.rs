//! Directives about statements: `!$adc ii-loop`, `C$AD CHECKPOINT-START`, `!$AD BINOMIAL-CKP nstp+2 50 1`.
//!
//! Only their text is parsed here. Name resolution resolves the names in them and checks that they fit the statements
//! that follow.

use super::after_prefix;

/// A directive about statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Local<'t> {
    /// About the statement that follows: the directive's word and its arguments.
    Before(Word, &'t str),
    /// About the statements from here on.
    Start(Region),
    /// The region ended before.
    End(Region),
}

/// Directives before a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `II-LOOP`.
    IndependentIterations,
    /// `NOCHECKPOINT`.
    Split,
    /// `CHECKPOINT`.
    Joint,
    /// `BINOMIAL-CKP`.
    Binomial,
    /// `FP-LOOP`, `fixed-point`.
    FixedPoint,
}

/// Directives around statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// `CHECKPOINT-START`.
    Checkpoint,
    /// `NOCHECKPOINT-START`.
    Split,
    /// `DO-NOT-DIFF-START`.
    Constant,
}

impl Region {
    /// The word with which it begins and ends, in capitals.
    pub fn word(self) -> &'static str {
        match self {
            Region::Checkpoint => "CHECKPOINT",
            Region::Split => "NOCHECKPOINT",
            Region::Constant => "DO-NOT-DIFF",
        }
    }
}

/// Parses a comment; `None` if it is not a directive about statements.
pub fn parse(comment: &str) -> Option<Local<'_>> {
    let text = after_prefix(&["adc", "ad"], comment)?;
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let rest = rest.trim_ascii();
    let word = word.to_ascii_lowercase();
    let before = match word.as_str() {
        "ii-loop" => Some(Word::IndependentIterations),
        "nocheckpoint" => Some(Word::Split),
        "checkpoint" => Some(Word::Joint),
        "binomial-ckp" => Some(Word::Binomial),
        "fp-loop" | "fixed-point" => Some(Word::FixedPoint),
        _ => None,
    };
    if let Some(word) = before {
        return Some(Local::Before(word, rest));
    }
    let regions = [Region::Checkpoint, Region::Split, Region::Constant];
    regions.into_iter().find_map(|r| {
        let tail = super::strip_word(&word, r.word())?;
        match tail {
            "-start" => Some(Local::Start(r)),
            "-end" => Some(Local::End(r)),
            _ => None,
        }
    })
}

/// An argument of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument<'t> {
    /// The word before `=`.
    pub keyword: Option<&'t str>,
    /// Its text.
    pub text: &'t str,
}

/// The arguments after a word, separated by blanks or commas: `50 disk=100`, `(a, b) tol=1e-12`, `"a b"`. Text in
/// quotes or parentheses is one argument; quotes or parentheses around a whole argument are removed. `None` if one is
/// not closed.
pub fn arguments(text: &str) -> Option<Vec<Argument<'_>>> {
    let mut out = vec![];
    for piece in pieces(text)? {
        let (keyword, text) = match piece.split_once('=') {
            Some((k, v)) if is_name(k.trim_ascii()) => (Some(k.trim_ascii()), v.trim_ascii()),
            _ => (None, piece),
        };
        if text.is_empty() {
            return None;
        }
        out.push(Argument { keyword, text });
    }
    Some(out)
}

/// The names in an argument that is a list: `(a, b)`, `"a b"`, `a`.
pub fn list(text: &str) -> Option<Vec<&str>> {
    let quoted = |q: char| text.strip_prefix(q).and_then(|t| t.strip_suffix(q));
    let inner = quoted('"').or_else(|| quoted('\''));
    let inner = inner.or_else(|| text.strip_prefix('(').and_then(|t| t.strip_suffix(')')));
    match inner {
        Some(inner) => pieces(inner),
        None => Some(vec![text]),
    }
}

/// Splits the text at blanks and commas outside quotes and parentheses. A blank next to an operator or `=` does not
/// separate.
fn pieces(text: &str) -> Option<Vec<&str>> {
    let mut out = vec![];
    let (mut depth, mut quote, mut start) = (0u32, None, None);
    let mut last = 0;
    let binds = |c: char| matches!(c, '+' | '-' | '*' | '/' | '=' | '%');
    for (at, c) in text.char_indices() {
        let separates = quote.is_none() && depth == 0 && (c == ',' || c.is_whitespace());
        if separates {
            let joined = c != ','
                && (text[..at].trim_ascii_end().ends_with(binds) || text[at..].trim_ascii_start().starts_with(binds));
            if !joined {
                out.extend(start.take().map(|s| &text[s..last]));
            }
            continue;
        }
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.checked_sub(1)?,
            (None, _) => {}
        }
        start.get_or_insert(at);
        last = at + c.len_utf8();
    }
    out.extend(start.map(|s| &text[s..last]));
    (depth == 0 && quote.is_none()).then_some(out)
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
