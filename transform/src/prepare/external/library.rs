//! Descriptions in the format of Tapenade's `-ext` files.
//!
//! ```text
//! subroutine solve:
//!   external:
//!   shape: (param 1, param 2, param 3)
//!   type: (...)
//!   ReadNotWritten:     (1, 1, 0)
//!   NotReadThenWritten: (0, 0, 1)
//!   deps: (id,
//!          id,
//!          1, 1, 0)
//! ```
//!
//! `shape` lists the variables that the procedure accesses; the bits and the rows of `deps` follow its order. A row
//! lists the operands of the new value; `id` means the old value. Variables without bits are read and may be written.
//! Without `deps`, written variables depend on all that are read. A variable that is in every case written without being
//! read, and does not depend on its old value, is overwritten completely, as in Tapenade.
//!
//! Colons may be missing, as some existing files show; so may `external`, since a shape is enough.
//!
//! As in Tapenade, arguments have shadows that are active in some call.
//!
//! Types are ignored: calls show them. Rows of intrinsic procedures and constants are ignored, since the table of
//! intrinsics has them. Entries that cannot be honoured (state in COMMON blocks, derivatives as formulas) are reported
//! where the program calls the procedure.

use crate::options::description::{Argument, Description};
use adc_frontend::ast::fold;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::span::Span;
use indexmap::IndexMap;

/// True for a text in this format.
pub(crate) fn is_library(text: &str) -> bool {
    let first = tokens(text, 0);
    is_start(&first, 0)
}

/// Reads a file that begins at `base`.
pub(crate) fn read(text: &str, base: u32, messages: &mut Vec<Diagnostic>) -> Vec<Description> {
    let tokens = tokens(text, base);
    let mut starts: Vec<usize> = (0..tokens.len()).filter(|&k| is_start(&tokens, k)).collect();
    starts.push(tokens.len());
    let entries = starts.windows(2).map(|w| &tokens[w[0]..w[1]]);
    entries.filter_map(|e| entry(e, messages)).collect()
}

/// True where an entry begins: `subroutine f:`, or `subroutine f` before a key.
fn is_start(tokens: &[Token], k: usize) -> bool {
    match tokens.get(k..) {
        Some([kind, _, next, ..]) => is_kind(kind.text) && (next.text == ":" || is_key(next.text)),
        _ => false,
    }
}

/// True for the name of a property of an entry.
fn is_key(word: &str) -> bool {
    let known = [
        "intrinsic",
        "external",
        "shape",
        "type",
        "readnotwritten",
        "readthenwritten",
        "notreadthenwritten",
        "notreadnotwritten",
        "deps",
        "derivative",
        "inline",
    ];
    known.contains(&word.to_ascii_lowercase().as_str())
}

fn is_kind(word: &str) -> bool {
    ["subroutine", "function", "constant"].contains(&word.to_ascii_lowercase().as_str())
}

/// A word, or a punctuation mark.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    span: Span,
}

fn tokens(text: &str, base: u32) -> Vec<Token<'_>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_%.*".contains(c);
    let mut out = vec![];
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c == '#' {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        }
        let length = match text[at..].find(|c| !is_word(c)) {
            Some(0) => c.len_utf8(),
            Some(n) => n,
            None => text.len() - at,
        };
        if !c.is_whitespace() {
            let lo = base + at as u32;
            out.push(Token {
                text: &text[at..at + length],
                span: Span::new(lo, lo + length as u32),
            });
        }
        at += length;
    }
    out
}

/// A variable that a procedure accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touched {
    Parameter(usize),
    Result,
    /// State outside the procedure.
    Beyond,
}

