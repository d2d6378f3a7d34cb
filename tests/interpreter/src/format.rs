//! Formats of names and numbers that are written into a character variable: `a`, `i`, `x` and literals.

use crate::stop::{fault, unsupported, Step};
use crate::value::Scalar;

/// The text of items by a format such as `(a, i0, 1x, 'of', i4)`.
pub fn formatted(format: &str, items: &[Scalar]) -> Step<Vec<u8>> {
    let inner = format.trim().strip_prefix('(').and_then(|f| f.strip_suffix(')'));
    let Some(inner) = inner else {
        return fault(format!("the format {format}"));
    };
    let mut rest = items.iter();
    let mut out = vec![];
    for edit in inner.split(',').map(str::trim) {
        if let Some(literal) = edit.strip_prefix('\'').and_then(|e| e.strip_suffix('\'')) {
            out.extend(literal.bytes());
            continue;
        }
        if edit.contains(['\'', '"']) {
            return unsupported(format!("the format {format}"));
        }
        let edit = edit.to_ascii_lowercase();
        if let Some(blanks) = edit.strip_suffix('x') {
            out.resize(out.len() + blanks.parse::<usize>().unwrap_or(1), b' ');
            continue;
        }
        let Some(item) = rest.next() else { break };
        let kind = edit.chars().next();
        let width: Option<usize> = edit.get(1..).filter(|w| !w.is_empty()).and_then(|w| w.parse().ok());
        let text: Vec<u8> = match (kind, item) {
            (Some('a'), Scalar::Text(t)) => t.to_vec(),
            (Some('i'), Scalar::Int(i)) => i.to_string().into_bytes(),
            _ => return unsupported(format!("the format {format}")),
        };
        if edit.len() > 1 && width.is_none() {
            return unsupported(format!("the format {format}"));
        }
        let width = width.filter(|w| *w > 0).unwrap_or(text.len());
        if text.len() > width {
            return unsupported("values wider than their format");
        }
        out.resize(out.len() + width - text.len(), b' ');
        out.extend(text);
    }
    match rest.next() {
        None => Ok(out),
        Some(_) => unsupported("formats that are used twice"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        let items = [Scalar::Text((*b"jv").into()), Scalar::Int(3), Scalar::Int(17)];
        let text = formatted("(a,i0,'of', i4)", &items);
        assert_eq!(text, Ok(b"jv3of  17".to_vec()));
        assert!(formatted("(f10.4)", &items).is_err());
    }
}
