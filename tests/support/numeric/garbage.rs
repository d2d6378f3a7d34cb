//! Shadows that no driver passes: variables of generated modules, members of generated COMMON blocks. Their values at
//! the entry of a derivative must not matter, so drivers fill them with garbage.
//!
//! They are found by their declarations in the generated text; other forms of declaration (records, pointers, named
//! extents) are ignored.

use std::fmt::Write as _;

/// A variable found in the text.
struct Entity {
    /// Name and shape as declared.
    text: String,
    /// The type in front of `::`.
    kind: String,
    allocatable: bool,
}

impl Entity {
    fn name(&self) -> &str {
        self.text.split('(').next().unwrap_or("")
    }
}

/// Logical lines in lower case, without comments.
fn statements(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![];
    let mut open = false;
    for line in text.lines() {
        let code = line.to_ascii_lowercase();
        let fixed_comment = line.starts_with(['C', 'c', '*']) && code.get(1..2) == Some(" ");
        if code.trim_start().starts_with('!') || fixed_comment || code.trim().is_empty() {
            continue;
        }
        let continued = code.starts_with("     ") && !matches!(code.get(5..6), None | Some(" "));
        let piece = if continued { code.get(6..).unwrap_or("") } else { &code }
            .trim()
            .trim_start_matches('&');
        match out.last_mut() {
            Some(last) if open || continued => last.push_str(piece.trim_end_matches('&')),
            _ => out.push(piece.trim_end_matches('&').to_owned()),
        }
        open = piece.ends_with('&');
    }
    out
}

/// The items of a list, at commas outside of parentheses.
fn items(list: &str) -> Vec<String> {
    let (mut depth, mut all) = (0, vec![String::new()]);
    for c in list.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match (c, depth) {
            (',', 0) => all.push(String::new()),
            _ => all.last_mut().into_iter().for_each(|last| last.push(c)),
        }
    }
    all
}

/// The declared reals and complex numbers without an attribute that forbids an assignment.
fn declared(statement: &str) -> Vec<Entity> {
    let Some((kind, list)) = statement.split_once("::") else {
        return vec![];
    };
    let number = ["real", "complex", "double precision", "double complex"]
        .iter()
        .any(|k| kind.starts_with(k));
    let closed = ["pointer", "parameter", "private", "protected", "dimension"]
        .iter()
        .any(|a| kind.contains(a));
    if !number || closed || list.contains('=') {
        return vec![];
    }
    let entity = |text: String| Entity {
        text,
        kind: items(kind)[0]
            .replace("doubleprecision", "double precision")
            .replace("doublecomplex", "double complex"),
        allocatable: kind.contains("allocatable"),
    };
    items(list).into_iter().map(entity).collect()
}

/// A subroutine that assigns the value to them, with the suffixes of units, after an underscore, and of variables in the
/// generated text.
pub fn spoil_named(subroutine: &str, generated: &str, unit_suffix: &str, d: &str) -> String {
    let (mut uses, mut decls, mut body) = (vec![], vec![], vec![]);
    let mut module: Option<(String, Vec<Entity>, bool)> = None;
    let mut unit: Vec<Entity> = vec![];
    let mut blocks: Vec<String> = vec![];
    for s in statements(generated) {
        let first = s.split_whitespace().next().unwrap_or("");
        if let (None, Some(name)) = (
            &module,
            s.strip_prefix("module ").filter(|n| !n.starts_with("procedure")),
        ) {
            module = Some((name.trim().to_owned(), vec![], false));
        } else if let Some((name, entities, inside_type)) = &mut module {
            match first {
                // only declarations before CONTAINS, outside of type definitions, where all is public
                "type" | "type," if !s.starts_with("type(") && !s.starts_with("type (") => *inside_type = true,
                "end" if *inside_type => *inside_type = false,
                "private" | "protected" => entities.clear(),
                "contains" | "end" => {
                    let ends = |e: &&Entity| e.name().ends_with(d);
                    let stem = |e: &&Entity| {
                        let stem = e.name().strip_suffix(d).unwrap_or("");
                        name.ends_with(&format!("_{unit_suffix}")) || entities.iter().any(|o| o.name() == stem)
                    };
                    for e in entities.iter().filter(ends).filter(stem) {
                        // several modules may have one of this name
                        let own = format!("spoiled_{}", uses.len());
                        uses.push(format!("use {name}, only: {own} => {}", e.name()));
                        let guard = if e.allocatable {
                            format!("if (allocated({own})) ")
                        } else {
                            String::new()
                        };
                        body.push(format!("{guard}{own} = junk"));
                    }
                    module = None;
                    unit.clear();
                }
                _ if !*inside_type => entities.extend(declared(&s)),
                _ => {}
            }
            continue;
        }
        if s.contains("subroutine") || s.contains("function") {
            unit.clear();
        }
        unit.extend(declared(&s));
        let common = s.strip_prefix("common /").and_then(|rest| rest.split_once('/'));
        if let Some((name, list)) = common
            .filter(|(name, _)| name.ends_with(&format!("_{unit_suffix}")) && !blocks.contains(&(*name).to_owned()))
        {
            let found = |member: &String| unit.iter().find(|e| e.name() == member);
            let members: Vec<&Entity> = items(list).iter().filter_map(found).collect();
            let spelled = |e: &Entity| {
                format!(
                    "{}{}",
                    e.kind.split_once('(').map_or("", |(_, k)| k),
                    e.text.trim_start_matches(e.name())
                )
            };
            let by_number = members.iter().all(|e| !spelled(e).contains(char::is_alphabetic));
            if members.len() == items(list).len() && by_number {
                blocks.push(name.to_owned());
                for e in members {
                    decls.push(format!("{} :: {}", e.kind, e.text));
                    body.push(format!("{} = junk", e.name()));
                }
                decls.push(format!("common /{name}/ {list}"));
            }
        }
    }
    let mut out = format!("   subroutine {subroutine}(junk)\n");
    for line in uses {
        let _ = writeln!(out, "      {line}");
    }
    out.push_str("      real(dp), intent(in) :: junk\n");
    for line in decls.iter().chain(&body) {
        let _ = writeln!(out, "      {line}");
    }
    let _ = writeln!(out, "   end subroutine {subroutine}\n");
    out
}
