//! Programs that are large in one respect: a long basic block, a chain of calls, a constructor of many items. Each
//! shape has a size `n`, in the units that its line of the table names, and its text grows in proportion. The text
//! depends on the size alone.
//!
//! All have the head `top(y)/(x)`, where `x` is a vector of eight elements and `y` a scalar, and gfortran accepts them.

mod calls;
mod data;
mod expressions;
mod flow;
mod nesting;

use std::fmt::Write;

/// The head of each of them.
pub const HEAD: &str = "top(y)/(x)";

/// A family of programs.
#[derive(Clone, Copy)]
pub struct Shape {
    pub name: &'static str,
    /// Meaning of the size.
    pub unit: &'static str,
    pub program: fn(usize) -> String,
    /// Largest useful size: nesting has a limit, and the text of some shapes grows faster than the size.
    pub largest: usize,
}

/// All shapes, in the order of tables.
pub fn all() -> Vec<Shape> {
    [
        flow::SHAPES,
        calls::SHAPES,
        data::SHAPES,
        expressions::SHAPES,
        nesting::SHAPES,
    ]
    .concat()
}

const fn shape(name: &'static str, unit: &'static str, program: fn(usize) -> String) -> Shape {
    Shape {
        name,
        unit,
        program,
        largest: usize::MAX,
    }
}

impl Shape {
    const fn up_to(mut self, largest: usize) -> Shape {
        self.largest = largest;
        self
    }
}

/// Lines longer than this are continued.
const WIDTH: usize = 100;

/// A text that is written line by line.
#[derive(Default)]
struct Text(String);

impl Text {
    /// The head's declaration, up to its first statement.
    fn head(more: &str) -> Text {
        let mut t = Text::default();
        t.open_head(&[], more);
        t
    }

    /// The same inside of a text, with modules that the head uses.
    fn open_head(&mut self, uses: &[String], more: &str) {
        self.line("subroutine top(x, y)");
        uses.iter().for_each(|u| self.line(&format!("   use {u}")));
        self.line("   implicit none\n   real(8), intent(in) :: x(8)\n   real(8), intent(out) :: y");
        if !more.is_empty() {
            self.line(more);
        }
    }

    fn end_head(mut self) -> String {
        self.line("end subroutine top");
        self.0
    }

    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// `before`, a list that is continued over as many lines as needed, and `after`.
    fn list(&mut self, before: &str, items: impl Iterator<Item = String>, separator: &str, after: &str) {
        self.0.push_str(before);
        let mut width = before.len();
        for (k, item) in items.enumerate() {
            if k > 0 {
                self.0.push_str(separator);
            }
            if width > WIDTH {
                self.0.push_str(" &\n      & ");
                width = 0;
            }
            width += item.len() + separator.len();
            self.0.push_str(&item);
        }
        let _ = writeln!(self.0, "{after}");
    }
}

/// An element of the independent vector.
fn x(k: usize) -> String {
    format!("x({})", k % 8 + 1)
}
