//! Finds the rows of words.

use super::rows::ROWS;
use super::table::Row;
use adc::nearest as near;

/// The option of a word.
pub fn find(word: &str) -> Option<&'static Row> {
    ROWS.iter().find(|r| r.spellings.contains(&word))
}

/// The spelling that a word may have been meant for.
pub fn nearest(word: &str) -> Option<&'static str> {
    let all = ROWS.iter().flat_map(|r| r.spellings).copied();
    near(word, all)
}

#[cfg(test)]
mod tests {
    use super::{find, nearest, ROWS};

    #[test]
    fn spellings_are_unique() {
        for (k, row) in ROWS.iter().enumerate() {
            for s in row.spellings {
                let found = find(s).map(|f| f.spellings);
                assert_eq!(found, Some(row.spellings), "{s} of row {k}");
                assert!(s.starts_with('-'), "{s}");
            }
        }
    }

    #[test]
    fn wrong_spellings_suggest_right_ones() {
        let cases = [
            ("-heads", Some("-head")),
            ("-HEAD", Some("-head")),
            ("-outputdirectroy", Some("-outputdirectory")),
            ("-nochekpoint", Some("-nocheckpoint")),
            ("-quite-another-one", None),
        ];
        for (word, wanted) in cases {
            assert_eq!(nearest(word), wanted, "{word}");
        }
    }
}
