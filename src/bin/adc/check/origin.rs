//! The statement of the user to which a statement of a derivative belongs, as far as names tell.
//!
//! A tangent statement sets the shadow of what its original sets. An adjoint statement sets the shadow of what its
//! original reads, and reads the shadow of what it sets, or a temporary. A statement of the primal is its own original.
//! Of several, those are listed whose left side has its shadow in the statement, and that have most names in common.

use super::place::Place;
use adc::Assignment;

/// Suffixes of derivative procedures and of their shadows.
pub struct Suffixes {
    /// Of tangents: `_d`.
    pub tangent: String,
    /// Of adjoints: `_b`.
    pub adjoint: String,
}

impl Suffixes {
    /// Those that derivatives have by default.
    pub fn usual() -> Suffixes {
        let options = adc::Options::default();
        Suffixes {
            tangent: options.suffix(adc::Mode::Tangent).to_string(),
            adjoint: options.suffix(adc::Mode::Reverse).to_string(),
        }
    }
}

/// The statements of the user to which the statement may belong, at most three.
pub fn originals<'a>(place: &Place, all: &'a [Assignment], suffixes: &Suffixes) -> Vec<&'a Assignment> {
    let [tangent, adjoint] = [&suffixes.tangent, &suffixes.adjoint].map(String::as_str);
    let mode = [tangent, adjoint].into_iter().find(|s| place.procedure.ends_with(s));
    let (Some(suffix), Some((target, value))) = (mode, place.right.split_once('=')) else {
        return vec![];
    };
    let name = place.procedure.strip_suffix(suffix).unwrap_or_default();
    let own: Vec<&Assignment> = all.iter().filter(|a| a.procedure == name).collect();
    let letters = suffix.trim_start_matches('_');
    let read = words(value);
    let set = words(target).into_iter().next().unwrap_or_default();
    let same: Vec<&Assignment> = own
        .iter()
        .copied()
        .filter(|a| squeezed(&a.text) == squeezed(&place.right))
        .collect();
    let mut found = match (same.is_empty(), suffix == tangent) {
        (false, _) => same,
        (true, true) => own.into_iter().filter(|a| is_shadow(&set, &a.sets, letters)).collect(),
        (true, false) => of_adjoint(&own, &set, &read, letters),
    };
    let right = squeezed(&place.right);
    let rank = |a: &Assignment| {
        let sets = squeezed(a.text.split('=').next().unwrap_or(""));
        let common = a.reads.iter().filter(|r| read.contains(r)).count();
        (right.contains(&shadow_of(&sets, letters)), common)
    };
    let most = found.iter().map(|a| rank(a)).max();
    found.retain(|a| Some(rank(a)) == most);
    found.truncate(3);
    found
}

/// The statements that read or set a variable whose shadow the adjoint sets; if possible, those that set a variable
/// whose shadow it reads.
fn of_adjoint<'a>(own: &[&'a Assignment], set: &str, read: &[String], letters: &str) -> Vec<&'a Assignment> {
    let names = |a: &&Assignment| {
        a.reads
            .iter()
            .chain([&a.sets])
            .any(|name| is_shadow(set, name, letters))
    };
    let wide: Vec<&Assignment> = own.iter().copied().filter(names).collect();
    let weighs = |a: &&Assignment| read.iter().any(|r| is_shadow(r, &a.sets, letters));
    let narrow: Vec<&Assignment> = wide.iter().copied().filter(weighs).collect();
    if narrow.is_empty() {
        wide
    } else {
        narrow
    }
}

/// True for the name that the shadow of a variable has.
fn is_shadow(shadow: &str, name: &str, letters: &str) -> bool {
    shadow.strip_suffix(letters) == Some(name)
}

/// Of `s%t(i)`, the designator `sb%t(i)`.
fn shadow_of(designator: &str, letters: &str) -> String {
    let end = designator.find(['(', '%']).unwrap_or(designator.len());
    let (name, rest) = designator.split_at(end);
    format!("{name}{letters}{rest}")
}

fn words(text: &str) -> Vec<String> {
    let all = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    all.filter(|w| !w.is_empty()).map(str::to_ascii_lowercase).collect()
}

fn squeezed(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && *c != '&');
    kept.collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_shadows() {
        assert!(is_shadow("xb", "x", "b") && !is_shadow("xd", "x", "b"));
        assert_eq!(shadow_of("s%t(i)", "b"), "sb%t(i)");
        assert_eq!(words("2*xb(i) + y"), ["2", "xb", "i", "y"]);
    }
}
