//! Descriptions that ship with adc: BLAS and LAPACK.

use crate::options::description::Description;
use crate::prepare::external::table;
use adc_frontend::span::Span;

/// The descriptions, for both precisions.
const FILES: [&str; 2] = [include_str!("blas.toml"), include_str!("lapack.toml")];

/// The description of a procedure, by its folded name.
pub(crate) fn find(name: &str) -> Option<Description> {
    let precisions = ["s", "d"].into_iter();
    let mut places = precisions.flat_map(|p| FILES.map(|file| (p, file)));
    places.find_map(|(precision, file)| {
        // most programs call none
        let row = name.replacen(precision, "?", 1);
        if !file.contains(&format!("[\"{row}\"]")) {
            return None;
        }
        let mut messages = vec![];
        let rows = table::read(&file.replace('?', precision), 0, &mut messages);
        let found = rows.into_iter().find(|d| d.name == name);
        found.map(|d| Description {
            span: Span::NONE,
            globals_read: Some(vec![]),
            ..d
        })
    })
}

/// The library with a procedure that one of the descriptions is of.
pub(crate) fn library(name: &str) -> &'static str {
    let is_of = |file: &str| {
        ["s", "d"]
            .iter()
            .any(|p| file.contains(&format!("[\"{}\"]", name.replacen(p, "?", 1))))
    };
    if is_of(FILES[1]) {
        "LAPACK"
    } else {
        "BLAS"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_understood() {
        for (precision, file) in ["s", "d"].into_iter().flat_map(|p| FILES.map(|f| (p, f))) {
            let mut messages = vec![];
            let rows = table::read(&file.replace('?', precision), 0, &mut messages);
            assert!(messages.is_empty(), "{messages:?}");
            for d in rows {
                assert!(d.passive || d.has_optional_shadows() && d.is_frugal, "{}", d.name);
                assert_eq!(find(&d.name).map(|f| f.arguments), Some(d.arguments));
            }
        }
    }
}
