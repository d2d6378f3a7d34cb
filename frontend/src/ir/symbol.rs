//! Symbols: everything that has a name.

use super::*;
pub use crate::ast::Intent;
use crate::ast::SmolStr;
use crate::span::Span;

/// An entity with a name.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// As first declared.
    pub name: SmolStr,
    /// The unit that declares it; `None` for the symbols of external procedures and for built-in entities.
    pub owner: Option<UnitId>,
    /// Its kind.
    pub kind: SymbolKind,
    /// `PRIVATE` in its module.
    pub private: bool,
    /// Comment after its declaration.
    pub comment: Option<SmolStr>,
    /// Its declaration.
    pub span: Span,
}

/// The kinds of symbols.
#[derive(Clone, Debug)]
pub enum SymbolKind {
    /// Variable, dummy argument, result, component.
    Variable(Variable),
    /// `PARAMETER`.
    Constant(Constant),
    /// Subroutine or function: internal, module, external, dummy, procedure pointer.
    Procedure(Procedure),
    /// Generic name or operator.
    Generic(Generic),
    /// Derived type.
    Type(TypeDef),
    /// Statement function.
    StatementFunction(StatementFunction),
    /// A name declared `INTRINSIC` (to be passed as an argument), with its generic's id.
    Intrinsic(IntrinsicId),
    /// NAMELIST group.
    Namelist,
}

/// Row in the table of intrinsic procedures, [`crate::intrinsics`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntrinsicId(pub u16);

/// Type of an expression or entity. Kinds are bytes per part: complex(8) has kind 8. Default kinds are those of
/// gfortran without options: 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ty {
    /// Integer of a kind.
    Integer(u8),
    /// Real of a kind.
    Real(u8),
    /// Complex of a kind.
    Complex(u8),
    /// Logical of a kind.
    Logical(u8),
    /// Character of kind 1.
    Character,
    /// `TYPE(t)`: the symbol of the type.
    Derived(SymbolId),
    /// `CLASS(t)`.
    Class(SymbolId),
    /// `CLASS(*)`, `TYPE(*)`.
    Unlimited,
    /// `Z'..'` and the like: takes its type from its context.
    Typeless,
    /// No value: a subroutine, `NULL()`.
    None,
}

impl Ty {
    /// True for real and complex types, which can carry a derivative.
    pub fn is_differentiable(self) -> bool {
        matches!(self, Ty::Real(_) | Ty::Complex(_))
    }

    /// Integer, real or complex.
    pub fn is_numeric(self) -> bool {
        matches!(self, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_))
    }

    /// Kind of a numeric or logical type.
    pub fn kind(self) -> Option<u8> {
        match self {
            Ty::Integer(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k) => Some(k),
            _ => None,
        }
    }
}

/// A type as declared: resolved, with the spelling of its kind for printing.
#[derive(Clone, Debug)]
pub struct DeclType {
    /// Resolved.
    pub ty: Ty,
    /// Spelling of the kind.
    pub spelling: KindSpelling,
    /// Length of a character.
    pub len: Option<CharLen>,
    /// For a derived type with parameters: the values of all of them, in order.
    pub params: Vec<CharLen>,
}

impl DeclType {
    /// A type without a spelling of its own.
    pub fn plain(ty: Ty) -> DeclType {
        DeclType {
            ty,
            spelling: KindSpelling::Plain,
            len: None,
            params: vec![],
        }
    }

    /// The expressions for the length of a character and for the parameters of a derived type.
    pub fn lengths(&self) -> impl Iterator<Item = &Expr> {
        self.len.iter().chain(&self.params).filter_map(CharLen::expr)
    }

    /// The same, mutably.
    pub fn lengths_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.len
            .iter_mut()
            .chain(&mut self.params)
            .filter_map(CharLen::expr_mut)
    }
}

/// Spelling of a kind.
#[derive(Clone, Debug)]
pub enum KindSpelling {
    /// Print the kind in the style of the output: nothing for a default kind, `DOUBLE PRECISION` or `(8)` otherwise.
    Plain,
    /// `DOUBLE PRECISION`, `DOUBLE COMPLEX`.
    Double,
    /// `*8`.
    Star(u32),
    /// `(wp)`.
    Expr(Box<Expr>),
}

