//! Sizes of types, and matches on some kinds of statements with a wildcard arm.

use super::imports::Crate;
use std::collections::BTreeMap;

/// Lines of all files.
pub fn lines(code: &Crate) -> usize {
    code.files.values().map(|t| t.lines().count()).sum()
}

/// Methods of each type, except those of traits, the largest type first.
pub fn methods(code: &Crate) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (of, _) in code.files.values().flat_map(|t| declared(t)) {
        *counts.entry(of).or_default() += 1;
    }
    let mut all: Vec<(String, usize)> = counts.into_iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all
}

/// The methods that a file declares, each with its type.
pub fn declared(text: &str) -> Vec<(String, &str)> {
    let mut out = vec![];
    let mut of: Option<String> = None;
    for line in text.lines() {
        if line.starts_with("impl") {
            of = type_of(line);
        } else if line.starts_with('}') {
            of = None;
        }
        let is_member = line.starts_with("    ") && !line.starts_with("     ");
        if let (true, Some(of), Some(name)) = (is_member, &of, function(line.trim_start())) {
            out.push((of.clone(), name));
        }
    }
    out
}

/// The name of the function that a line declares.
fn function(line: &str) -> Option<&str> {
    let words = line.split_whitespace();
    let mut rest = words.skip_while(|w| w.starts_with("pub") || ["const", "unsafe"].contains(w) || w.ends_with(')'));
    let name = (rest.next() == Some("fn")).then(|| rest.next()).flatten()?;
    name.split(['(', '<']).next()
}

/// The type of `impl<'a> Name<'a> {`; `None` for an impl of a trait.
fn type_of(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(inner) => &inner[inner.find('>')? + 1..],
        None => rest,
    };
    let is_trait = rest.contains(" for ");
    let name: String = rest
        .trim()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!is_trait && !name.is_empty()).then_some(name)
}

/// Matches that name kinds of statements and have a wildcard arm.
pub fn wildcards(code: &Crate) -> usize {
    let mut count = 0;
    for text in code.files.values() {
        // for each open match: its indent, and whether it names a kind of statement
        let mut open: Vec<(usize, bool)> = vec![];
        for line in text.lines() {
            let indent = line.len() - line.trim_start().len();
            let code = line.trim_start();
            open.retain(|(at, _)| indent > *at || !code.starts_with('}'));
            if let Some((at, names)) = open.last_mut() {
                let is_arm = indent == *at + 4;
                *names |= is_arm && code.contains("StmtKind::");
                count += usize::from(is_arm && *names && code.starts_with("_ =>"));
            }
            if code.contains("match ") && code.ends_with('{') {
                open.push((indent, false));
            }
        }
    }
    count
}
