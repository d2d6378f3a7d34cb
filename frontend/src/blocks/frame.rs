//! An open block, and the statement that opened it.

use crate::ast::*;
use crate::span::Span;
use crate::token::EndKind;

/// Comments, label, span and construct name of a statement.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Comments before it.
    pub lead: Vec<Trivia>,
    /// Comment after it on the same line.
    pub trail: Option<SmolStr>,
    /// Its label.
    pub label: Option<u32>,
    /// Its source span.
    pub span: Span,
    /// Construct name before it.
    pub name: Option<Name>,
}

impl Head {
    pub(super) fn end(self) -> End {
        End {
            lead: self.lead,
            trail: self.trail,
            label: self.label,
            span: self.span,
            name: None,
        }
    }

    /// The [`End`] of a part of a construct, which may repeat the construct's name.
    pub(super) fn part(self, name: Option<Name>) -> End {
        End { name, ..self.end() }
    }

    pub(super) fn stmt(self, kind: StmtKind) -> Stmt {
        Stmt {
            kind,
            label: self.label,
            lead: self.lead,
            trail: self.trail,
            span: self.span,
        }
    }
}

/// Kind of a block, with its data other than the statements.
pub(super) enum Kind {
    /// A program unit or procedure. `contains` is set once `CONTAINS` was parsed.
    Unit {
        kind: UnitKind,
        contains: Option<End>,
        units: Vec<Unit>,
    },
    /// `cond` and `head` belong to the open arm.
    If {
        arms: Vec<IfArm>,
        cond: Option<Expr>,
        head: End,
    },
    Where {
        arms: Vec<IfArm>,
        cond: Option<Expr>,
        head: End,
    },
    Do {
        label: Option<u32>,
        control: Box<DoControl>,
    },
    SelectCase {
        expr: Expr,
        cases: Vec<Case>,
    },
    SelectType {
        rename: Option<Name>,
        expr: Expr,
        guards: Vec<TypeGuard>,
    },
    Forall {
        header: ForallHeader,
    },
    Associate {
        pairs: Vec<(Name, Expr)>,
    },
    SelectRank {
        rename: Option<Name>,
        expr: Expr,
        ranks: Vec<RankCase>,
    },
    Block,
    Images {
        kind: ImageBlock,
        controls: Vec<Arg>,
    },
    Type(Box<DerivedType>),
    Interface {
        is_abstract: bool,
        generic: Option<Name>,
        items: Vec<InterfaceItem>,
    },
    Enum {
        enumerators: Vec<Enumerators>,
    },
}

/// An open block and the statement that opened it.
pub(super) struct Frame {
    pub kind: Kind,
    pub head: Head,
    /// Statements of the block or of its open arm.
    body: Block,
    /// True if a statement of this unit could not be parsed, so that the open blocks are not known for certain.
    pub doubtful: bool,
}

impl Frame {
    pub fn new(kind: Kind, head: Head) -> Frame {
        Frame {
            kind,
            head,
            body: vec![],
            doubtful: false,
        }
    }

    pub fn is_unit(&self) -> bool {
        matches!(self.kind, Kind::Unit { .. })
    }

    /// The list that receives the next statement.
    pub fn body(&mut self) -> &mut Block {
        match &mut self.kind {
            Kind::SelectCase { cases, .. } => cases.last_mut().map_or(&mut self.body, |c| &mut c.body),
            Kind::SelectType { guards, .. } => guards.last_mut().map_or(&mut self.body, |g| &mut g.body),
            Kind::SelectRank { ranks, .. } => ranks.last_mut().map_or(&mut self.body, |r| &mut r.body),
            _ => &mut self.body,
        }
    }

