//! Directives in comments: `c$openad INDEPENDENT(x)`, `!$adc dependent(m%y, s%t)`, `C$AD ...`.
//!
//! Comments are passed without their introducing character. Blanks may precede the prefix of a known word. An unknown
//! word after `$adc` or `$AD` is reported if no blank does ([`unknown`]): other comments are prose. `$openad` has
//! commands of another tool, which are comments.
//!
//! [`local`] parses the directives about statements, such as `C$AD II-LOOP`; [`foreign`] those of Tapenade that have no
//! meaning for adc; [`openmp`] those of OpenMP.

pub mod foreign;
pub mod local;
pub mod openmp;
mod word;

use crate::ast::SmolStr;
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::{Directive, DirectiveKind};
use crate::near::nearest;
use crate::span::Span;

/// The text after the prefix of one of adc's directives.
fn text_of(comment: &str) -> Option<&str> {
    word::after_blanks(&["openad", "adc", "ad"], comment)
}

/// Words around text that adc skips.
const EXCLUSIONS: [(&str, Exclusion); 4] = [
    ("exclude-begin", Exclusion::Begin),
    ("exclude-end", Exclusion::End),
    ("start-exclude", Exclusion::Begin),
    ("end-exclude", Exclusion::End),
];

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
    let text = text_of(comment)?;
    let found = EXCLUSIONS.iter().find(|(word, _)| text.eq_ignore_ascii_case(word));
    if let Some((_, exclusion)) = found {
        return Some(Ok(*exclusion));
    }
    let begins = |word| word::strip(text, word).is_some();
    ["exclude", "start-exclude", "end-exclude"]
        .into_iter()
        .any(begins)
        .then_some(Err(text))
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

/// An unknown word after `$adc` or `$AD`, and a known one that it may have been meant for.
pub fn unknown(comment: &str) -> Option<(&str, Option<&'static str>)> {
    let rest = word::after(&["adc", "ad"], comment)?;
    let is_known = parse(comment, Span::NONE).is_some()
        || local::parse(comment).is_some()
        || foreign::parse(comment).is_some()
        || exclusion(comment).is_some();
    let word = rest.split(|c: char| c.is_whitespace() || c == '(').next()?;
    if is_known || word.is_empty() {
        return None;
    }
    let own = ["independent", "dependent", "input-repeatable"].into_iter();
    let exclusions = EXCLUSIONS.iter().map(|(w, _)| *w);
    // advice to write what has no effect is of no use
    let near = nearest(word, own.chain(local::words()).chain(exclusions));
    Some((word, near.filter(|n| !word.eq_ignore_ascii_case(n))))
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
