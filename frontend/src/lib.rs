//! The Fortran front end: text to verified IR.
//!
//! ```text
//! text → logical lines → (statement class, tokens) → ast → ir::Program → verify
//! ```
//!
//! Each arrow is a function from immutable input to new output plus diagnostics; none fails as a whole.

pub mod ast;
pub mod blocks;
pub mod classify;
pub mod codes;
pub mod diag;
pub mod ir;
pub mod lines;
pub mod parse;
pub mod parsed;
pub mod span;
pub mod token;

#[allow(clippy::all, clippy::pedantic, unused, missing_docs)]
mod grammar {
    //! The generated statement parser.
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}
