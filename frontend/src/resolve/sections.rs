//! `sections` of OpenMP as a loop that threads share, so that all that holds for loops holds for sections:
//!
//! ```text
//! !$omp sections private(t)        !$omp do schedule(dynamic) private(t)
//! !$omp section                    do section = 1, 2
//!    a = f(x)                         select case (section)
//! !$omp section                       case (1)
//!    b = g(x)                            a = f(x)
//! !$omp end sections                  case (2)
//!                                        b = g(x)
//!                                     end select
//!                                  end do
//! ```
//!
//! The last section is the last iteration, as `lastprivate` asks. `parallel sections` becomes `parallel do`. Sections
//! whose begin and end are in different blocks stay comments.

use super::openmp::OpenMp;
use crate::ast::{SmolStr, Trivia};
use crate::directive::openmp;
use crate::ir::*;

/// Sections that have begun.
struct Open {
    /// The directive of the loop.
    text: SmolStr,
    span: Span,
    /// Words of the directive that ends them.
    end: String,
    /// Comments before them.
    lead: Vec<Trivia>,
    parts: Vec<Block>,
    /// A directive `section` was there.
    divided: bool,
}

impl OpenMp<'_, '_> {
    /// Rewrites the sections of a block; `after`: the comments after the last statement. `None` if there are none.
    pub(super) fn sections(&mut self, block: &[Stmt], after: &[Trivia]) -> Option<(Block, Vec<Trivia>)> {
        let begins = |t: &Trivia| begin(t).is_some();
        if !self.r.openmp || !block.iter().any(|s| s.lead.iter().any(begins)) {
            return None;
        }
        let mut out = vec![];
        let mut open: Option<Open> = None;
        let mut pending = vec![];
        for s in block {
            for t in &s.lead {
                self.section_line(t, &mut open, &mut pending, &mut out)?;
            }
            let mut s = s.clone();
            s.lead = std::mem::take(&mut pending);
            match &mut open {
                Some(open) => open.parts.last_mut()?.push(s),
                None => out.push(s),
            }
        }
        for t in after {
            self.section_line(t, &mut open, &mut pending, &mut out)?;
        }
        open.is_none().then_some((out, pending))
    }

    /// Looks at a comment. `None` if it does not fit.
    fn section_line(
        &mut self,
        t: &Trivia,
        open: &mut Option<Open>,
        pending: &mut Vec<Trivia>,
        out: &mut Block,
    ) -> Option<()> {
        match (words(t), open.as_mut()) {
            (Some("section"), Some(o)) => {
                self.r.comments(&std::mem::take(pending), o.parts.last_mut()?);
                match o.divided {
                    true => o.parts.push(vec![]),
                    // statements before the first directive are a section
                    false if o.parts.last().is_some_and(|p| !p.is_empty()) => o.parts.push(vec![]),
                    false => {}
                }
                o.divided = true;
            }
            (Some(words), Some(o)) if words == o.end => {
                self.r.comments(&std::mem::take(pending), o.parts.last_mut()?);
                let closed = open.take()?;
                out.push(self.sections_loop(closed));
            }
            (Some("sections" | "parallel sections" | "end sections" | "end parallel sections"), Some(_)) => {
                return None
            }
            (_, None) => match begin(t) {
                Some((text, span, end)) => {
                    *open = Some(Open {
                        text,
                        span,
                        end,
                        lead: std::mem::take(pending),
                        parts: vec![vec![]],
                        divided: false,
                    });
                }
                None => pending.push(t.clone()),
            },
            _ => pending.push(t.clone()),
        }
        Some(())
    }

    /// The loop over sections.
    fn sections_loop(&mut self, open: Open) -> Stmt {
        let Open { text, span, .. } = open;
        let integer = Variable {
            ty: DeclType::plain(Ty::Integer(4)),
            dims: vec![],
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let index = self.declare("section", integer, span);
        let count = open.parts.len() as i64;
        let cases = (1..).zip(open.parts).map(|(k, body)| Case {
            values: Some(vec![CaseValue::Value(int(k))]),
            body,
            lead: vec![],
        });
        let select = StmtKind::Select {
            name: None,
            expr: var(&self.r.p, index),
            cases: cases.collect(),
        };
        let mut select = Stmt::at(select, span);
        select.id = self.r.p.fresh_stmt();
        let mut all = Stmt::repeat(DoControl::count(index, int(1), int(count), None), vec![select]);
        all.id = self.r.p.fresh_stmt();
        all.span = span;
        all.lead = open.lead;
        all.lead.push(Trivia::Comment(text, span));
        all
    }
}

/// The words of a directive of OpenMP.
fn words(t: &Trivia) -> Option<&'static str> {
    let Trivia::Comment(text, _) = t else { return None };
    let found = openmp::after_sentinel(text).and_then(openmp::construct);
    found.map(|f| f.0)
}

/// The directive of the loop that sections become, and the words that end them.
fn begin(t: &Trivia) -> Option<(SmolStr, Span, String)> {
    let Trivia::Comment(text, span) = t else { return None };
    let (words, _, clauses) = openmp::construct(openmp::after_sentinel(text)?)?;
    let becomes = match words {
        "sections" => "do",
        "parallel sections" => "parallel do",
        _ => return None,
    };
    let directive = format!("$omp {becomes} schedule(dynamic) {}", clauses.trim_ascii());
    Some((directive.trim_ascii_end().into(), *span, format!("end {words}")))
}
