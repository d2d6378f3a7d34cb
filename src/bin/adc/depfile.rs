//! The files that an output depends on, as make and ninja read them.

use std::path::Path;

/// The rule `outputs: files`, a file on each line.
pub fn rule<'f>(outputs: impl Iterator<Item = &'f Path>, files: impl Iterator<Item = &'f str>) -> String {
    let outputs: Vec<String> = outputs.map(|o| escaped(&o.display().to_string())).collect();
    let files: String = files.map(|f| format!(" \\\n  {}", escaped(f))).collect();
    format!("{}:{files}\n", outputs.join(" "))
}

/// A name without characters that have a meaning in rules.
fn escaped(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            ' ' | '#' => out.push('\\'),
            '$' => out.push('$'),
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::rule;
    use std::path::Path;

    #[test]
    fn names_are_escaped() {
        let rule = rule(
            [Path::new("a b.f90")].into_iter(),
            ["x.f90", "c#1.inc", "$d.h"].into_iter(),
        );
        assert_eq!(rule, "a\\ b.f90: \\\n  x.f90 \\\n  c\\#1.inc \\\n  $$d.h\n");
    }
}
