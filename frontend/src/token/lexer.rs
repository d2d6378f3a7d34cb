//! The lexer that logos generates. It knows names, literals and operators; keywords are the classifier's.

use super::Tok;
use crate::encoding::{columns, split_at_column};
use logos::{Lexer, Logos};

/// What can be wrong with a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum RawError {
    #[default]
    Character,
    OpenString,
    Hollerith,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Int,
    Real,
    Str,
    Hollerith,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoted {
    Str,
    Boz,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Name,
    Str,
    Boz,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dotted {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Not,
    And,
    Or,
    Eqv,
    Neqv,
    Logical,
    Defined,
}

#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \t\x0c]+", error = RawError)]
pub(super) enum Raw {
    #[regex(r"[A-Za-z_][A-Za-z0-9_$]*", word)]
    Word(Word),
    #[regex(r"[0-9]+", number)]
    #[regex(r"\.[0-9]+", number)]
    Number(Number),
    #[regex("['\"]", quoted)]
    Quoted(Quoted),
    #[regex(r"\.[A-Za-z_]+\.", dotted)]
    Dotted(Dotted),
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("(/")]
    ArrayOpen,
    #[token("/)")]
    ArrayClose,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    DoubleColon,
    #[token("..")]
    DotDot,
    #[token("%")]
    Percent,
    #[token("=")]
    Equals,
    #[token("=>")]
    Arrow,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Slash,
    #[token("**")]
    Power,
    #[token("//")]
    Concat,
    #[token("==")]
    Eq,
    #[token("/=")]
    Ne,
    #[token("<")]
    Lt,
    #[token("<=")]
    Le,
    #[token(">")]
    Gt,
    #[token(">=")]
    Ge,
}

/// Length of the literal that begins with the quote at the start of `b`, both quotes included.
fn literal_length(b: &[u8]) -> Option<usize> {
    let q = *b.first()?;
    let mut i = 1;
    loop {
        i += b.get(i..)?.iter().position(|&c| c == q)? + 1;
        if b.get(i) != Some(&q) {
            return Some(i);
        }
        i += 1;
    }
}

fn take_literal(lex: &mut Lexer<'_, Raw>, from: usize) -> Result<(), RawError> {
    match literal_length(&lex.remainder().as_bytes()[from..]) {
        Some(n) => {
            lex.bump(from + n);
            Ok(())
        }
        None => {
            lex.bump(lex.remainder().len());
            Err(RawError::OpenString)
        }
    }
}

fn word(lex: &mut Lexer<'_, Raw>) -> Result<Word, RawError> {
    if !matches!(lex.remainder().as_bytes().first(), Some(b'\'' | b'"')) {
        if lex.slice().eq_ignore_ascii_case("double") {
            double(lex);
        }
        return Ok(Word::Name);
    }
    let s = lex.slice().as_bytes();
    if matches!(s, [b'b' | b'B' | b'o' | b'O' | b'z' | b'Z' | b'x' | b'X']) {
        return take_literal(lex, 0).map(|()| Word::Boz);
    }
    if s.ends_with(b"_") {
        return take_literal(lex, 0).map(|()| Word::Str);
    }
    Ok(Word::Name)
}

/// `double precision` where an expression may stand, as in `[double precision :: x]`, is one word.
fn double(lex: &mut Lexer<'_, Raw>) {
    let b = lex.remainder().as_bytes();
    let blanks = count(b, |&c| c == b' ' || c == b'\t');
    let letters = count(&b[blanks..], is_name_byte);
    let word = &b[blanks..blanks + letters];
    if blanks > 0 && (word.eq_ignore_ascii_case(b"precision") || word.eq_ignore_ascii_case(b"complex")) {
        lex.bump(blanks + letters);
    }
}

fn quoted(lex: &mut Lexer<'_, Raw>) -> Result<Quoted, RawError> {
    let at = lex.span().start;
    let Some(n) = literal_length(&lex.source().as_bytes()[at..]) else {
        lex.bump(lex.remainder().len());
        return Err(RawError::OpenString);
    };
    lex.bump(n - 1);
    // `'FF'X`: the base may stand behind, an extension.
    match lex.remainder().as_bytes() {
        [b'x' | b'X' | b'z' | b'Z' | b'o' | b'O' | b'b' | b'B', rest @ ..]
            if !rest.first().is_some_and(is_name_byte) =>
        {
            lex.bump(1);
            Ok(Quoted::Boz)
        }
        _ => Ok(Quoted::Str),
    }
}

fn is_name_byte(b: &u8) -> bool {
    b.is_ascii_alphanumeric() || *b == b'_'
}

pub(super) fn count(b: &[u8], f: impl Fn(&u8) -> bool) -> usize {
    b.iter().take_while(|c| f(c)).count()
}

