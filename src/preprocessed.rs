//! Output of a C preprocessor: its line markers say where lines come from.

use adc_frontend::encoding::shown;

/// Origins of the lines of a preprocessed text: file and one-based line.
pub(crate) type Origins = Vec<(String, u32)>;

/// A preprocessed text without its line markers, and the origins of the lines that they give.
pub(crate) fn without_markers(text: &str, name: &str) -> (String, Origins) {
    let mut at = (name.to_string(), 1);
    let mut origins = vec![];
    let mut out = String::with_capacity(text.len());
    for l in text.lines() {
        if let Some((number, file)) = marker(l) {
            at = (shown(file).into(), number);
            continue;
        }
        out.push_str(l);
        out.push('\n');
        origins.push(at.clone());
        at.1 = at.1.saturating_add(1);
    }
    (out, origins)
}

fn marker(line: &str) -> Option<(u32, &str)> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.strip_prefix('"')?.split('"').next()?;
    Some((number.parse().ok()?, file))
}
