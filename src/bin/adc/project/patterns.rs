//! Patterns of file names: `*` and `?` for parts of a name, `**` for folders of any depth. Names that begin with a dot
//! match no pattern, as in a shell.

use std::path::Path;

/// True for a text that is no name.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// The files of a folder that match, in alphabetical order, as the pattern names them.
pub fn matching(folder: &Path, pattern: &str) -> Vec<String> {
    let parts: Vec<&str> = pattern.split('/').filter(|p| !p.is_empty() && *p != ".").collect();
    let begin = if pattern.starts_with('/') { "/" } else { "" };
    let mut found = vec![];
    walk(folder, begin, &parts, &mut found);
    found.sort();
    found.dedup();
    found
}

/// True if a name with folders matches.
pub fn is_match(pattern: &str, name: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split('/').filter(|p| !p.is_empty() && *p != ".");
        parts.map(str::to_string).collect()
    };
    folders_match(&parts(pattern), &parts(name))
}

fn folders_match(pattern: &[String], name: &[String]) -> bool {
    match (pattern, name) {
        ([], rest) => rest.is_empty(),
        ([any, rest @ ..], _) if any == "**" => (0..=name.len()).any(|k| folders_match(rest, &name[k..])),
        ([first, rest @ ..], [own, others @ ..]) => matches(first, own) && folders_match(rest, others),
        (_, []) => false,
    }
}

/// Collects what matches `parts` in the folder that `begin` names, as seen from `folder`.
fn walk(folder: &Path, begin: &str, parts: &[&str], found: &mut Vec<String>) {
    let [first, rest @ ..] = parts else {
        return;
    };
    let below = |name: &str| format!("{begin}{name}/");
    if !is_pattern(first) {
        let name = format!("{begin}{first}");
        match rest.is_empty() {
            true if folder.join(&name).is_file() => found.push(name),
            true => {}
            false => walk(folder, &below(first), rest, found),
        }
        return;
    }
    let is_deep = *first == "**";
    if is_deep {
        walk(folder, begin, rest, found);
    }
    for (name, kind) in entries(&folder.join(begin)) {
        if is_deep {
            // a link to a folder may lead back
            if kind.is_dir() {
                walk(folder, &below(&name), parts, found);
            }
        } else if matches(first, &name) {
            let path = format!("{begin}{name}");
            match rest.is_empty() {
                true if folder.join(&path).is_file() => found.push(path),
                true => {}
                false => walk(folder, &below(&name), rest, found),
            }
        }
    }
}

/// The names in a folder; none in one that cannot be read.
fn entries(folder: &Path) -> Vec<(String, std::fs::FileType)> {
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let all = std::fs::read_dir(here).into_iter().flatten().flatten();
    let named = all.filter_map(|e| Some((e.file_name().into_string().ok()?, e.file_type().ok()?)));
    named.filter(|(name, _)| !name.starts_with('.')).collect()
}

/// True if one name matches a pattern without folders.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // `star`: the last `*`, and how much of the name it takes
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (p, n) = (at + 1, taken + 1);
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::{is_match, matches};

    #[test]
    fn names_match() {
        let cases = [
            ("*.f90", "model.f90", true),
            ("*.f90", "model.f", false),
            ("*_b.f*", "a_b_b.f90", true),
            ("?.f", "a.f", true),
            ("?.f", "ab.f", false),
            ("**", "", true),
            ("a*b*c", "aXbXbc", true),
            ("a*b*c", "aXbXb", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn folders_match() {
        let cases = [
            ("src/*.f90", "src/a.f90", true),
            ("src/*.f90", "src/deep/a.f90", false),
            ("src/**/*.f90", "src/a.f90", true),
            ("src/**/*.f90", "src/deep/er/a.f90", true),
            ("./src/a.f90", "src/a.f90", true),
            ("**/test/**", "src/test/a.f90", true),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }
}
