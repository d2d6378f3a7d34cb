//! The table of keywords: one row each. Among rows with a common start, the longest comes first.

use super::scan::Scan;
use super::specials as sp;
use super::Classifier;
use crate::ast::{ImageStmt, IoKind};
use crate::token::{AttrKw, Class, PrefixKw, TypeKw};

/// Action for a row whose words match.
#[derive(Clone, Copy)]
pub(super) enum Then {
    /// The statement is of this class; the grammar parses the rest.
    Is(Class),
    /// It is this class if `(` follows.
    Paren(Class),
    /// It is this class if nothing follows.
    Alone(Class),
    /// Inspect further, given the offsets before and after the words. `None`: the statement is something else.
    Look(fn(&mut Classifier<'_, '_>, usize, usize) -> Option<Class>),
    /// A type keyword.
    Type(TypeKw),
    /// An attribute.
    Attr(AttrKw),
    /// An I/O statement.
    Io(IoKind),
    /// A statement about images.
    Image(ImageStmt),
    /// A prefix of a procedure; the whole heading is inspected.
    Prefix,
}

use Then::{Alone, Attr, Image, Io, Is, Look, Paren, Prefix, Type};

type Row = (&'static [&'static str], Then);

fn rows(first: u8) -> &'static [Row] {
    match first {
        b'a' => &[
            (&["abstract", "interface"], Alone(Class::AbstractInterface)),
            (&["allocatable"], Attr(AttrKw::Allocatable)),
            (&["allocate"], Paren(Class::Allocate)),
            (&["assign"], Look(sp::assign_label)),
            (&["associate"], Paren(Class::Associate)),
            (&["asynchronous"], Attr(AttrKw::Asynchronous)),
            (&["automatic"], Attr(AttrKw::Automatic)),
            (&["accept"], Is(Class::Unsupported)),
        ],
        b'b' => &[
            (&["backspace"], Io(IoKind::Backspace)),
            (&["bind"], Paren(Class::Bind)),
            (&["block", "data"], Is(Class::BlockData)),
            (&["block"], Alone(Class::Block)),
            (&["byte"], Type(TypeKw::Byte)),
        ],
        b'c' => &[
            (&["call"], Is(Class::Call)),
            (&["case", "default"], Look(sp::case_default)),
            (&["case"], Paren(Class::Case)),
            (&["character"], Type(TypeKw::Character)),
            (&["class", "default"], Is(Class::ClassDefault)),
            (&["class", "is"], Paren(Class::ClassIs)),
            (&["class"], Type(TypeKw::Class)),
            (&["close"], Io(IoKind::Close)),
            (&["codimension"], Attr(AttrKw::Codimension)),
            (&["common"], Is(Class::Common)),
            (&["complex"], Type(TypeKw::Complex)),
            (&["contains"], Alone(Class::Contains)),
            (&["contiguous"], Attr(AttrKw::Contiguous)),
            (&["continue"], Alone(Class::Continue)),
            (&["critical"], Alone(Class::Critical)),
            (&["critical"], Paren(Class::Critical)),
            (&["cycle"], Is(Class::Cycle)),
            (&["change", "team"], Paren(Class::ChangeTeam)),
        ],
        b'd' => &[
            (&["data"], Is(Class::Data)),
            (&["deallocate"], Paren(Class::Deallocate)),
            (&["define", "file"], Is(Class::Unsupported)),
            (&["dimension"], Attr(AttrKw::Dimension)),
            (&["double", "precision"], Type(TypeKw::DoublePrecision)),
            (&["double", "complex"], Type(TypeKw::DoubleComplex)),
            (&["do"], Look(sp::do_stmt)),
            (&["decode"], Paren(Class::Unsupported)),
        ],
        b'e' => &[
            (&["elemental"], Prefix),
            (&["else", "where"], Is(Class::ElseWhere)),
            (&["else", "if"], Look(sp::else_if)),
            (&["else"], Is(Class::Else)),
            (&["encode"], Paren(Class::Unsupported)),
            (&["entry"], Look(sp::entry)),
            (&["enumerator"], Is(Class::Enumerator)),
            (&["enum"], Look(sp::enum_stmt)),
            (&["equivalence"], Paren(Class::Equivalence)),
            (&["error", "stop"], Is(Class::ErrorStop)),
            (&["event", "post"], Image(ImageStmt::EventPost)),
            (&["event", "wait"], Image(ImageStmt::EventWait)),
            (&["exit"], Is(Class::Exit)),
            (&["external"], Attr(AttrKw::External)),
        ],
        b'f' => &[
            (&["fail", "image"], Image(ImageStmt::FailImage)),
            (&["final"], Is(Class::Final)),
            (&["flush"], Io(IoKind::Flush)),
            (&["forall"], Look(sp::forall_stmt)),
            (&["format"], Look(sp::format)),
            (&["form", "team"], Image(ImageStmt::FormTeam)),
            (&["function"], Prefix),
        ],
        b'g' => &[(&["generic"], Look(sp::generic)), (&["go", "to"], Is(Class::Goto))],
        b'i' => &[
            (&["if"], Look(sp::if_stmt)),
            (&["implicit", "none"], Look(sp::implicit_none)),
            (&["implicit"], Look(sp::implicit)),
            (&["import"], Look(sp::import)),
            (&["impure"], Prefix),
            (&["inquire"], Io(IoKind::Inquire)),
            (&["integer"], Type(TypeKw::Integer)),
            (&["intent"], Look(sp::intent)),
            (&["interface"], Look(sp::interface)),
            (&["intrinsic"], Attr(AttrKw::Intrinsic)),
        ],
        b'l' => &[
            (&["logical"], Type(TypeKw::Logical)),
            (&["lock"], Image(ImageStmt::Lock)),
        ],
        b'm' => &[
            (&["module", "procedure"], Look(sp::module_procedure)),
            (&["module"], Prefix),
            (&["module"], Is(Class::Module)),
            (&["map"], Alone(Class::Unsupported)),
        ],
        b'n' => &[
            (&["namelist"], Is(Class::Namelist)),
            (&["non_recursive"], Prefix),
            (&["nullify"], Paren(Class::Nullify)),
        ],
        b'o' => &[(&["open"], Io(IoKind::Open)), (&["optional"], Attr(AttrKw::Optional))],
        b'p' => &[
            (&["parameter"], Paren(Class::Parameter)),
            (&["pause"], Is(Class::Pause)),
            (&["pointer"], Paren(Class::CrayPointer)),
            (&["pointer"], Attr(AttrKw::Pointer)),
            (&["print"], Io(IoKind::Print)),
            (&["private"], Attr(AttrKw::Private)),
            (&["procedure"], Look(sp::procedure)),
            (&["program"], Is(Class::Program)),
            (&["protected"], Attr(AttrKw::Protected)),
            (&["public"], Attr(AttrKw::Public)),
            (&["pure"], Prefix),
        ],
        b'r' => &[
            (&["rank", "default"], Look(sp::rank_default)),
            (&["rank"], Paren(Class::Rank)),
            (&["read"], Io(IoKind::Read)),
            (&["real"], Type(TypeKw::Real)),
            (&["record"], Look(sp::slashed)),
            (&["recursive"], Prefix),
            (&["return"], Is(Class::Return)),
            (&["rewind"], Io(IoKind::Rewind)),
        ],
        b's' => &[
            (&["save"], Attr(AttrKw::Save)),
            (&["select", "case"], Paren(Class::SelectCase)),
            (&["select", "type"], Paren(Class::SelectType)),
            (&["select", "rank"], Paren(Class::SelectRank)),
            (&["sequence"], Alone(Class::Sequence)),
            (&["static"], Attr(AttrKw::Static)),
            (&["stop"], Is(Class::Stop)),
            (&["structure"], Look(sp::slashed)),
            (&["submodule"], Paren(Class::Submodule)),
            (&["subroutine"], Prefix),
            (&["sync", "all"], Image(ImageStmt::SyncAll)),
            (&["sync", "images"], Image(ImageStmt::SyncImages)),
            (&["sync", "memory"], Image(ImageStmt::SyncMemory)),
            (&["sync", "team"], Image(ImageStmt::SyncTeam)),
        ],
        b't' => &[
            (&["target"], Attr(AttrKw::Target)),
            (&["type", "is"], Paren(Class::TypeIs)),
            (&["type"], Look(sp::type_stmt)),
        ],
        b'u' => &[
            (&["use"], Look(sp::use_stmt)),
            (&["unlock"], Image(ImageStmt::Unlock)),
            (&["union"], Alone(Class::Unsupported)),
        ],
        b'v' => &[
            (&["value"], Attr(AttrKw::Value)),
            (&["volatile"], Attr(AttrKw::Volatile)),
        ],
        b'w' => &[
            (&["wait"], Io(IoKind::Wait)),
            (&["where"], Look(sp::where_stmt)),
            (&["write"], Io(IoKind::Write)),
        ],
        _ => &[],
    }
}

