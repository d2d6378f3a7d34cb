//! Directives about statements: `!$adc ii-loop`, `C$AD CHECKPOINT-START`, `!$AD BINOMIAL-CKP nstp+2 50 1`.
//!
//! Only their text is parsed here. Name resolution resolves the names in them and checks that they fit the statements
//! that follow.

use super::word;

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
    /// The words with which it begins and ends, in the spelling of one of them.
    pub fn words(self, as_in: &str) -> (&'static str, &'static str) {
        match self {
            Region::Checkpoint => ("CHECKPOINT-START", "CHECKPOINT-END"),
            Region::Split => ("NOCHECKPOINT-START", "NOCHECKPOINT-END"),
            Region::Constant => match as_in.to_ascii_lowercase().as_str() {
                "do-not-diff" | "end-do-not-diff" => ("DO-NOT-DIFF", "END-DO-NOT-DIFF"),
                _ => ("DO-NOT-DIFF-START", "DO-NOT-DIFF-END"),
            },
        }
    }
}

/// A word at one of the places of [`Local`].
#[derive(Clone, Copy)]
enum Place {
    Before(Word),
    Start(Region),
    End(Region),
}

/// All words, in lower case.
const WORDS: [(&str, Place); 14] = [
    ("ii-loop", Place::Before(Word::IndependentIterations)),
    ("nocheckpoint", Place::Before(Word::Split)),
    ("checkpoint", Place::Before(Word::Joint)),
    ("binomial-ckp", Place::Before(Word::Binomial)),
    ("fp-loop", Place::Before(Word::FixedPoint)),
    ("fixed-point", Place::Before(Word::FixedPoint)),
    ("checkpoint-start", Place::Start(Region::Checkpoint)),
    ("checkpoint-end", Place::End(Region::Checkpoint)),
    ("nocheckpoint-start", Place::Start(Region::Split)),
    ("nocheckpoint-end", Place::End(Region::Split)),
    ("do-not-diff-start", Place::Start(Region::Constant)),
    ("do-not-diff-end", Place::End(Region::Constant)),
    ("do-not-diff", Place::Start(Region::Constant)),
    ("end-do-not-diff", Place::End(Region::Constant)),
];

/// All words, in lower case.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(w, _)| *w)
}

/// Parses a comment; `None` if it is not a directive about statements.
pub fn parse(comment: &str) -> Option<Local<'_>> {
    let text = word::after_blanks(&["adc", "ad"], comment)?;
    let (found, rest) = word::split(text);
    let (_, place) = WORDS.iter().find(|(w, _)| found.eq_ignore_ascii_case(w))?;
    Some(match *place {
        Place::Before(word) => Local::Before(word, rest),
        Place::Start(region) => Local::Start(region),
        Place::End(region) => Local::End(region),
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
