//! Tokens of a statement: the lexer that logos generates, with the classifier's findings merged in.
//!
//! Fortran has no reserved words, so the lexer knows names, literals and operators only. Where a word is a
//! keyword is known to the classifier, which says so as [`Cut`]s: "from here to there stands this token".
//! The stream of [`Tokens`] is the lexer's, with each cut in its place; the statement's class is always the first.

use crate::ast::{Attr, Intent, IoKind};
use crate::codes;
use crate::lines::Positions;
use crate::span::Span;
use logos::{Lexer, Logos};

/// Deepest nesting of an expression: trees are walked by recursion all over, and must not exhaust the stack.
pub const MAX_EXPR_DEPTH: usize = 1000;

/// A keyword that the classifier found, as offsets in the statement's text.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'t> {
    /// First byte.
    pub lo: usize,
    /// One past the last byte.
    pub hi: usize,
    /// What stands there.
    pub tok: Tok<'t>,
}

/// Class of a statement: the first token the grammar sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Class {
    Allocate,
    ArithmeticIf,
    Assign,
    AssignLabel,
    Associate,
    Attr(AttrKw),
    Bind,
    Block,
    BlockData,
    Call,
    Case,
    ClassDefault,
    ClassIs,
    Common,
    Contains,
    Continue,
    Critical,
    Cycle,
    Data,
    Deallocate,
    DerivedType,
    Do,
    Else,
    ElseIf,
    ElseWhere,
    End(EndKind),
    Entry,
    Enum,
    Enumerator,
    Equivalence,
    ErrorStop,
    Exit,
    Final,
    ForallConstruct,
    ForallStmt,
    Format,
    Function,
    Generic,
    Goto,
    IfStmt,
    IfThen,
    ImageControl,
    Implicit,
    ImplicitNone,
    Import,
    Interface,
    AbstractInterface,
    /// An I/O statement with a control list in parentheses.
    Io(IoKind),
    /// One without: `PRINT *, x`.
    IoPlain(IoKind),
    Module,
    ModuleProcedure,
    Namelist,
    Nullify,
    Parameter,
    Pause,
    PointerAssign,
    Procedure,
    Program,
    Return,
    SelectCase,
    SelectType,
    Sequence,
    Stop,
    Submodule,
    Subroutine,
    TypeDecl,
    TypeIs,
    Unsupported,
    Use,
    WhereConstruct,
    WhereStmt,
}

/// What an END statement names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum EndKind {
    Bare,
    Program,
    Module,
    Submodule,
    Subroutine,
    Function,
    Procedure,
    BlockData,
    Do,
    If,
    Select,
    Where,
    Forall,
    Associate,
    Block,
    Critical,
    Type,
    Interface,
    Enum,
}

/// Keywords of attributes; what takes arguments has them in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AttrKw {
    Parameter,
    Allocatable,
    Pointer,
    Target,
    Save,
    Optional,
    External,
    Intrinsic,
    Public,
    Private,
    Value,
    Volatile,
    Asynchronous,
    Protected,
    Contiguous,
    Intent(Intent),
    Dimension,
    Codimension,
    Deferred,
    NoPass,
    Pass,
    NonOverridable,
    Kind,
    Len,
    Abstract,
    Static,
    Automatic,
}

impl AttrKw {
    /// The attribute without arguments.
    pub fn attr(self) -> Attr {
        match self {
            AttrKw::Parameter => Attr::Parameter,
            AttrKw::Allocatable => Attr::Allocatable,
            AttrKw::Pointer => Attr::Pointer,
            AttrKw::Target => Attr::Target,
            AttrKw::Save => Attr::Save,
            AttrKw::Optional => Attr::Optional,
            AttrKw::External => Attr::External,
            AttrKw::Intrinsic => Attr::Intrinsic,
            AttrKw::Public => Attr::Public,
            AttrKw::Private => Attr::Private,
            AttrKw::Value => Attr::Value,
            AttrKw::Volatile => Attr::Volatile,
            AttrKw::Asynchronous => Attr::Asynchronous,
            AttrKw::Protected => Attr::Protected,
            AttrKw::Contiguous => Attr::Contiguous,
            AttrKw::Intent(i) => Attr::Intent(i),
            AttrKw::Dimension => Attr::Dimension(vec![]),
            AttrKw::Codimension => Attr::Codimension(vec![]),
            AttrKw::Deferred => Attr::Deferred,
            AttrKw::NoPass => Attr::NoPass,
            AttrKw::Pass => Attr::Pass(None),
            AttrKw::NonOverridable => Attr::NonOverridable,
            AttrKw::Kind => Attr::Kind,
            AttrKw::Len => Attr::LenParam,
            AttrKw::Abstract => Attr::Abstract,
            AttrKw::Static => Attr::Other("static".into()),
            AttrKw::Automatic => Attr::Other("automatic".into()),
        }
    }
}

