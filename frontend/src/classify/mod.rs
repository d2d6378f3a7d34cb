//! The statement classifier: finds the class of a statement and the positions of its keywords.
//!
//! Fortran has no reserved words, and fixed form ignores blanks, so single tokens do not determine the class. A
//! statement is an assignment if `=` follows a designator at its start (`IF(I) = 3`, `DO10I = 1.3`), unless it is a
//! `DO` with a comma after it (`DO10I = 1, 5`). All other statements begin with a keyword; the longest that fits
//! decides ([`keywords`]). The class then determines which further words are keywords ([`specials`]): attributes,
//! `THEN`, `RESULT`, `ONLY`. The results are [`Cut`]s, which the lexer merges into its tokens.

mod keywords;
mod scan;
mod specials;

use crate::span::Form;
use crate::token::{Class, Cut, Tok};
use scan::Scan;

/// Results of the classifier other than the cuts.
#[derive(Clone, Copy, Debug)]
pub struct Classified {
    /// Construct name, as offsets.
    pub name: Option<(usize, usize)>,
    /// Class of the statement.
    pub class: Class,
    /// End of the tokens; the class has consumed the text after it.
    pub end: usize,
}

/// State while one statement is classified.
pub(crate) struct Classifier<'c, 't> {
    scan: Scan<'t>,
    cuts: &'c mut Vec<Cut<'t>>,
    end: usize,
    /// The statement in front, if any: logical `IF`, `WHERE` or `FORALL`.
    head: Option<Class>,
}

/// Classifies a statement; the first cut is its class. `None`: the text is not a statement.
pub fn classify<'t>(text: &'t str, form: Form, cuts: &mut Vec<Cut<'t>>) -> Option<Classified> {
    cuts.clear();
    let mut c = Classifier {
        scan: Scan::new(text, form == Form::Fixed),
        cuts,
        end: text.len(),
        head: None,
    };
    let start = c.scan.blanks(0);
    let name = c.scan.construct_name(start);
    if let Some((lo, hi)) = name {
        let at = c.scan.blanks(c.scan.blanks(hi) + 1);
        c.scan.start = at;
        let class = c.statement(at)?;
        return Some(Classified {
            name: Some((lo, hi)),
            class,
            end: c.end,
        });
    }
    c.scan.start = start;
    let class = c.statement(start)?;
    Some(Classified {
        name: None,
        class,
        end: c.end,
    })
}

/// The keyword at the start of a statement that is invalid for lack of a blank: `callfoo(x)` in free form.
pub fn glued_keyword(text: &str) -> Option<&'static str> {
    keywords::glued(Scan::new(text, true))
}

impl<'t> Classifier<'_, 't> {
    /// Classifies the statement at `at`: the whole statement, or the one after a logical `IF`.
    fn statement(&mut self, at: usize) -> Option<Class> {
        if let Some(class) = self.scan.assignment(at) {
            self.cut(at, at, Tok::Class(class));
            return Some(class);
        }
        keywords::find(self, at)
    }

    fn cut(&mut self, lo: usize, hi: usize, tok: Tok<'t>) {
        self.cuts.push(Cut { lo, hi, tok });
    }

    /// Adds the cut of the class; the statement is recognised.
    fn class(&mut self, lo: usize, hi: usize, class: Class) -> Option<Class> {
        self.cut(lo, hi, Tok::Class(class));
        Some(class)
    }

    fn str(&self, lo: usize, hi: usize) -> &'t str {
        self.scan.text.get(lo..hi).unwrap_or("")
    }
}
