//! The Fortran front end: text to verified IR.
//!
//! ```text
//! text → logical lines → (statement class, tokens) → ast → ir::Program → verify
//! ```
//!
//! Each arrow is a function from immutable input to new output plus diagnostics; none fails as a whole.

pub mod ast;
pub mod codes;
pub mod consteval;
pub mod diag;
pub mod formula;
pub mod intrinsics;
pub mod ir;
pub mod span;