/// Length of a character entity, or value of a type parameter.
#[derive(Clone, Debug)]
pub enum CharLen {
    /// Given.
    Expr(Box<Expr>),
    /// `*`.
    Assumed,
    /// `:`.
    Deferred,
}

impl CharLen {
    /// The expression, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            CharLen::Expr(e) => Some(e),
            CharLen::Assumed | CharLen::Deferred => None,
        }
    }

    /// The same, mutably.
    pub fn expr_mut(&mut self) -> Option<&mut Expr> {
        match self {
            CharLen::Expr(e) => Some(e),
            CharLen::Assumed | CharLen::Deferred => None,
        }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Type.
    pub ty: DeclType,
    /// Dimensions; empty for a scalar.
    pub dims: Vec<Dim>,
    /// Its storage.
    pub storage: Storage,
    /// Attributes.
    pub attrs: Attrs,
    /// Initialisation in its declaration (implies `SAVE` outside types).
    pub init: Option<Init>,
}

/// Storage of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Local; static if saved or initialised ([`Attrs::save`]).
    Local,
    /// Dummy argument.
    Dummy,
    /// Result of a function.
    Result,
    /// Module variable.
    Module,
    /// Member of a COMMON block.
    Common(CommonId),
    /// Component of a derived type.
    Component,
    /// Parameter of a derived type.
    Parameter,
    /// Index of FORALL, DO CONCURRENT or an implied DO with a scope of its own.
    Index,
}

/// Attributes of a variable.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Attrs {
    pub allocatable: bool,
    pub pointer: bool,
    pub target: bool,
    /// Keeps its value between calls: by an attribute, a `SAVE` statement, an initialisation or `DATA`.
    pub save: bool,
    pub optional: bool,
    pub value: bool,
    pub volatile: bool,
    pub asynchronous: bool,
    pub protected: bool,
    pub contiguous: bool,
    /// `NOPASS` of a procedure pointer component.
    pub nopass: bool,
    /// `PASS(name)` of a procedure pointer component, folded.
    pub pass: Option<SmolStr>,
    pub intent: Option<Intent>,
    /// Type came from implicit rules.
    pub implicit: bool,
    /// Each thread has one (`threadprivate` of OpenMP).
    pub threadprivate: bool,
    /// `BIND(C, ...)` as written.
    pub bind: Option<SmolStr>,
}

/// Initialisation.
#[derive(Clone, Debug)]
pub enum Init {
    /// `= expr`, or `/values/` gathered into an array.
    Value(Expr),
    /// `=> expr`.
    Pointer(Expr),
}

/// One dimension.
#[derive(Clone, Debug)]
pub enum Dim {
    /// `lo:hi`; the lower bound is 1 if absent.
    Explicit(Option<Expr>, Expr),
    /// `lo:` of an assumed-shape dummy.
    Assumed(Option<Expr>),
    /// `:` of an allocatable or pointer.
    Deferred,
    /// `lo:*`.
    AssumedSize(Option<Expr>),
    /// `..`.
    AssumedRank,
}

impl Variable {
    /// True for `x(..)`.
    pub fn has_assumed_rank(&self) -> bool {
        self.dims.iter().any(|d| matches!(d, Dim::AssumedRank))
    }

    /// True for a local variable whose value nothing but the statements of its unit sets, and no pointer leads to.
    pub fn is_plain_local(&self) -> bool {
        let a = &self.attrs;
        let special = a.allocatable || a.pointer || a.target || a.save || a.volatile;
        self.storage == Storage::Local && self.init.is_none() && !special
    }

    /// True for a component or a parameter of a derived type: its name is in no scope of a unit.
    pub fn is_in_type(&self) -> bool {
        matches!(self.storage, Storage::Component | Storage::Parameter)
    }

