//! Small changes of a program: a line, a word, an argument.

use super::rng::Rng;

/// Words that change the meaning of others.
const WORDS: [&str; 18] = [
    "integer",
    "real(4)",
    "complex(8)",
    "logical",
    "character(3)",
    "allocatable",
    "pointer",
    "optional",
    "save",
    "parameter",
    "intent(in)",
    "intent(inout)",
    "value",
    "sum",
    "0",
    "2",
    "1.5d0",
    ".true.",
];

/// Statements that end or divert the code around them.
const STATEMENTS: [&str; 10] = [
    "return",
    "stop",
    "exit",
    "cycle",
    "goto 10",
    "10    continue",
    "contains",
    "end do",
    "block",
    "implicit real(8) (a-h,o-z)",
];

/// The program after one to three changes.
pub fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..rng.range(1, 3) {
        let (at, other) = (rng.below(lines.len()), rng.below(lines.len()));
        match rng.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => lines.insert(at, lines[other].clone()),
            3 => lines.insert(at, format!("      {}", rng.pick(&STATEMENTS))),
            4 => lines[at] = without_argument(&lines[at], rng),
            5 => lines[at] = with_word(&lines[at], rng.pick(&WORDS), rng),
            _ => {
                let word = word_of(&lines[other], rng).unwrap_or_default();
                lines[at] = with_word(&lines[at], &word, rng);
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n") + "\n"
}

/// Positions of the words of a line.
fn words(line: &str) -> Vec<(usize, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts = line.split(|c| !is_word(c)).filter(|w| !w.is_empty());
    let place = |w: &str| w.as_ptr() as usize - line.as_ptr() as usize;
    parts.map(|w| (place(w), place(w) + w.len())).collect()
}

fn word_of(line: &str, rng: &mut Rng) -> Option<String> {
    let words = words(line);
    let &(lo, hi) = words.get(rng.below(words.len()))?;
    Some(line[lo..hi].to_string())
}

/// A word of the line replaced.
fn with_word(line: &str, word: &str, rng: &mut Rng) -> String {
    let words = words(line);
    match words.get(rng.below(words.len())) {
        Some(&(lo, hi)) if !word.is_empty() => format!("{}{word}{}", &line[..lo], &line[hi..]),
        _ => line.to_string(),
    }
}

/// One item of a list left out.
fn without_argument(line: &str, rng: &mut Rng) -> String {
    let commas: Vec<usize> = line.match_indices(',').map(|(at, _)| at).collect();
    let Some(&lo) = commas.get(rng.below(commas.len())) else {
        return line.to_string();
    };
    let rest = &line[lo + 1..];
    let hi = rest.find([',', ')']).map_or(line.len(), |n| lo + 1 + n);
    format!("{}{}", &line[..lo], &line[hi..])
}
