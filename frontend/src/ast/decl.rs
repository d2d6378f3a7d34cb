//! Declarations of more than a line: derived types, interfaces, DATA, enumerations.

use super::*;

/// One group of a `DATA` statement.
#[derive(Clone, PartialEq, Debug)]
pub struct DataSet {
    /// Variables, also implied DO.
    pub objects: Vec<Expr>,
    /// Values.
    pub values: Vec<DataValue>,
}

/// `ENUMERATOR :: a, b = 3`.
#[derive(Clone, PartialEq, Debug)]
pub struct Enumerators {
    /// Comments before it and place.
    pub head: End,
    /// Names with their values.
    pub list: Vec<(Name, Option<Expr>)>,
}

/// `3*1.0` in `DATA`.
#[derive(Clone, PartialEq, Debug)]
pub struct DataValue {
    /// Repeat count.
    pub repeat: Option<Expr>,
    /// Constant.
    pub value: Expr,
}

/// Derived type definition.
#[derive(Clone, PartialEq, Debug)]
pub struct DerivedType {
    /// Name.
    pub name: Name,
    /// Attributes.
    pub attrs: Vec<Attr>,
    /// Names of type parameters.
    pub params: Vec<Name>,
    /// `SEQUENCE`.
    pub sequence: Option<End>,
    /// Blanket `PRIVATE` before the components.
    pub private: Option<End>,
    /// Component declarations ([`StmtKind::TypeDecl`]).
    pub components: Vec<Stmt>,
    /// `CONTAINS`.
    pub contains_at: Option<End>,
    /// Blanket `PRIVATE` among the bindings.
    pub private_bindings: Option<End>,
    /// Type-bound procedures.
    pub bindings: Vec<Binding>,
    /// Its end.
    pub end: End,
}

/// A statement after `CONTAINS` in a type.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    /// Comments before it and place.
    pub head: End,
    /// The binding.
    pub kind: BindingKind,
}

/// Kinds of bindings.
#[derive(Clone, PartialEq, Debug)]
pub enum BindingKind {
    /// `PROCEDURE(iface), attrs :: a => b, c`.
    Procedure {
        /// Interface of a deferred binding.
        interface: Option<Name>,
        /// Attributes.
        attrs: Vec<Attr>,
        /// Binding and procedure names.
        items: Vec<(Name, Option<Name>)>,
    },
    /// `GENERIC, attrs :: spec => names`.
    Generic {
        /// Attributes.
        attrs: Vec<Attr>,
        /// Name, `operator(+)`, `assignment(=)`.
        spec: Name,
        /// Specific bindings.
        names: Vec<Name>,
    },
    /// `FINAL :: names`.
    Final(Vec<Name>),
}

/// Interface block.
#[derive(Clone, PartialEq, Debug)]
pub struct Interface {
    /// `ABSTRACT`.
    pub is_abstract: bool,
    /// Generic name, `operator(+)`, `assignment(=)`, `read(formatted)`; absent for a plain block.
    pub generic: Option<Name>,
    /// Interface bodies and `MODULE PROCEDURE` statements in order.
    pub items: Vec<InterfaceItem>,
    /// Its end.
    pub end: End,
}

/// An item of an interface block.
#[derive(Clone, PartialEq, Debug)]
pub enum InterfaceItem {
    /// An interface body.
    Body(Box<Unit>),
    /// `[MODULE] PROCEDURE a, b`; the flag is true if `MODULE` was written.
    Procedures(Vec<Name>, bool, End),
}
