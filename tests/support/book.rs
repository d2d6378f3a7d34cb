//! Examples in pages of the documentation.

/// The fenced blocks of a page: what follows the opening fence on its line, and the text.
pub fn blocks(page: &str) -> Vec<(&str, &str)> {
    let inside = page.split("```").skip(1).step_by(2);
    inside.filter_map(|b| b.split_once('\n')).collect()
}