type Keys<'t> = IndexMap<String, &'t [Token<'t>]>;

/// The keys of an entry with their values.
fn keys<'t>(tokens: &'t [Token<'t>]) -> Keys<'t> {
    let mut depth = 0;
    let mut places = vec![];
    for (k, t) in tokens.iter().enumerate() {
        match t.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            word if depth == 0 => {
                let has_colon = tokens.get(k + 1).is_some_and(|next| next.text == ":");
                if has_colon || is_key(word) {
                    places.push((k, k + 1 + usize::from(has_colon)));
                }
            }
            _ => {}
        }
    }
    let ends = places.iter().skip(1).map(|&(next, _)| next).chain([tokens.len()]);
    let pairs = places.iter().zip(ends).filter_map(|(&(k, value), end)| {
        let word = tokens.get(k)?.text.to_ascii_lowercase();
        Some((word, tokens.get(value..end).unwrap_or(&[])))
    });
    pairs.collect()
}

fn entry(tokens: &[Token], messages: &mut Vec<Diagnostic>) -> Option<Description> {
    let [kind, name, rest @ ..] = tokens else {
        return None;
    };
    let rest = match rest {
        [colon, rest @ ..] if colon.text == ":" => rest,
        _ => rest,
    };
    let mut say = |span: Span, text: String| {
        messages.push(Diagnostic::error(codes::BAD_EXTERNAL_FILE, span, text));
    };
    let keys = keys(rest);
    if kind.text.eq_ignore_ascii_case("constant") || keys.contains_key("intrinsic") {
        return None;
    }
    let Some(shape) = keys.get("shape") else {
        say(
            name.span,
            format!("`{}` has no shape, which lists its arguments", name.text),
        );
        return None;
    };
    let touched: Option<Vec<Touched>> = items(shape).and_then(|all| all.into_iter().map(touched).collect());
    let Some(touched) = touched else {
        say(name.span, format!("cannot understand the shape of `{}`", name.text));
        return None;
    };
    let count = touched.len();
    let mut bits = |key: &str| -> Option<Vec<bool>> {
        let Some(list) = keys.get(key) else {
            return Some(vec![false; count]);
        };
        let bits: Option<Vec<bool>> = values(list).into_iter().map(bit).collect();
        let bits = bits.filter(|b| b.len() == count);
        if bits.is_none() {
            let span = list.first().map_or(name.span, |t| t.span);
            say(
                span,
                format!("expected {count} zeros and ones, as many as in the shape"),
            );
        }
        bits
    };
    let only_read = bits("readnotwritten")?;
    let only_written = bits("notreadthenwritten")?;
    let both = bits("readthenwritten")?;
    let neither = bits("notreadnotwritten")?;
    let unknown = |k: usize| !(only_read[k] || only_written[k] || both[k] || neither[k]);
    let reads = |k: usize| only_read[k] || both[k] || unknown(k);
    let writes = |k: usize| only_written[k] || both[k] || unknown(k);
    let only = |k: usize| only_written[k] && !(only_read[k] || both[k] || neither[k]);
    let from = match keys.get("deps") {
        None => vec![(0..count).filter(|&k| reads(k)).collect::<Vec<usize>>(); count],
        Some(list) => {
            let rows = rows(&values(list), count);
            if rows.is_none() {
                let span = list.first().map_or(name.span, |t| t.span);
                say(
                    span,
                    format!("expected {count} rows, each `id` or {count} zeros and ones"),
                );
            }
            rows?
        }
    };
    // from positions in the shape to positions among the arguments
    let parameter = |k: usize| match touched[k] {
        Touched::Parameter(p) => Some(p),
        Touched::Result | Touched::Beyond => None,
    };
    let sources = |k: usize| -> Vec<usize> { from[k].iter().filter_map(|&f| parameter(f)).collect() };
    let order = (0..count).filter_map(parameter).max().map_or(0, |p| p + 1);
    let mut arguments: Vec<Argument> = (0..order)
        .map(|p| Argument {
            name: format!("a{}", p + 1).into(),
            ..Argument::default()
        })
        .collect();
    let mut result_from = vec![];
    let mut unusable = None;
    for k in 0..count {
        match touched[k] {
            Touched::Parameter(p) => {
                arguments[p].reads = reads(k);
                arguments[p].writes = writes(k);
                arguments[p].kills = only(k) && !from[k].contains(&k);
                arguments[p].from = if writes(k) { sources(k) } else { vec![] };
            }
            Touched::Result => result_from = sources(k),
            Touched::Beyond if neither[k] => {}
            Touched::Beyond => unusable = Some("contains variables that are not arguments".into()),
        }
    }
    if keys.contains_key("derivative") || keys.contains_key("inline") {
        unusable = Some("contains a formula, which adc does not support".into());
    }
    Some(Description {
        result_from,
        by_calls: true,
        globals_read: Some(vec![]),
        unusable,
        ..Description::new(fold(name.text), name.span, arguments)
    })
}

/// The items of a list in parentheses. A range of storage (`[0,*[`) contains a comma itself.
fn items<'t>(list: &'t [Token<'t>]) -> Option<Vec<&'t [Token<'t>]>> {
    let [open, inner @ .., close] = list else { return None };
    if (open.text, close.text) != ("(", ")") {
        return None;
    }
    if inner.is_empty() {
        return Some(vec![]);
    }
    let mut in_range = false;
    let splits = |t: &Token| {
        in_range ^= t.text == "[" || t.text == "]";
        t.text == "," && !in_range
    };
    Some(inner.split(splits).collect())
}

fn touched(item: &[Token]) -> Option<Touched> {
    let words: Vec<String> = item.iter().map(|t| t.text.to_ascii_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["param", k] => k
            .parse()
            .ok()
            .filter(|k| *k > 0)
            .map(|k: usize| Touched::Parameter(k - 1)),
        ["result"] => Some(Touched::Result),
        [_, _, ..] => Some(Touched::Beyond),
        _ => None,
    }
}

/// The items between the parentheses of a list. Commas may be missing, as in some existing files.
fn values<'t>(list: &[Token<'t>]) -> Vec<&'t str> {
    let words = list.iter().map(|t| t.text);
    words.filter(|t| !["(", ")", ","].contains(t)).collect()
}

