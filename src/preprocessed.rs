//! Output of a C preprocessor: its line markers say where lines come from.

use adc_frontend::encoding::shown;
use std::collections::BTreeSet;

/// Origins of the lines of a preprocessed text: file and one-based line.
pub(crate) type Origins = Vec<(String, u32)>;

/// A preprocessed text without its line markers, the origins of the lines that they give, and the names of all files
/// that the preprocessor read.
pub(crate) fn without_markers(text: &str, name: &str) -> (String, Origins, BTreeSet<String>) {
    let mut at = (name.to_string(), 1);
    let (mut origins, mut files) = (vec![], BTreeSet::new());
    let mut out = String::with_capacity(text.len());
    for l in text.lines() {
        if let Some((number, file)) = marker(l) {
            at = (shown(file).into(), number);
            // macros of the command line have names in angle brackets
            if !file.starts_with('<') {
                files.insert(at.0.clone());
            }
            continue;
        }
        out.push_str(l);
        out.push('\n');
        origins.push(at.clone());
        at.1 = at.1.saturating_add(1);
    }
    (out, origins, files)
}

fn marker(line: &str) -> Option<(u32, &str)> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.strip_prefix('"')?.split('"').next()?;
    Some((number.parse().ok()?, file))
}
