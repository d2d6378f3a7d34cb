//! The tokens of a statement as the grammar reads them: the lexer's, with the classifier's cuts in their places.

use super::lexer::{count, token, Raw, RawError};
use super::{Cut, Fail, Tok};
use crate::codes;
use crate::encoding::shown;
use crate::lines::Positions;
use crate::span::Span;
use logos::{Lexer, Logos};

/// Limit on the nesting of an expression, measured in terms of a sum: the compiler walks trees by recursion, which must
/// not exhaust the stack.
pub const MAX_EXPR_DEPTH: usize = 12_000;

/// Generated code may nest deeper: the derivative of a product has a parenthesis for each factor, which counts
/// [`PAREN_DEPTH`].
const OWN_DEPTH_FACTOR: usize = 10;

/// A token or an error, with its start and end offsets.
type Step<'t> = Result<(usize, Tok<'t>, usize), (RawError, usize, usize)>;

/// The tokens of a statement with their source positions.
pub struct Tokens<'a, 't> {
    lexer: Lexer<'t, Raw>,
    text: &'t str,
    end: usize,
    cuts: std::slice::Iter<'a, Cut<'t>>,
    next_cut: Option<Cut<'t>>,
    positions: Positions<'a>,
    depth: Depth,
    /// The maximal depth.
    deepest: usize,
    /// Span of the last token, for errors at the statement's end.
    pub last: Span,
}

impl<'a, 't> Tokens<'a, 't> {
    /// Tokens of `text` up to `end`, with the classifier's cuts, which must be in order.
    pub fn new(text: &'t str, end: usize, cuts: &'a [Cut<'t>], positions: Positions<'a>) -> Self {
        let mut cuts = cuts.iter();
        let next_cut = cuts.next().copied();
        let mut lexer = Raw::lexer(&text[..end]);
        // The text before the class is the construct's name, which the classifier has consumed.
        lexer.bump(next_cut.map_or(0, |c| c.lo));
        Tokens {
            lexer,
            text,
            end,
            cuts,
            next_cut,
            positions,
            depth: Depth::default(),
            deepest: MAX_EXPR_DEPTH,
            last: Span::NONE,
        }
    }

    /// Raises the limit for expressions in derivatives.
    pub fn allow_deeper(&mut self) {
        self.deepest = OWN_DEPTH_FACTOR * MAX_EXPR_DEPTH;
    }

    fn step(&mut self) -> Option<Step<'t>> {
        if let Some(cut) = self.next_cut {
            let here = self.lexer.span().end;
            let blanks = count(&self.text.as_bytes()[here..self.end], |&b| {
                matches!(b, b' ' | b'\t' | b'\x0c')
            });
            if here + blanks >= cut.lo {
                // A cut of zero width, such as a class without a keyword, consumes nothing.
                self.lexer.bump(cut.hi.min(self.end).saturating_sub(here));
                // The lexer's own span must end here, because `here` is taken from it.
                self.next_cut = self.cuts.next().copied();
                return Some(Ok((cut.lo, cut.tok, cut.hi)));
            }
        }
        let raw = self.lexer.next()?;
        let span = self.lexer.span();
        let s = self.lexer.slice();
        Some(match raw {
            Err(e) => Err((e, span.start, span.end)),
            Ok(r) => Ok((span.start, token(r, s), span.end)),
        })
    }
}

impl<'t> Iterator for Tokens<'_, 't> {
    type Item = Result<(u32, Tok<'t>, u32), Fail>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.step()? {
            Ok((lo, tok, hi)) => {
                let span = self.positions.span(lo, hi);
                self.last = span;
                if self.depth.add(&tok) > self.deepest {
                    return Some(Err(Fail::new(span, "expression is nested too deeply")
                        .help("assign parts of it to variables in separate statements")));
                }
                Some(Ok((span.lo, tok, span.hi)))
            }
            Err((e, lo, hi)) => {
                let mut fail = Fail::new(self.positions.span(lo, hi), "");
                fail.code = codes::BAD_LITERAL;
                fail.message = match e {
                    RawError::Character => {
                        fail.code = codes::UNREADABLE_STATEMENT;
                        let rest = shown(&self.text[lo..]);
                        let c = rest.chars().next().unwrap_or(' ');
                        format!("unexpected character `{}`", c.escape_debug())
                    }
                    RawError::OpenString => {
                        // Mark only the opening quote, not all the text after it.
                        fail.span = self.positions.span(lo, lo + 1);
                        "the character literal has no closing quote".into()
                    }
                    RawError::Hollerith => "the Hollerith constant is longer than its statement".into(),
                };
                Some(Err(fail))
            }
        }
    }
}

/// Depth of an operator of a product. The derivative of a product of `n` factors has `n` terms of `n` factors, so fewer
/// factors are allowed than terms of a sum.
const FACTOR_DEPTH: usize = 12;

/// Depth of a parenthesis: an argument is several nodes deeper than its call, an operand only one.
const PAREN_DEPTH: usize = 5 * FACTOR_DEPTH;

/// Upper bound of the depth of the tree of the tokens so far: open parentheses, and operators since the last comma in
/// each of them. A term ends with the next operator that joins terms, and the next term is as deep as the number of
/// terms.
#[derive(Default)]
struct Depth {
    open: Vec<Level>,
    here: Level,
    total: usize,
}

/// Counts at one level of parentheses.
#[derive(Clone, Copy, Default)]
struct Level {
    terms: usize,
    factors: usize,
}

impl Level {
    fn depth(self) -> usize {
        self.terms + self.factors
    }
}

impl Depth {
    fn add(&mut self, tok: &Tok<'_>) -> usize {
        match tok {
            Tok::LParen | Tok::LBracket | Tok::ArrayOpen => {
                self.open.push(self.here);
                self.here = Level::default();
                self.total += PAREN_DEPTH;
            }
            Tok::RParen | Tok::RBracket | Tok::ArrayClose => {
                if let Some(outer) = self.open.pop() {
                    self.total -= self.here.depth() + PAREN_DEPTH;
                    self.here = outer;
                }
            }
            Tok::Comma => {
                self.total -= self.here.depth();
                self.here = Level::default();
            }
            Tok::Plus | Tok::Minus | Tok::Concat | Tok::And | Tok::Or | Tok::Eqv | Tok::Neqv => {
                self.total -= self.here.factors;
                self.here.factors = 0;
                self.here.terms += 1;
                self.total += 1;
            }
            Tok::Times
            | Tok::Slash
            | Tok::Power
            | Tok::Eq
            | Tok::Ne
            | Tok::Lt
            | Tok::Le
            | Tok::Gt
            | Tok::Ge
            | Tok::Not
            | Tok::DefOp(_) => {
                self.here.factors += FACTOR_DEPTH;
                self.total += FACTOR_DEPTH;
            }
            _ => {}
        }
        self.total
    }
}