    /// True if a procedure with such a dummy argument or result requires an explicit interface in its callers.
    pub(super) fn needs_interface(&self) -> bool {
        let a = &self.attrs;
        let is_shaped = |d: &Dim| matches!(d, Dim::Assumed(_) | Dim::Deferred | Dim::AssumedRank);
        a.allocatable
            || a.pointer
            || a.optional
            || a.value
            || a.target
            || matches!(self.ty.ty, Ty::Class(_) | Ty::Unlimited)
            || self.dims.iter().any(is_shaped)
    }

    /// The expressions of its bounds, of its length and of the parameters of its type.
    pub fn specification(&self) -> impl Iterator<Item = &Expr> {
        self.dims.iter().flat_map(Dim::bounds).chain(self.ty.lengths())
    }

    /// The same, mutably.
    pub fn specification_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.dims
            .iter_mut()
            .flat_map(Dim::bounds_mut)
            .chain(self.ty.lengths_mut())
    }
}

impl Dim {
    /// The expressions of its bounds.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        let (lo, hi) = match self {
            Dim::Explicit(lo, hi) => (lo.as_ref(), Some(hi)),
            Dim::Assumed(lo) | Dim::AssumedSize(lo) => (lo.as_ref(), None),
            Dim::Deferred | Dim::AssumedRank => (None, None),
        };
        lo.into_iter().chain(hi)
    }

    /// The same, mutably.
    pub fn bounds_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (lo, hi) = match self {
            Dim::Explicit(lo, hi) => (lo.as_mut(), Some(hi)),
            Dim::Assumed(lo) | Dim::AssumedSize(lo) => (lo.as_mut(), None),
            Dim::Deferred | Dim::AssumedRank => (None, None),
        };
        lo.into_iter().chain(hi)
    }
}

/// A named constant.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Type.
    pub ty: DeclType,
    /// Dimensions.
    pub dims: Vec<Dim>,
    /// Its value as written; the constant itself if the value is unknown.
    pub value: Expr,
}

impl Constant {
    /// True if the value is unknown, because it depends on the implementation of a library. `own`: its symbol.
    pub fn is_unknown(&self, own: SymbolId) -> bool {
        matches!(self.value.kind, ExprKind::Var(s) if s == own)
    }
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its class in this scope.
    pub class: ProcClass,
    /// Its definition, if it is among the files.
    pub unit: Option<UnitId>,
    /// Interface body or the interface named in `PROCEDURE(...)`.
    pub interface: Option<UnitId>,
    /// Result type of a function as known here; `None` for subroutines and for procedures not known to be functions.
    pub result: Option<DeclType>,
    /// Rank of the result.
    pub result_rank: u8,
    /// Attributes that apply to procedures: `optional`, `pointer`, ...
    pub attrs: Attrs,
    /// Initial target of a procedure pointer: `=> f`, `=> null()`.
    pub init: Option<Expr>,
}

impl Procedure {
    /// An external subroutine without a definition.
    pub fn external() -> Procedure {
        Procedure {
            class: ProcClass::External,
            unit: None,
            interface: None,
            result: None,
            result_rank: 0,
            attrs: Attrs::default(),
            init: None,
        }
    }
}

/// Class of a procedure in a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcClass {
    /// External: declared `EXTERNAL`, by an interface body, or only called.
    External,
    /// Module procedure.
    Module,
    /// Internal procedure.
    Internal,
    /// Dummy argument.
    Dummy,
    /// Procedure pointer variable or component.
    Pointer,
    /// The definition of an external procedure itself.
    Definition,
}

/// A generic name.
#[derive(Clone, Debug, Default)]
pub struct Generic {
    /// Specific procedures, in order of declaration.
    pub specifics: Vec<SymbolId>,
    /// The intrinsic that it extends, if it has an intrinsic's name.
    pub intrinsic: Option<IntrinsicId>,
    /// The derived type of the same name, if constructors are overloaded.
    pub ty: Option<SymbolId>,
}