/// Finds the keyword at `at`.
pub(super) fn find(c: &mut Classifier<'_, '_>, at: usize) -> Option<Class> {
    let first = c.scan.at(at).to_ascii_lowercase();
    // `END` and the word after it may be written without a blank in both source forms.
    if first == b'e' && c.scan.b[at..].get(..3).is_some_and(|s| s.eq_ignore_ascii_case(b"end")) {
        let before = c.cuts.len();
        let found = sp::end_stmt(c, at, at + 3);
        if found.is_some() {
            return found;
        }
        c.cuts.truncate(before);
    }
    for &(words, then) in rows(first) {
        let Some(hi) = c.scan.words(at, words) else { continue };
        let before = c.cuts.len();
        let found = match then {
            Is(class) => c.class(at, hi, class),
            Paren(class) if c.scan.next(hi) == b'(' => c.class(at, hi, class),
            Alone(class) if c.scan.ends(hi) => c.class(at, hi, class),
            Paren(_) | Alone(_) => None,
            Look(f) => f(c, at, hi),
            Type(kw) => sp::type_decl(c, at, hi, kw),
            Attr(kw) => sp::attribute_stmt(c, at, hi, kw),
            Io(kind) => sp::io(c, at, hi, kind),
            Image(kind) if c.scan.ends(hi) || c.scan.next(hi) == b'(' => c.class(at, hi, Class::ImageControl(kind)),
            Image(_) => None,
            Prefix => sp::heading(c, at),
        };
        if found.is_some() {
            return found;
        }
        c.cuts.truncate(before);
    }
    None
}

