//! Directives of OpenMP: `!$omp parallel do private(t) reduction(+:s)`.
//!
//! Only their text is parsed here: the construct and its clauses. Name resolution resolves the names in the clauses.
//! The words of a construct may be joined (`paralleldo`). A directive of several lines is joined before.

use crate::ast::Trivia;

/// A construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construct {
    /// `parallel do`, also with `simd`.
    ParallelDo,
    /// Its end.
    EndParallelDo,
    /// `parallel`.
    Parallel,
    /// Its end.
    EndParallel,
    /// `do`, also with `simd`.
    Do,
    /// Its end.
    EndDo,
    /// `single` and others of which one thread runs the statements; `workshare`, whose statements work on arrays.
    Single,
    /// Their end.
    EndSingle,
    /// `barrier`.
    Barrier,
    /// A hint for compilers, without which a program computes the same: `simd`.
    Hint,
    /// Another one, which derivatives run on one thread.
    Other,
}

/// A clause: its name in lower case, and the text in its parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause<'t> {
    /// `private`.
    pub name: String,
    /// `a, b`.
    pub text: Option<&'t str>,
}

/// The constructs. Of two of which one begins with the other, the longer one comes first.
const CONSTRUCTS: [(&str, Construct); 59] = [
    ("end parallel do simd", Construct::EndParallelDo),
    ("end parallel do", Construct::EndParallelDo),
    ("end parallel masked", Construct::Other),
    ("end parallel master", Construct::Other),
    ("end parallel loop", Construct::Other),
    ("end parallel sections", Construct::Other),
    ("end parallel workshare", Construct::Other),
    ("end parallel", Construct::EndParallel),
    ("end do simd", Construct::EndDo),
    ("end do", Construct::EndDo),
    ("end loop", Construct::Other),
    ("end simd", Construct::Hint),
    ("end sections", Construct::Other),
    ("end single", Construct::EndSingle),
    ("end master", Construct::EndSingle),
    ("end masked", Construct::EndSingle),
    ("end critical", Construct::Other),
    ("end atomic", Construct::Other),
    ("end ordered", Construct::Other),
    ("end workshare", Construct::EndSingle),
    ("end taskgroup", Construct::Other),
    ("end taskloop", Construct::Other),
    ("end task", Construct::Other),
    ("end target", Construct::Other),
    ("end teams", Construct::Other),
    ("end distribute", Construct::Other),
    ("end scope", Construct::Other),
    ("parallel do simd", Construct::ParallelDo),
    ("parallel do", Construct::ParallelDo),
    ("parallel masked", Construct::Other),
    ("parallel master", Construct::Other),
    ("parallel loop", Construct::Other),
    ("parallel sections", Construct::Other),
    ("parallel workshare", Construct::Other),
    ("parallel", Construct::Parallel),
    ("do simd", Construct::Do),
    ("do", Construct::Do),
    ("loop", Construct::Other),
    ("simd", Construct::Hint),
    ("sections", Construct::Other),
    ("section", Construct::Other),
    ("single", Construct::Single),
    ("master", Construct::Single),
    ("masked", Construct::Single),
    ("critical", Construct::Other),
    ("atomic", Construct::Other),
    ("barrier", Construct::Barrier),
    ("ordered", Construct::Other),
    ("workshare", Construct::Single),
    ("flush", Construct::Other),
    ("threadprivate", Construct::Other),
    ("task", Construct::Other),
    ("declare simd", Construct::Hint),
    ("declare", Construct::Other),
    ("target", Construct::Other),
    ("teams", Construct::Other),
    ("distribute", Construct::Other),
    ("cancel", Construct::Other),
    ("scope", Construct::Other),
];

/// Words that may follow the word of a construct and belong to it.
const CONTINUED: [&str; 4] = ["task", "target", "cancel", "distribute"];

