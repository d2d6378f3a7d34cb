//! Lines of free form with at most 132 columns.

/// Columns after which a line is continued; words and literals in it may be longer.
const COLUMNS: usize = 110;

/// A text that grows by lines.
#[derive(Default)]
pub struct Text(String);

impl Text {
    /// Adds a statement or a comment at a depth, with continuation lines if it is long.
    pub fn line(&mut self, depth: usize, text: &str) {
        let indent = "   ".repeat(depth);
        let mut rest = text;
        self.0 += &indent;
        while rest.len() > COLUMNS && !text.starts_with('!') {
            let Some(at) = place_to_break(rest) else { break };
            let (line, more) = rest.split_at(at);
            self.0 += line.trim_end();
            self.0 += &format!(" &\n{indent}      ");
            rest = more.trim_start();
        }
        self.0 += rest;
        self.0.push('\n');
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.0
    }
}

/// The end of the last blank outside of literals within the columns, or of the first one after them.
fn place_to_break(text: &str) -> Option<usize> {
    let mut quote: Option<char> = None;
    let mut best = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            (None, ' ') if at > 0 => {
                if at > COLUMNS && best.is_some() {
                    break;
                }
                best = Some(at + 1);
                if at > COLUMNS {
                    break;
                }
            }
            _ => {}
        }
    }
    best.filter(|&at| at < text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_statements_are_continued() {
        let mut out = Text::default();
        let list = vec!["argument"; 40].join(", ");
        out.line(1, &format!("call f({list}, 'a b c')"));
        let text = out.finish();
        assert!(text.lines().count() > 3);
        assert!(text.lines().all(|l| l.len() <= 132));
        let joined: String = text
            .replace(" &\n", " ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(joined, format!("call f({list}, 'a b c')"));
    }
}