    /// The reason why a statement may not stand here, if there is one.
    pub fn refuses(&self) -> Option<&'static str> {
        match &self.kind {
            Kind::Unit { contains: Some(_), .. } => Some("only procedures are allowed after CONTAINS"),
            Kind::SelectCase { cases, .. } if cases.is_empty() => Some("statement before the first CASE"),
            Kind::SelectType { guards, .. } if guards.is_empty() => Some("statement before the first type guard"),
            Kind::SelectRank { ranks, .. } if ranks.is_empty() => Some("statement before the first RANK"),
            Kind::Type(_) => Some("only components are allowed in a derived type"),
            Kind::Interface { .. } => {
                Some("only interface bodies and PROCEDURE statements are allowed in an interface block")
            }
            Kind::Enum { .. } => Some("only ENUMERATOR statements are allowed in an ENUM"),
            _ => None,
        }
    }

    /// The name that its `END` statement may repeat.
    pub fn name(&self) -> Option<&Name> {
        match &self.kind {
            Kind::Unit { kind, .. } => unit_name(kind),
            Kind::Type(t) => Some(&t.name),
            Kind::Interface { generic, .. } => generic.as_ref(),
            _ => self.head.name.as_ref(),
        }
    }

    /// Kind of the `END` statement that closes it.
    pub fn end_kind(&self) -> EndKind {
        match &self.kind {
            Kind::Unit { kind, .. } => match kind {
                UnitKind::Program { .. } => EndKind::Program,
                UnitKind::Module { .. } => EndKind::Module,
                UnitKind::Submodule { .. } => EndKind::Submodule,
                UnitKind::Subroutine { .. } => EndKind::Subroutine,
                UnitKind::Function { .. } => EndKind::Function,
                UnitKind::ModuleProcedure { .. } => EndKind::Procedure,
                UnitKind::BlockData { .. } => EndKind::BlockData,
            },
            Kind::If { .. } => EndKind::If,
            Kind::Where { .. } => EndKind::Where,
            Kind::Do { .. } => EndKind::Do,
            Kind::SelectCase { .. } | Kind::SelectType { .. } | Kind::SelectRank { .. } => EndKind::Select,
            Kind::Forall { .. } => EndKind::Forall,
            Kind::Associate { .. } => EndKind::Associate,
            Kind::Block => EndKind::Block,
            Kind::Images { kind, .. } => match kind {
                ImageBlock::Critical => EndKind::Critical,
                ImageBlock::Team => EndKind::Team,
            },
            Kind::Type(_) => EndKind::Type,
            Kind::Interface { .. } => EndKind::Interface,
            Kind::Enum { .. } => EndKind::Enum,
        }
    }

    /// The block in the user's words.
    pub fn describe(&self) -> String {
        let words = end_words(self.end_kind());
        let what = match &self.kind {
            Kind::Unit {
                kind: UnitKind::Program { name: None },
                ..
            } => "main program",
            Kind::Unit {
                kind: UnitKind::ModuleProcedure { .. },
                ..
            } => "MODULE PROCEDURE",
            Kind::SelectCase { .. } => "SELECT CASE",
            Kind::SelectType { .. } => "SELECT TYPE",
            Kind::SelectRank { .. } => "SELECT RANK",
            Kind::Images {
                kind: ImageBlock::Team, ..
            } => "CHANGE TEAM",
            _ => &words[4..],
        };
        match self.name() {
            Some(n) => format!("{what} `{}`", n.text),
            None => what.to_string(),
        }
    }

    /// The statement that closes it, for the message about an unclosed block.
    pub fn wanted_end(&self) -> String {
        match &self.kind {
            Kind::Do { label: Some(l), .. } => format!("`{l} CONTINUE`"),
            _ => format!("`{}`", end_words(self.end_kind())),
        }
    }

    /// Takes the statements of the finished block, unless they are stored in arms.
    pub fn take_body(&mut self) -> Block {
        std::mem::take(&mut self.body)
    }
}

pub(super) fn unit_name(kind: &UnitKind) -> Option<&Name> {
    match kind {
        UnitKind::Program { name } | UnitKind::BlockData { name } => name.as_ref(),
        UnitKind::Module { name }
        | UnitKind::Submodule { name, .. }
        | UnitKind::Subroutine { name, .. }
        | UnitKind::Function { name, .. }
        | UnitKind::ModuleProcedure { name } => Some(name),
    }
}

/// The words of an END statement.
pub(super) fn end_words(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Bare => "END",
        EndKind::Program => "END PROGRAM",
        EndKind::Module => "END MODULE",
        EndKind::Submodule => "END SUBMODULE",
        EndKind::Subroutine => "END SUBROUTINE",
        EndKind::Function => "END FUNCTION",
        EndKind::Procedure => "END PROCEDURE",
        EndKind::BlockData => "END BLOCK DATA",
        EndKind::Do => "END DO",
        EndKind::If => "END IF",
        EndKind::Select => "END SELECT",
        EndKind::Team => "END TEAM",
        EndKind::Where => "END WHERE",
        EndKind::Forall => "END FORALL",
        EndKind::Associate => "END ASSOCIATE",
        EndKind::Block => "END BLOCK",
        EndKind::Critical => "END CRITICAL",
        EndKind::Type => "END TYPE",
        EndKind::Interface => "END INTERFACE",
        EndKind::Enum => "END ENUM",
    }
}