/// A derived type.
#[derive(Clone, Debug, Default)]
pub struct TypeDef {
    /// Components in order; an extended type does not list those of the parent.
    pub components: Vec<SymbolId>,
    /// Type parameters in order.
    pub params: Vec<TypeParam>,
    /// The declared type, if this type is an instance of a parameterised one: its components for one set of values of
    /// the KIND parameters. Declarations and expressions use instances. Instances share the LEN parameters of the
    /// declared type, and only the declared type is printed.
    pub instance_of: Option<SymbolId>,
    /// Parent type.
    pub extends: Option<SymbolId>,
    /// `SEQUENCE`.
    pub sequence: bool,
    /// `ABSTRACT`.
    pub is_abstract: bool,
    /// `BIND(C)`.
    pub bind_c: bool,
    /// `PRIVATE` components.
    pub private_components: bool,
    /// Type-bound procedures.
    pub bindings: Vec<Binding>,
    /// The component that accesses a polymorphic object as an object of this type, once one exists
    /// ([`Program::is_downcast`]).
    pub shown: Option<SymbolId>,
}

/// A parameter of a derived type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeParam {
    /// An integer variable whose storage is [`Storage::Parameter`]; its initialisation is the default value. Only the
    /// definition of the type names it: elsewhere the value is inquired from an object (`x%n`), by
    /// [`crate::intrinsics::PARAMETER_INQUIRY`].
    pub symbol: SymbolId,
    /// `KIND`, not `LEN`.
    pub is_kind: bool,
    /// The value of a KIND parameter, in an instance.
    pub value: Option<i64>,
}

/// A type-bound procedure.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Name of the binding.
    pub name: SmolStr,
    /// The procedure; `None` if deferred.
    pub proc: Option<SymbolId>,
    /// The symbol that gives the interface of a deferred binding.
    pub interface: Option<SymbolId>,
    /// Specific bindings when it is generic.
    pub generic: Vec<SmolStr>,
    /// `NOPASS`.
    pub nopass: bool,
    /// `PASS(name)`.
    pub pass: Option<SmolStr>,
    /// `PRIVATE`.
    pub private: bool,
}

/// A statement function.
#[derive(Clone, Debug)]
pub struct StatementFunction {
    /// Result.
    pub ty: DeclType,
    /// Dummy arguments: symbols of the unit, used in `body`.
    pub args: Vec<SymbolId>,
    /// Right side.
    pub body: Box<Expr>,
}

impl Symbol {
    /// A symbol without a declaration in the source.
    pub fn new(name: SmolStr, owner: Option<UnitId>, kind: SymbolKind) -> Symbol {
        Symbol {
            name,
            owner,
            kind,
            private: false,
            comment: None,
            span: Span::NONE,
        }
    }

    /// True for a procedure pointer variable or component.
    pub fn is_procedure_pointer(&self) -> bool {
        matches!(&self.kind, SymbolKind::Procedure(p) if p.class == ProcClass::Pointer)
    }

    /// The variable, if the symbol is one.
    pub fn variable(&self) -> Option<&Variable> {
        match &self.kind {
            SymbolKind::Variable(v) => Some(v),
            _ => None,
        }
    }

    /// The variable, if the symbol is one.
    pub fn variable_mut(&mut self) -> Option<&mut Variable> {
        match &mut self.kind {
            SymbolKind::Variable(v) => Some(v),
            _ => None,
        }
    }

    /// Type of a variable, constant, function or statement function; [`Ty::None`] otherwise.
    pub fn ty(&self) -> Ty {
        match &self.kind {
            SymbolKind::Variable(v) => v.ty.ty,
            SymbolKind::Constant(c) => c.ty.ty,
            SymbolKind::Procedure(p) => p.result.as_ref().map_or(Ty::None, |d| d.ty),
            SymbolKind::StatementFunction(s) => s.ty.ty,
            SymbolKind::Generic(_) | SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => Ty::None,
        }
    }

    /// Rank of a variable, constant or function result.
    pub fn rank(&self) -> u8 {
        match &self.kind {
            SymbolKind::Variable(v) => v.dims.len() as u8,
            SymbolKind::Constant(c) => c.dims.len() as u8,
            SymbolKind::Procedure(p) => p.result_rank,
            _ => 0,
        }
    }
}
