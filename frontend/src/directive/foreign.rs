//! Words after `$AD` that have a meaning for Tapenade 3.16, but none for adc.
//!
//! Tapenade reads further words without using them, such as `PASSIVE`: their authors expect an effect, so they are
//! reported.

use super::word::{after, split};

/// A word of Tapenade that adc does not obey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// About debugging, copies, memory or analyses of Tapenade: no value depends on it.
    Harmless,
    /// A statement about derivatives, with advice.
    Ignored(&'static str),
}

const CONSTANT: &str =
    "write `!$AD DO-NOT-DIFF` and `!$AD END-DO-NOT-DIFF` around statements whose results are constant";
const EXTERNAL: &str = "describe procedures without source in a file for `--external`";
const REMOVE: &str = "remove it: Tapenade 3.16 ignores it, too";

/// All of them, in lower case.
pub const WORDS: [(&str, Foreign); 14] = [
    ("debug-here", Foreign::Harmless),
    ("debug-call", Foreign::Harmless),
    ("specializeactivity", Foreign::Harmless),
    ("nosnapshot", Foreign::Harmless),
    ("channel", Foreign::Harmless),
    ("line", Foreign::Harmless),
    ("omp", Foreign::Harmless),
    ("passive", Foreign::Ignored(CONSTANT)),
    ("dead", Foreign::Ignored(REMOVE)),
    ("deadadjoint", Foreign::Ignored(REMOVE)),
    ("make-procedure", Foreign::Ignored(REMOVE)),
    ("reset", Foreign::Ignored(REMOVE)),
    ("in", Foreign::Ignored(EXTERNAL)),
    ("out", Foreign::Ignored(EXTERNAL)),
];

/// Parses a comment: `None` if it does not begin with one of these words after `$AD`.
pub fn parse(comment: &str) -> Option<Foreign> {
    // no blank before `$AD`: `! $ad in summer` is prose
    let (word, _) = split(after(&["ad"], comment)?);
    if starts_with_omp(word) {
        return Some(Foreign::Harmless);
    }
    let found = WORDS.iter().find(|(w, _)| word.eq_ignore_ascii_case(w));
    found.map(|(_, f)| *f)
}

/// True for `OMP_TGT` and the like.
fn starts_with_omp(word: &str) -> bool {
    word.get(..4).is_some_and(|w| w.eq_ignore_ascii_case("omp_"))
}
