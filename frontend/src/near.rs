//! The nearest of some names to a misspelt one.

/// The name with the smallest number of changed letters, if that is small enough to be a slip; letter case is ignored.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let near = |n: &&'n str| distance(&word.to_ascii_lowercase(), &n.to_ascii_lowercase());
    let best = names.min_by_key(near)?;
    // two letters more or less, but never half of a short name
    let allowed = 2.min(word.chars().count() / 3);
    (near(&best) <= allowed).then_some(best)
}

/// The question whether the nearest of some names was meant, for the advice of a message.
pub fn did_you_mean<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    nearest(word, names).map(|n| format!("did you mean `{n}`?"))
}

/// The number of letters to insert, remove or replace (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in (1..).zip(a.chars()) {
        let mut next = vec![i];
        for (j, (&y, pair)) in b.iter().zip(row.windows(2)).enumerate() {
            let [before, above] = pair else { continue };
            let replaced = before + usize::from(x != y);
            let left = next.get(j).copied().unwrap_or(i);
            next.push(replaced.min(above + 1).min(left + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}
