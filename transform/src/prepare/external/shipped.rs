//! Descriptions that ship with adc: BLAS.

use crate::options::description::Description;
use crate::prepare::external::table;
use adc_frontend::span::Span;

/// The descriptions, for both precisions.
const BLAS: &str = include_str!("blas.toml");

/// The description of a procedure, by its folded name.
pub(crate) fn find(name: &str) -> Option<Description> {
    ["s", "d"].into_iter().find_map(|precision| {
        // most programs call none
        let row = name.replacen(precision, "?", 1);
        if !BLAS.contains(&format!("[\"{row}\"]")) {
            return None;
        }
        let mut messages = vec![];
        let rows = table::read(&BLAS.replace('?', precision), 0, &mut messages);
        let found = rows.into_iter().find(|d| d.name == name);
        found.map(|d| Description {
            span: Span::NONE,
            globals_read: Some(vec![]),
            ..d
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_understood() {
        for precision in ["s", "d"] {
            let mut messages = vec![];
            let rows = table::read(&BLAS.replace('?', precision), 0, &mut messages);
            assert!(messages.is_empty(), "{messages:?}");
            for d in rows {
                assert!(
                    d.passive || d.has_optional_shadows() && d.vector.module.is_some() && d.is_frugal,
                    "{}",
                    d.name
                );
                assert_eq!(find(&d.name).map(|f| f.arguments), Some(d.arguments));
            }
        }
    }
}
