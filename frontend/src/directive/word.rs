//! The prefixes and words of directives.

/// The text after one of these prefixes, which stands directly after the comment character: `$adc`.
pub(super) fn after<'t>(prefixes: &[&str], comment: &'t str) -> Option<&'t str> {
    let text = comment.strip_prefix('$')?;
    prefixes.iter().find_map(|p| {
        let rest = strip(text, p)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_ascii())
    })
}

/// The same, where blanks may precede the prefix, as in Tapenade.
pub(super) fn after_blanks<'t>(prefixes: &[&str], comment: &'t str) -> Option<&'t str> {
    after(prefixes, comment.trim_ascii_start())
}

/// The first word, which may contain hyphens, and the text after it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim_ascii())
}

/// `text` without a leading `word`, ignoring case.
pub(super) fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}
