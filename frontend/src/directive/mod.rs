//! Directives in comments: `c$openad INDEPENDENT(x)`, `!$adc dependent(m%y, s%t)`, `C$AD ...`.
//!
//! Comments are passed without their introducing character. Commands of other tools that use these prefixes are
//! ordinary comments, but an unknown command after adc's own prefix `$adc` is an error ([`unknown`]). [`local`] parses
//! the directives about single statements, such as `C$AD II-LOOP`.

pub mod local;

use crate::ast::SmolStr;
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::{Directive, DirectiveKind};
use crate::span::Span;

/// The text after the prefix of one of adc's directives.
fn text_of(comment: &str) -> Option<&str> {
    after_prefix(&["openad", "adc", "ad"], comment)
}

fn after_prefix<'t>(prefixes: &[&str], comment: &'t str) -> Option<&'t str> {
    let text = comment.strip_prefix('$')?;
    prefixes.iter().find_map(|p| {
        let rest = strip_word(text, p)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_ascii())
    })
}

/// Begin or end of text that adc skips: `$adc exclude-begin`, `$adc exclude-end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exclusion {
    /// Skip the text that follows.
    Begin,
    /// Parse the text that follows again.
    End,
}

/// Parses a comment: `None` if it is not about exclusion, the word as an error if it is unknown.
pub fn exclusion(comment: &str) -> Option<Result<Exclusion, &str>> {
    let word = text_of(comment)?;
    if word.eq_ignore_ascii_case("exclude-begin") {
        return Some(Ok(Exclusion::Begin));
    }
    if word.eq_ignore_ascii_case("exclude-end") {
        return Some(Ok(Exclusion::End));
    }
    strip_word(word, "exclude").map(|_| Err(word))
}

/// Parses a comment: `None` if it is not one of adc's directives, an error if it is malformed.
pub fn parse(comment: &str, span: Span) -> Option<Result<Directive, Box<Diagnostic>>> {
    let rest = text_of(comment)?;
    if rest.eq_ignore_ascii_case("input-repeatable") {
        let kind = DirectiveKind::InputRepeatable;
        return Some(Ok(Directive {
            kind,
            names: vec![],
            span,
        }));
    }
    let word_end = rest
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let (word, list) = rest.split_at(word_end);
    let kind = match word.to_ascii_lowercase().as_str() {
        "independent" => DirectiveKind::Independent,
        "dependent" => DirectiveKind::Dependent,
        _ => return None,
    };
    Some(match names(list) {
        Some(names) => Ok(Directive { kind, names, span }),
        None => Err(Box::new(
            Diagnostic::error(
                codes::BAD_DIRECTIVE,
                span,
                format!("`{word}` requires a list of variables in parentheses"),
            )
            .help(format!("write `!$openad {}(x, y)`", word.to_ascii_uppercase())),
        )),
    })
}

/// The word after adc's own prefix, if it is unknown.
pub fn unknown(comment: &str) -> Option<&str> {
    let rest = after_prefix(&["adc"], comment)?;
    let is_known =
        parse(comment, Span::NONE).is_some() || local::parse(comment).is_some() || exclusion(comment).is_some();
    let word = rest.split(|c: char| c.is_whitespace() || c == '(').next()?;
    (!is_known && !word.is_empty()).then_some(word)
}

/// `text` without a leading `word`, ignoring case.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// Parses `(a, m%b)` with no text after it.
fn names(list: &str) -> Option<Vec<SmolStr>> {
    let inner = list.trim_ascii().strip_prefix('(')?.strip_suffix(')')?;
    let names: Vec<SmolStr> = inner
        .split(',')
        .map(|n| n.chars().filter(|c| !c.is_whitespace()).collect::<String>().into())
        .collect();
    let good = |n: &SmolStr| {
        n.split('%').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    names.iter().all(good).then_some(names)
}
