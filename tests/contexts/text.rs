//! Program units as lists of statements, printed in free or fixed form.

/// A program unit; one with an empty head stands only for its inner units.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Its first statement.
    pub head: String,
    /// USE statements.
    pub uses: Vec<String>,
    /// Declarations.
    pub decls: Vec<String>,
    /// Executable statements.
    pub body: Vec<String>,
    /// Its inner units.
    pub inner: Vec<Unit>,
}

impl Unit {
    /// The statements, in order.
    fn statements(&self, out: &mut Vec<String>) {
        out.push(self.head.clone());
        let mut uses = self.uses.clone();
        uses.dedup();
        out.extend(uses);
        out.push("implicit none".into());
        out.extend(self.decls.iter().chain(&self.body).cloned());
        if !self.inner.is_empty() {
            out.push("contains".into());
        }
        for unit in &self.inner {
            unit.statements(out);
        }
        out.push(
            if self.head.starts_with("module ") {
                "end module"
            } else {
                "end"
            }
            .into(),
        );
    }

    /// The text. The END statement does not name the kind of procedure: `end` alone ends all of them, except internal
    /// ones before Fortran 2008.
    pub fn text(&self, fixed: bool) -> String {
        let mut statements = vec![];
        self.statements(&mut statements);
        let line = |s: String| if fixed { in_fixed(&s) } else { in_free(&s) };
        statements.into_iter().map(line).collect()
    }
}

/// Columns 7 to 72, as often as needed.
fn in_fixed(statement: &str) -> String {
    let letters: Vec<char> = statement.chars().collect();
    let pieces: Vec<String> = letters.chunks(66).map(|c| c.iter().collect()).collect();
    format!("      {}\n", pieces.join("\n     &"))
}

/// Lines of at most 120 columns, broken at blanks.
fn in_free(statement: &str) -> String {
    let mut out = String::from("  ");
    let mut column = 2;
    for word in statement.split_inclusive(' ') {
        if column + word.len() > 118 {
            out.push_str("&\n    ");
            column = 4;
        }
        out.push_str(word);
        column += word.len();
    }
    out.push('\n');
    out
}
