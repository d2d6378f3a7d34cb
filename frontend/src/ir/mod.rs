//! The intermediate representation: the meaning of the program.
//!
//! A [`Program`] owns flat tables of units, symbols and COMMON blocks, which refer to each other by typed index. Names
//! are resolved: an [`Expr`] distinguishes array elements, function references and intrinsics for `f(x)`; each
//! expression knows its type, kind and rank; generic references carry the specific procedure; and a labelled `DO` has a
//! body. `GOTO` and labels are kept. Primal and derivative programs have the same type: the transformation adds units
//! and symbols and uses a few more statement kinds ([`StmtKind::Push`], ...).
//!
//! # What an expression is, when it is evaluated
//!
//! Expressions are trees without side effects, except through the functions they call. A statement evaluates its
//! expressions in the order of the Fortran standard: subscripts and right side before the left side is written. The
//! tree has no temporaries: code that needs a value twice creates a variable.
//!
//! # Who owns what
//!
//! A [`Symbol`] belongs to the unit that declares it ([`Symbol::owner`]); use and host association give other units the
//! *same* symbol under a local name ([`Unit::names`]). An external procedure called from a unit is a symbol of that
//! unit; its [`Procedure::unit`] points at the definition, if one is given. A dummy argument, a local and a function
//! result are symbols of their unit. Components are symbols owned by the unit of the derived type.
//!
//! # Statement ids
//!
//! [`StmtId`]s are unique in a program ([`Program::fresh_stmt`]). Analyses key their tables by them and never write
//! into the tree.

mod build;
mod chunks;
mod construct;
mod directed;
mod expr;
mod fingerprint;
mod increment;
mod kinds;
mod parallel;
mod positive;
mod program;
mod reducing;
mod stmt;
mod symbol;
mod table;
mod tape;
mod unknown;
pub mod visit;

pub use build::*;
pub use directed::*;
pub use expr::*;
pub use fingerprint::ExprMap;
pub use increment::amounts_added;
pub use kinds::*;
pub use parallel::*;
pub use positive::{is_nonnegative, is_positive};
pub use program::*;
pub use reducing::reduces;
pub use stmt::*;
pub use symbol::*;
pub use table::*;
pub use tape::{is_one_character, runtime_module, tape_procedure, OF_MESSAGES};
pub use unknown::{declared_with, unknown_in};