/// The keyword with which the statement would begin if a blank followed it; used for advice only.
pub(super) fn glued(mut scan: Scan<'_>) -> Option<&'static str> {
    scan.fixed = true;
    let at = scan.blanks(0);
    let first = scan.at(at).to_ascii_lowercase();
    rows(first)
        .iter()
        .find(|(w, _)| w.len() == 1 && w[0].len() > 3 && scan.words(at, w).is_some())
        .map(|(w, _)| w[0])
}

/// Prefixes of procedures.
pub(super) const PREFIXES: &[(&str, PrefixKw)] = &[
    ("recursive", PrefixKw::Recursive),
    ("non_recursive", PrefixKw::NonRecursive),
    ("pure", PrefixKw::Pure),
    ("elemental", PrefixKw::Elemental),
    ("impure", PrefixKw::Impure),
    ("module", PrefixKw::Module),
];

/// Type keywords.
pub(super) const TYPES: &[(&[&str], TypeKw)] = &[
    (&["integer"], TypeKw::Integer),
    (&["real"], TypeKw::Real),
    (&["double", "precision"], TypeKw::DoublePrecision),
    (&["double", "complex"], TypeKw::DoubleComplex),
    (&["complex"], TypeKw::Complex),
    (&["logical"], TypeKw::Logical),
    (&["character"], TypeKw::Character),
    (&["byte"], TypeKw::Byte),
    (&["type"], TypeKw::Type),
    (&["class"], TypeKw::Class),
];

/// Attributes of declarations.
pub(super) const ATTRIBUTES: &[(&str, AttrKw)] = &[
    ("parameter", AttrKw::Parameter),
    ("allocatable", AttrKw::Allocatable),
    ("pointer", AttrKw::Pointer),
    ("target", AttrKw::Target),
    ("save", AttrKw::Save),
    ("optional", AttrKw::Optional),
    ("external", AttrKw::External),
    ("intrinsic", AttrKw::Intrinsic),
    ("public", AttrKw::Public),
    ("private", AttrKw::Private),
    ("value", AttrKw::Value),
    ("volatile", AttrKw::Volatile),
    ("asynchronous", AttrKw::Asynchronous),
    ("protected", AttrKw::Protected),
    ("contiguous", AttrKw::Contiguous),
    ("dimension", AttrKw::Dimension),
    ("codimension", AttrKw::Codimension),
    ("deferred", AttrKw::Deferred),
    ("nopass", AttrKw::NoPass),
    ("pass", AttrKw::Pass),
    ("non_overridable", AttrKw::NonOverridable),
    ("kind", AttrKw::Kind),
    ("len", AttrKw::Len),
    ("abstract", AttrKw::Abstract),
    ("static", AttrKw::Static),
    ("automatic", AttrKw::Automatic),
];