/// The rest of a number, or a Hollerith constant, or a literal with a number for its kind. A regular
/// expression alone would read `1.eq.2` as `1.` and `1.e-3` as `1`.
fn number(lex: &mut Lexer<'_, Raw>) -> Result<Number, RawError> {
    let rest = lex.remainder();
    let b = rest.as_bytes();
    let fraction_read = lex.slice().starts_with('.');
    let mut n = 0;
    let mut real = fraction_read;
    if !fraction_read {
        match b.first() {
            Some(b'h' | b'H') => {
                let chars: usize = lex.slice().parse().map_err(|_| RawError::Hollerith)?;
                let (text, _) = split_at_column(&rest[1..], chars);
                if columns(text) < chars {
                    lex.bump(b.len());
                    return Err(RawError::Hollerith);
                }
                lex.bump(1 + text.len());
                return Ok(Number::Hollerith);
            }
            Some(b'.') => {
                let letters = count(&b[1..], |c| c.is_ascii_alphabetic());
                if letters == 0 || b.get(1 + letters) != Some(&b'.') {
                    real = true;
                    n = 1 + count(&b[1..], u8::is_ascii_digit);
                }
            }
            _ => {}
        }
    }
    if let Some(b'e' | b'E' | b'd' | b'D' | b'q' | b'Q') = b.get(n) {
        let sign = usize::from(matches!(b.get(n + 1), Some(b'+' | b'-')));
        let digits = count(&b[n + 1 + sign..], u8::is_ascii_digit);
        if digits > 0 {
            real = true;
            n += 1 + sign + digits;
        }
    }
    if b.get(n) == Some(&b'_') {
        if !real && matches!(b.get(n + 1), Some(b'\'' | b'"')) {
            return take_literal(lex, n + 1).map(|()| Number::Str);
        }
        let kind = count(&b[n + 1..], is_name_byte);
        if kind > 0 {
            n += 1 + kind;
        }
    }
    lex.bump(n);
    Ok(if real { Number::Real } else { Number::Int })
}

fn dotted(lex: &mut Lexer<'_, Raw>) -> Dotted {
    let s = lex.slice();
    let is = |w: &str| s[1..s.len() - 1].eq_ignore_ascii_case(w);
    let table = [
        ("eq", Dotted::Eq),
        ("ne", Dotted::Ne),
        ("lt", Dotted::Lt),
        ("le", Dotted::Le),
        ("gt", Dotted::Gt),
        ("ge", Dotted::Ge),
        ("and", Dotted::And),
        ("or", Dotted::Or),
        ("not", Dotted::Not),
        ("eqv", Dotted::Eqv),
        ("neqv", Dotted::Neqv),
    ];
    if let Some(&(_, d)) = table.iter().find(|(w, _)| is(w)) {
        return d;
    }
    if is("true") || is("false") {
        let b = lex.remainder().as_bytes();
        if b.first() == Some(&b'_') {
            lex.bump(1 + count(&b[1..], is_name_byte));
        }
        return Dotted::Logical;
    }
    Dotted::Defined
}

/// The token of the grammar.
pub(super) fn token(r: Raw, s: &str) -> Tok<'_> {
    match r {
        Raw::Word(Word::Name) => Tok::Name(s),
        Raw::Word(Word::Str) | Raw::Number(Number::Str) | Raw::Quoted(Quoted::Str) => Tok::Str(s),
        Raw::Word(Word::Boz) | Raw::Quoted(Quoted::Boz) => Tok::Boz(s),
        Raw::Number(Number::Int) => Tok::Int(s),
        Raw::Number(Number::Real) => Tok::Real(s),
        Raw::Number(Number::Hollerith) => Tok::Hollerith(s),
        Raw::Dotted(d) => match d {
            Dotted::Eq => Tok::Eq,
            Dotted::Ne => Tok::Ne,
            Dotted::Lt => Tok::Lt,
            Dotted::Le => Tok::Le,
            Dotted::Gt => Tok::Gt,
            Dotted::Ge => Tok::Ge,
            Dotted::Not => Tok::Not,
            Dotted::And => Tok::And,
            Dotted::Or => Tok::Or,
            Dotted::Eqv => Tok::Eqv,
            Dotted::Neqv => Tok::Neqv,
            Dotted::Logical => Tok::Logical(s),
            Dotted::Defined => Tok::DefOp(&s[1..s.len() - 1]),
        },
        Raw::LParen => Tok::LParen,
        Raw::RParen => Tok::RParen,
        Raw::LBracket => Tok::LBracket,
        Raw::RBracket => Tok::RBracket,
        Raw::ArrayOpen => Tok::ArrayOpen,
        Raw::ArrayClose => Tok::ArrayClose,
        Raw::Comma => Tok::Comma,
        Raw::Colon => Tok::Colon,
        Raw::DoubleColon => Tok::DoubleColon,
        Raw::DotDot => Tok::DotDot,
        Raw::Percent => Tok::Percent,
        Raw::Equals => Tok::Equals,
        Raw::Arrow => Tok::Arrow,
        Raw::Plus => Tok::Plus,
        Raw::Minus => Tok::Minus,
        Raw::Times => Tok::Times,
        Raw::Slash => Tok::Slash,
        Raw::Power => Tok::Power,
        Raw::Concat => Tok::Concat,
        Raw::Eq => Tok::Eq,
        Raw::Ne => Tok::Ne,
        Raw::Lt => Tok::Lt,
        Raw::Le => Tok::Le,
        Raw::Gt => Tok::Gt,
        Raw::Ge => Tok::Ge,
    }
}