/// The text after the sentinel `$omp` of a comment; `None` for other comments.
pub fn after_sentinel(comment: &str) -> Option<&str> {
    let rest = comment.get(4..)?;
    let is_one = comment.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("$omp"));
    (is_one && rest.starts_with([' ', '&', '\t', '+'])).then_some(rest)
}

/// The construct of a directive, and the text of its clauses; `None` if it is unknown.
pub fn construct(text: &str) -> Option<(&'static str, Construct, &str)> {
    CONSTRUCTS.iter().find_map(|&(words, c)| {
        let rest = without(text.trim_ascii_start(), words)?;
        let ends = !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        (ends || CONTINUED.contains(&words)).then_some((words, c, rest))
    })
}

/// The text after words, between which blanks may be missing.
fn without<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let mut rest = text;
    for w in words.split(' ') {
        rest = rest.trim_ascii_start();
        let head = rest.get(..w.len())?;
        if !head.eq_ignore_ascii_case(w) {
            return None;
        }
        rest = &rest[w.len()..];
    }
    Some(rest)
}

/// The clauses of a directive; the text from which on they are not understood as an error.
pub fn clauses(text: &str) -> Result<Vec<Clause<'_>>, &str> {
    let mut out = vec![];
    let mut rest = text.trim_ascii();
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name.is_empty() {
            return Err(rest);
        }
        let after = after.trim_ascii_start();
        let mut text = None;
        let mut next = after;
        if after.starts_with('(') {
            let inside = closing(after).ok_or(rest)?;
            text = Some(after[1..inside].trim_ascii());
            next = &after[inside + 1..];
        }
        out.push(Clause {
            name: name.to_ascii_lowercase(),
            text,
        });
        rest = next.trim_ascii_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_ascii_start();
    }
    Ok(out)
}

/// The position of the parenthesis that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Splits a list at the commas outside parentheses.
pub fn list(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0, 0, vec![]);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[start..at].trim_ascii());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text[start..].trim_ascii());
    out
}

/// The text of a line of a directive, without its mark of continuation, and true if it continues the line before, or
/// is continued.
pub struct Line<'t> {
    /// The text.
    pub text: &'t str,
    /// It continues the line before.
    pub continues: bool,
    /// The next line continues it.
    pub goes_on: bool,
}

/// Parses a line of a directive; `None` for other comments. In fixed form, a mark in column 6 continues a line.
pub fn line(comment: &str) -> Option<Line<'_>> {
    let rest = after_sentinel(comment)?;
    let mark = rest.as_bytes().first().copied();
    let continues = matches!(mark, Some(b'&' | b'+')) || rest.trim_ascii_start().starts_with('&');
    let text = if matches!(mark, Some(b'&' | b'+')) {
        &rest[1..]
    } else {
        rest
    };
    let text = text.split('!').next().unwrap_or(text).trim_ascii();
    let text = text.strip_prefix('&').unwrap_or(text);
    let goes_on = text.ends_with('&');
    let text = text.strip_suffix('&').unwrap_or(text).trim_ascii();
    Some(Line {
        text,
        continues,
        goes_on,
    })
}

/// The names in directives `threadprivate` among comments, those of COMMON blocks between slashes.
pub fn threadprivate(lead: &[Trivia]) -> Vec<String> {
    let mut texts: Vec<String> = vec![];
    let mut goes_on = false;
    for t in lead {
        let Trivia::Comment(text, _) = t else { continue };
        let Some(line) = line(text) else { continue };
        match texts.last_mut().filter(|_| goes_on || line.continues) {
            Some(before) => *before = format!("{before} {}", line.text),
            None => texts.push(line.text.into()),
        }
        goes_on = line.goes_on;
    }
    let names = |text: &String| -> Vec<String> {
        let inside = match construct(text) {
            Some(("threadprivate", _, rest)) => rest.trim_ascii().strip_prefix('(').and_then(|r| r.strip_suffix(')')),
            _ => None,
        };
        inside.map_or(vec![], |names| list(names).into_iter().map(String::from).collect())
    };
    texts.iter().flat_map(names).collect()
}
