//! Directives of the user in comments, except those that ask for something about statements.

use super::state::Resolver;
use crate::ast::Trivia;
use crate::diag::Diagnostic;
use crate::directive::foreign::{self, Foreign};
use crate::directive::local::{self, Local, Region, Word};
use crate::ir::*;
use crate::{codes, directive};

impl Resolver<'_> {
    /// Reports directives at places where no statement can have one: among declarations, in WHERE and FORALL.
    pub(super) fn no_local_directives(&mut self, trivia: &[Trivia]) {
        for t in trivia {
            let Trivia::Comment(text, span) = t else { continue };
            let Some(found) = local::parse(text) else { continue };
            let needed = matches!(found, Local::Start(Region::Constant) | Local::End(Region::Constant));
            let word = directive_word(text);
            self.report(without_effect(
                codes::MISPLACED_DIRECTIVE,
                *span,
                format!("`{word}` is not allowed here"),
                needed,
            ));
        }
    }

    /// Reports a directive before a statement to which it does not apply. A `parallel do` before a loop that threads do
    /// not share here stays a comment.
    pub(super) fn misplaced(&mut self, d: &RegionDirective, statement: Span, is_loop: bool) {
        let word = directive_word(&d.open);
        let (what, help) = match d.asks {
            Asks::Split | Asks::Joint => ("a statement without a call", "put it directly before the call"),
            Asks::Parallel(_) => {
                if !is_loop {
                    let message = "`parallel do` is before a statement that is not a counted loop";
                    let d = Diagnostic::error(codes::BAD_OPENMP, d.span, message);
                    self.report(d.also_at(statement, "this statement"));
                }
                return;
            }
            Asks::IndependentIterations | Asks::Binomial { .. } | Asks::FixedPoint { .. } => (
                "a statement that is not a loop",
                "put it directly before the DO statement",
            ),
            Asks::Checkpoint | Asks::Constant => {
                ("a statement to which it cannot apply", "put it before the statements")
            }
        };
        let message = format!("`{word}` is before {what}");
        let d = without_effect(codes::MISPLACED_DIRECTIVE, d.span, message, false);
        self.report(d.also_at(statement, "this statement").help(help));
    }

    /// Records `INDEPENDENT` and `DEPENDENT` directives among comments in the current unit.
    pub(super) fn directives(&mut self, trivia: &[Trivia]) {
        for t in trivia {
            let Trivia::Comment(text, span) = t else { continue };
            match directive::parse(text, *span) {
                None => {
                    if let Some(d) = without_meaning(text, *span) {
                        self.report(d);
                    }
                }
                Some(Ok(d)) => {
                    let unit = self.unit();
                    self.p.units[unit].directives.push(d);
                }
                Some(Err(d)) => self.report(*d),
            }
        }
    }
}

/// Records directives before a unit. Of those about statements, `NOCHECKPOINT` before a procedure is about all calls
/// of it.
pub(super) fn directives_before_unit(r: &mut Resolver, trivia: &[Trivia]) {
    r.directives(trivia);
    let id = r.unit();
    let unit = &r.p.units[id];
    let is_procedure = matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function);
    if !is_procedure || unit.prefix.interface_body {
        r.no_local_directives(trivia);
        return;
    }
    for t in trivia {
        let Trivia::Comment(text, span) = t else { continue };
        match local::parse(text) {
            Some(Local::Before(Word::Split, "")) => r.p.units[id].directives.push(Directive {
                kind: DirectiveKind::Split,
                names: vec![],
                span: *span,
            }),
            _ => r.no_local_directives(std::slice::from_ref(t)),
        }
    }
}

/// The word after the prefix, as written.
pub(super) fn directive_word(text: &str) -> &str {
    text.split_ascii_whitespace().nth(1).unwrap_or(text)
}

/// Reports an ignored directive: as an error if it is `needed`, since without it the derivative would differ.
pub(super) fn without_effect(code: u16, span: Span, message: String, needed: bool) -> Diagnostic {
    if needed {
        Diagnostic::error(code, span, message)
    } else {
        Diagnostic::warning(code, span, format!("{message}; it has no effect"))
    }
}

/// The warning about a word that is unknown, or that Tapenade alone knows.
fn without_meaning(text: &str, span: Span) -> Option<Diagnostic> {
    if let Some((word, near)) = directive::unknown(text) {
        let message = format!("`{word}` is not a directive of adc; it has no effect");
        let d = Diagnostic::warning(codes::BAD_DIRECTIVE, span, message);
        return Some(match near {
            Some(near) => d.help(format!("did you mean `{near}`?")),
            None => d,
        });
    }
    let Some(Foreign::Ignored(help)) = foreign::parse(text) else {
        return None;
    };
    let word = directive_word(text).split('(').next().unwrap_or_default();
    let message = format!("Tapenade's directive `{word}` has no effect in adc");
    Some(Diagnostic::warning(codes::BAD_DIRECTIVE, span, message).help(help))
}

/// Reports directives after the last unit of a file: they are about nothing.
pub(super) fn directives_after_units(r: &mut Resolver, trivia: &[Trivia]) {
    r.no_local_directives(trivia);
    for t in trivia {
        let Trivia::Comment(text, span) = t else { continue };
        match directive::parse(text, *span) {
            None => r.diags.extend(without_meaning(text, *span)),
            Some(Ok(_)) => {
                let message = format!("`{}` is after the last END of the file", directive_word(text));
                r.report(without_effect(codes::MISPLACED_DIRECTIVE, *span, message, false));
            }
            Some(Err(d)) => r.report(*d),
        }
    }
}
