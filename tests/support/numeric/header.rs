//! Parsing of the header of a fixture.

use super::build::kind_flags;
use super::spec::{Kind, Place, Var};

/// The text of a comment line; `None` for other lines, which end the header.
pub fn comment(line: &str) -> Option<&str> {
    let fixed = line.starts_with(['C', 'c', '*']) && !line.to_ascii_lowercase().starts_with("call");
    let text = line.trim_start();
    if text.is_empty() {
        Some("")
    } else if text.starts_with('!') || fixed {
        Some(text.get(1..).unwrap_or("").trim())
    } else {
        None
    }
}

/// Splits at blanks that are not within parentheses or quotes.
pub fn split_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut depth, mut quoted) = (0_i32, false);
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && depth == 0 && !quoted {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

/// `name type values...`
pub fn variable(words: &[String], place: Place) -> Result<Var, String> {
    let [name, kind, values @ ..] = words else {
        return Err(format!("a name and a type are needed: `{}`", words.join(" ")));
    };
    let (name, place) = match (name.split_once('%'), place) {
        (Some((module, name)), Place::Module(_)) => (name.to_owned(), Place::Module(module.to_owned())),
        (Some((block, name)), Place::Common(_)) => (name.to_owned(), Place::Common(block.to_owned())),
        (None, place @ (Place::Argument | Place::Result)) => (name.clone(), place),
        _ => {
            return Err(format!(
                "`{name}`: a global is `module%name`, a member of COMMON `block%name`"
            ))
        }
    };
    let (kind, shape) = kind
        .split_once('(')
        .map_or((kind.as_str(), ""), |(k, s)| (k, s.trim_end_matches(')')));
    let kind = match kind {
        "real" => Kind::Real(default_kind()),
        "complex" => Kind::Complex(default_kind()),
        "real4" => Kind::Real(4),
        "real8" => Kind::Real(8),
        "complex8" => Kind::Complex(4),
        "complex16" => Kind::Complex(8),
        "integer" => Kind::Integer(0),
        "integer1" => Kind::Integer(1),
        "integer2" => Kind::Integer(2),
        "integer4" => Kind::Integer(4),
        "integer8" => Kind::Integer(8),
        "logical" => Kind::Logical,
        "character" => Kind::Character,
        other => return Err(format!("`{name}` has the unknown type `{other}`")),
    };
    let bounds = |text: &str| {
        let (low, high) = text.split_once(':').unwrap_or(("1", text));
        let number = |s: &str| {
            s.trim()
                .parse::<i64>()
                .map_err(|_| format!("`{name}`: `{text}` is no dimension"))
        };
        Ok::<_, String>((number(low)?, number(high)?))
    };
    let shape = shape
        .split(',')
        .filter(|s| !s.trim().is_empty())
        .map(bounds)
        .collect::<Result<Vec<_>, _>>()?;
    let var = Var {
        name: name.clone(),
        place,
        kind,
        shape,
        values: values.to_vec(),
        independent: false,
        dependent: false,
    };
    if var.values.len() > 1 && var.values.len() != var.len() {
        return Err(format!(
            "`{name}` has {} elements but {} values",
            var.len(),
            var.values.len()
        ));
    }
    Ok(var)
}

/// `name(dependents)/(independents)`, or `name(independents)\(dependents)`.
pub fn split_head(head: &str) -> Result<(String, Vec<String>, Vec<String>), String> {
    let error = || format!("the head line `{head}` should be like `head: flux(y)/(x)`");
    let list = |text: &str| {
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        inner
            .split(',')
            .map(|s| s.trim().to_owned())
            .filter(|s| !s.is_empty())
            .collect::<Vec<_>>()
    };
    let (name, lists) = head.split_once('(').ok_or_else(error)?;
    if let Some((dependents, independents)) = lists.split_once('/') {
        Ok((name.trim().to_owned(), list(dependents), list(independents)))
    } else if let Some((independents, dependents)) = lists.split_once('\\') {
        Ok((name.trim().to_owned(), list(dependents), list(independents)))
    } else {
        Err(error())
    }
}

/// The kind of `real` for the compiler.
fn default_kind() -> u8 {
    match kind_flags().iter().any(|f| f == "-fdefault-real-8") {
        true => 8,
        false => 4,
    }
}