/// Type keywords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TypeKw {
    Integer,
    Real,
    DoublePrecision,
    Complex,
    DoubleComplex,
    Logical,
    Character,
    Byte,
    /// `TYPE(`
    Type,
    /// `CLASS(`
    Class,
}

/// Prefixes of procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PrefixKw {
    Recursive,
    Pure,
    Elemental,
    Impure,
    Module,
    NonRecursive,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Tok<'t> {
    Class(Class),
    Name(&'t str),
    /// `operator(+)`, `assignment(=)`, `read(formatted)`.
    Generic(&'t str),
    /// Text that is not looked into: a format, a locality.
    Text(&'t str),
    /// `(A-H, O-Z)` of IMPLICIT.
    Letters(&'t str),
    Int(&'t str),
    Real(&'t str),
    Str(&'t str),
    Boz(&'t str),
    Hollerith(&'t str),
    Logical(&'t str),
    /// `.name.`
    DefOp(&'t str),
    Type(TypeKw),
    /// `*8` behind a type keyword.
    Star(&'t str),
    Attr(AttrKw),
    AttrBind,
    AttrExtends,
    Prefix(PrefixKw),
    /// INTRINSIC or NON_INTRINSIC of USE.
    Nature(&'t str),
    KwFunction,
    KwSubroutine,
    KwThen,
    KwWhile,
    KwConcurrent,
    KwResult,
    KwOnly,
    KwTo,
    KwDefault,
    LParen,
    RParen,
    LBracket,
    RBracket,
    ArrayOpen,
    ArrayClose,
    Comma,
    Colon,
    DoubleColon,
    DotDot,
    Percent,
    Equals,
    Arrow,
    Plus,
    Minus,
    Times,
    Slash,
    Power,
    Concat,
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
}

/// Why a statement could not be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Fail {
    /// Code of the registry.
    pub code: u16,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Fail {
    /// A statement that is not understood at this place.
    pub fn new(span: Span, message: impl Into<String>) -> Fail {
        Fail {
            code: codes::UNREADABLE_STATEMENT,
            span,
            message: message.into(),
            help: None,
        }
    }

    /// Adds the advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Fail {
        self.help = Some(text.into());
        self
    }
}

/// What can be wrong with a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum RawError {
    #[default]
    Character,
    OpenString,
    Hollerith,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Int,
    Real,
    Str,
    Hollerith,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quoted {
    Str,
    Boz,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Name,
    Str,
    Boz,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dotted {
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
enum Raw {
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

fn count(b: &[u8], f: impl Fn(&u8) -> bool) -> usize {
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
                let text = &rest[1..];
                let len = match text.char_indices().nth(chars) {
                    Some((k, _)) => k,
                    None if text.chars().count() == chars => text.len(),
                    None => {
                        lex.bump(b.len());
                        return Err(RawError::Hollerith);
                    }
                };
                lex.bump(1 + len);
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

/// The tokens of a statement with their source positions.
pub struct Tokens<'a, 't> {
    lexer: Lexer<'t, Raw>,
    text: &'t str,
    end: usize,
    cuts: std::slice::Iter<'a, Cut<'t>>,
    next_cut: Option<Cut<'t>>,
    positions: Positions<'a>,
    depth: Depth,
    /// Span of the last token, for errors at the statement's end.
    pub last: Span,
}

impl<'a, 't> Tokens<'a, 't> {
    /// Tokens of `text` up to `end`, with the classifier's cuts, which must be in order.
    pub fn new(text: &'t str, end: usize, cuts: &'a [Cut<'t>], positions: Positions<'a>) -> Self {
        let mut cuts = cuts.iter();
        let next_cut = cuts.next().copied();
        let mut lexer = Raw::lexer(&text[..end]);
        // What stands before the class is the construct's name, which the classifier has taken.
        lexer.bump(next_cut.map_or(0, |c| c.lo));
        Tokens {
            lexer,
            text,
            end,
            cuts,
            next_cut,
            positions,
            depth: Depth::default(),
            last: Span::NONE,
        }
    }

    fn step(&mut self) -> Option<Result<(usize, Tok<'t>, usize), (RawError, usize, usize)>> {
        if let Some(cut) = self.next_cut {
            let here = self.lexer.span().end;
            let blanks = count(&self.text.as_bytes()[here..self.end], |&b| {
                matches!(b, b' ' | b'\t' | b'\x0c')
            });
            if here + blanks >= cut.lo {
                // A cut of no width, such as a class that no keyword stands for, takes nothing away.
                self.lexer.bump(cut.hi.min(self.end).saturating_sub(here));
                // The lexer's own span must end here, since it is what `here` is.
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

fn token(r: Raw, s: &str) -> Tok<'_> {
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

impl<'t> Iterator for Tokens<'_, 't> {
    type Item = Result<(u32, Tok<'t>, u32), Fail>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.step()? {
            Ok((lo, tok, hi)) => {
                let span = self.positions.span(lo, hi);
                self.last = span;
                if self.depth.add(&tok) > MAX_EXPR_DEPTH {
                    return Some(Err(Fail::new(
                        span,
                        format!("expression is nested more than {MAX_EXPR_DEPTH} levels deep"),
                    )
                    .help("compute parts of it in statements of their own")));
                }
                Some(Ok((span.lo, tok, span.hi)))
            }
            Err((e, lo, hi)) => {
                let mut fail = Fail::new(self.positions.span(lo, hi), "");
                fail.code = codes::BAD_LITERAL;
                fail.message = match e {
                    RawError::Character => {
                        fail.code = codes::UNREADABLE_STATEMENT;
                        let c = self.text[lo..].chars().next().unwrap_or(' ');
                        format!("character `{}` has no meaning here", c.escape_default())
                    }
                    RawError::OpenString => {
                        // The opening quote is what has to be looked at, not all that it swallowed.
                        fail.span = self.positions.span(lo, lo + 1);
                        "character literal is not closed".into()
                    }
                    RawError::Hollerith => "Hollerith constant is longer than its statement".into(),
                };
                Some(Err(fail))
            }
        }
    }
}

/// Upper bound of the depth of the tree that the tokens so far make: open parentheses, and operators since
/// the last comma of each of them.
#[derive(Default)]
struct Depth {
    open: Vec<u32>,
    here: u32,
    total: usize,
}

impl Depth {
    fn add(&mut self, tok: &Tok<'_>) -> usize {
        match tok {
            Tok::LParen | Tok::LBracket | Tok::ArrayOpen => {
                self.open.push(self.here);
                self.here = 0;
                self.total += 1;
            }
            Tok::RParen | Tok::RBracket | Tok::ArrayClose => {
                if let Some(h) = self.open.pop() {
                    self.total -= self.here as usize + 1;
                    self.here = h;
                }
            }
            Tok::Comma => {
                self.total -= self.here as usize;
                self.here = 0;
            }
            Tok::Plus
            | Tok::Minus
            | Tok::Times
            | Tok::Slash
            | Tok::Power
            | Tok::Concat
            | Tok::Eq
            | Tok::Ne
            | Tok::Lt
            | Tok::Le
            | Tok::Gt
            | Tok::Ge
            | Tok::Not
            | Tok::And
            | Tok::Or
            | Tok::Eqv
            | Tok::Neqv
            | Tok::DefOp(_) => {
                self.here += 1;
                self.total += 1;
            }
            _ => {}
        }
        self.total
    }
}