fn bit(word: &str) -> Option<bool> {
    match word {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// For each variable of the shape, the variables on which its new value depends.
fn rows(words: &[&str], count: usize) -> Option<Vec<Vec<usize>>> {
    let mut rest = words;
    let mut rows = vec![];
    for k in 0..count {
        if rest.first().is_some_and(|w| w.eq_ignore_ascii_case("id")) {
            rows.push(vec![k]);
            rest = &rest[1..];
            continue;
        }
        let row: Vec<bool> = rest.get(..count)?.iter().map(|w| bit(w)).collect::<Option<_>>()?;
        rows.push((0..count).filter(|&f| row[f]).collect());
        rest = &rest[count..];
    }
    rest.is_empty().then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# what a library holds
subroutine solve:
  external:
  shape: (param 1, param 3, param 2, common /state/[0,*[)
  type: (float(), float(), arrayType(float(), dimColons()), float())
  ReadNotWritten:     (1, 0, 0, 0)
  NotReadThenWritten: (0, 1, 0, 0)
  ReadThenWritten:    (0, 0, 1, 0)
  NotReadNotWritten:  (0, 0, 0, 1)
  deps: (id,
         1, 0, 0, 0
         1, 0, 1, 0,
         id)

function bend:
  external:
  shape: (param 1, param 2, result)
  type: (float(), integer(), float())
  ReadNotWritten: (1, 1, 0)
  deps: (id, id, 1, 0, 0)

function sin:
  intrinsic:
  shape: (param 1, result)
  derivative : cos

subroutine log:
  external:
  shape: (param 1, common /unit/[0,*[)
  ReadNotWritten: (1, 1)
";

    #[test]
    fn rows_follow_the_shape() {
        assert!(is_library(TEXT));
        let mut messages = vec![];
        let found = read(TEXT, 1, &mut messages);
        assert!(messages.is_empty(), "{messages:?}");
        let names: Vec<&str> = found.iter().map(|d| d.name.as_str()).collect();
        assert_eq!(names, ["solve", "bend", "log"]);
        let of = |k: usize| -> Vec<(bool, bool, Vec<usize>)> {
            let arguments = found[k].arguments.iter();
            arguments.map(|a| (a.reads, a.writes, a.from.clone())).collect()
        };
        let solve = [(true, false, vec![]), (true, true, vec![0, 1]), (false, true, vec![0])];
        assert_eq!(of(0), solve);
        assert_eq!(
            (found[1].result_from.as_slice(), found[1].unusable.as_ref()),
            (&[0][..], None)
        );
        assert_eq!(
            (found[0].unusable.is_some(), found[2].unusable.is_some()),
            (false, true)
        );
    }

    /// Files of Tapenade's users lack colons, and describe procedures without arguments.
    #[test]
    fn colons_may_be_missing() {
        let text = "\
subroutine solve
  external
  shape (param 1, param 2)
  type (none(), none())
  ReadNotWritten (1, 0)
  NotReadThenWritten: (0, 1)
  deps (id, 1, 0)
subroutine tick:
  shape()
  type: ()
subroutine flush
  intrinsic
  shape: (param 1)
function area:
  external
  shape: (param 1, result)
  ReadNotWritten: (1, 0)
  NotReadThenWritten: (0, 1)
";
        assert!(is_library(text));
        let mut messages = vec![];
        let found = read(text, 0, &mut messages);
        assert!(messages.is_empty(), "{messages:?}");
        let names: Vec<&str> = found.iter().map(|d| d.name.as_str()).collect();
        assert_eq!(names, ["solve", "tick", "area"]);
        let of = |k: usize| -> Vec<(bool, bool, Vec<usize>)> {
            let arguments = found[k].arguments.iter();
            arguments.map(|a| (a.reads, a.writes, a.from.clone())).collect()
        };
        assert_eq!(of(0), [(true, false, vec![]), (false, true, vec![0])]);
        assert!(found[1].arguments.is_empty());
        // without `deps`, what is written depends on all that is read
        assert_eq!(found[2].result_from, [0]);
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for (text, place) in [
            ("subroutine f:\n external:\n type: (none())\n", "f"),
            ("subroutine f:\n external:\n shape: param 1\n", "f"),
            ("subroutine f:\n external:\n shape: (1)\n", "f"),
            (
                "subroutine f:\n external:\n shape: (param 1)\n ReadNotWritten: (1, 0)\n",
                "(",
            ),
            ("subroutine f:\n external:\n shape: (param 1)\n deps: (1, 0)\n", "("),
        ] {
            let mut messages = vec![];
            assert!(read(text, 0, &mut messages).is_empty(), "{text}");
            let at = messages[0].span;
            assert_eq!(&text[at.lo as usize..at.hi as usize], place, "{text}");
        }
    }
}
