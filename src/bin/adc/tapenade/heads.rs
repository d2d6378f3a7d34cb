//! The heads of a command line: `foo(y)/(x)`, `foo(x)\(y)`, `foo(x)>(y)`, `foo`; several are separated by blanks.

use super::parse::Given;
use adc::Head;
use std::iter::Peekable;
use std::str::Chars;

/// All arguments and global variables of the head, where it and the options name none.
const ALL: &str = "**";

/// The heads.
///
/// # Errors
/// If a text has another form.
pub fn heads(given: &Given) -> Result<Vec<Head>, String> {
    let default = |names: &Option<String>| names.as_deref().map(list).filter(|l| !l.is_empty());
    let independents = default(&given.variables);
    let dependents = default(&given.outputs);
    let mut all = vec![];
    for text in &given.heads {
        for found in read(text)? {
            let of = |own: Vec<String>, default: &Option<Vec<String>>| match (own.is_empty(), default) {
                (false, _) => own,
                (true, Some(names)) => names.clone(),
                (true, None) => vec![ALL.to_string()],
            };
            let text = format!(
                "{}({})/({})",
                found.procedure,
                of(found.dependents, &dependents).join(", "),
                of(found.independents, &independents).join(", ")
            );
            all.push(text.parse().map_err(|e: adc::ValueError| e.to_string())?);
        }
    }
    Ok(all)
}

/// A head as it is written.
struct Written {
    procedure: String,
    dependents: Vec<String>,
    independents: Vec<String>,
}

type Letters<'t> = Peekable<Chars<'t>>;

fn read(text: &str) -> Result<Vec<Written>, String> {
    let mut letters = text.chars().peekable();
    let mut all = vec![];
    loop {
        skip_blanks(&mut letters);
        if letters.peek().is_none() {
            return Ok(all);
        }
        all.push(head(&mut letters).ok_or_else(|| {
            let head = text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!(
                "`-head '{head}'`: expected `name(dependents)/(independents)` or `name(independents)\\(dependents)`"
            )
        })?);
    }
}

/// A procedure and up to two groups of variables.
fn head(letters: &mut Letters) -> Option<Written> {
    let procedure = word(letters)?;
    let first = group(letters)?;
    skip_blanks(letters);
    let separator = letters.next_if(|c| "/\\>".contains(*c));
    let (dependents, independents) = match separator {
        // Tapenade ignores a group without a second one
        None if first.is_empty() => (vec![], vec![]),
        None => return None,
        Some(separator) => {
            skip_blanks(letters);
            letters.peek().filter(|c| "([".contains(**c))?;
            let second = group(letters)?;
            match separator {
                '/' => (first, second),
                _ => (second, first),
            }
        }
    };
    Some(Written {
        procedure,
        dependents,
        independents,
    })
}

fn skip_blanks(letters: &mut Letters) {
    while letters.next_if(|c| c.is_whitespace()).is_some() {}
}

/// A name, perhaps with its module.
fn word(letters: &mut Letters) -> Option<String> {
    let mut out = String::new();
    while let Some(c) = letters.next_if(|c| c.is_alphanumeric() || "_%.".contains(*c)) {
        out.push(c);
    }
    (!out.is_empty()).then(|| plain(&out))
}

/// The names in parentheses or brackets; none without these.
fn group(letters: &mut Letters) -> Option<Vec<String>> {
    // a name without a group may be followed by the next head
    let mut ahead = letters.clone();
    skip_blanks(&mut ahead);
    let close = match ahead.next() {
        Some('(') => ')',
        Some('[') => ']',
        _ => return Some(vec![]),
    };
    *letters = ahead;
    let mut inside = String::new();
    loop {
        match letters.next()? {
            c if c == close => return Some(list(&inside)),
            c => inside.push(c),
        }
    }
}

/// Names separated by blanks or commas.
fn list(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    words.filter(|w| !w.is_empty()).map(plain).collect()
}

/// Components after `%`; Tapenade also takes a dot.
fn plain(name: &str) -> String {
    name.replace('.', "%")
}

#[cfg(test)]
mod tests {
    use super::{heads, Given};

    fn shown(text: &str, variables: Option<&str>, outputs: Option<&str>) -> String {
        let given = Given {
            heads: vec![text.to_string()],
            variables: variables.map(str::to_string),
            outputs: outputs.map(str::to_string),
            ..Given::default()
        };
        match heads(&given) {
            Ok(all) => all.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            Err(e) => e,
        }
    }

    #[test]
    fn forms_of_heads() {
        let cases = [
            ("foo(y)/(x)", "foo(y)/(x)"),
            (r"foo(x)\(y)", "foo(y)/(x)"),
            ("foo(x, z)>(y)", "foo(y)/(x, z)"),
            ("foo [x z] \\ [y]", "foo(y)/(x, z)"),
            ("foo", "foo(**)/(**)"),
            ("foo()/(x)", "foo(**)/(x)"),
            ("a b", "a(**)/(**); b(**)/(**)"),
            (r"m%f(p.q.r)\(o.c) g(y) / (x)", "m%f(o%c)/(p%q%r); g(y)/(x)"),
            ("m%f(x) > \t (y, s%t)  n%g(y)/(x)", "m%f(y, s%t)/(x); n%g(y)/(x)"),
        ];
        for (text, wanted) in cases {
            assert_eq!(shown(text, None, None), wanted, "{text}");
        }
        assert_eq!(shown("foo", Some("x z"), Some("y")), "foo(y)/(x, z)");
        assert_eq!(shown("foo(r)/(q)", Some("x"), Some("y")), "foo(r)/(q)");
    }

    #[test]
    fn other_texts_are_errors() {
        for text in ["foo(y", "(y)/(x)", "foo(y)/", "foo(y);(x)", "foo(y)/(x);", "foo(y)"] {
            let said = shown(text, None, None);
            assert!(said.contains("expected `name(dependents)"), "{text}: {said}");
        }
    }
}
