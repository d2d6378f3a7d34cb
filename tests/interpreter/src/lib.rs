//! Runs Fortran programs from their representation: the tests of adc compare derivatives by it, where a compiler would
//! take a thousand times as long as the programs run.
//!
//! What it lacks is told from what a program must not do ([`stop::Stop`]): programs that need it are left to a
//! compiler. It is stricter than compiled code: each access is checked against the variable that it names, memory that
//! was given back is never used again, the tape takes back exactly what it was given. Local reals that were never set
//! are NaNs; variables of modules and COMMON are zero, as compilers leave them.
//!
//! Ignored: files, terminal input, most formats, extended precision, coarrays, ENTRY, types with length parameters,
//! FINAL procedures, the gaps that compilers leave in records. An array that is passed from one of its elements on is
//! known by its variable's end alone.

mod call;
mod designator;
mod expr;
mod flow;
mod format;
mod inquiry;
mod intrinsics;
mod layout;
mod machine;
mod memory;
mod native;
mod ops;
mod records;
mod scope;
pub mod source;
mod stmt;
pub mod stop;
mod tape;
mod value;
mod variables;

mod undefined;

pub use machine::{run, Ended, Shown};
pub use undefined::undefined;
