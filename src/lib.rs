//! Source-to-source automatic differentiation for Fortran, as a library.
//!
//! The library reads sources from memory, differentiates, and returns text and messages. It reads and writes no files,
//! runs no other program, prints nothing, and keeps no state between calls. The command `adc` is a thin layer above it.
//!
//! # Differentiate
//!
//! ```
//! let mut sources = adc::Sources::new();
//! sources.add("f.f90", "\
//! subroutine f(x, y)
//!    real(8), intent(in) :: x
//!    real(8), intent(out) :: y
//!    y = x*sin(x)
//! end subroutine f
//! ");
//! let program = adc::read(sources, &adc::ReadOptions::default())?;
//! let request = adc::Request::new("f(y)/(x)".parse()?, adc::Mode::Reverse);
//! let derivative = program.differentiate(&request)?;
//! assert!(derivative.text().contains("subroutine f_b(x, xb, y, yb)"));
//! assert_eq!(derivative.procedure(), "f_b");
//! # Ok::<(), adc::Error>(())
//! ```
//!
//! [`Mode::Hessian`] is the tangent of the adjoint, in one text:
//!
//! ```
//! # let mut sources = adc::Sources::new();
//! # sources.add("f.f90", "\
//! # subroutine f(x, y)
//! #    real(8), intent(in) :: x
//! #    real(8), intent(out) :: y
//! #    y = x*sin(x)
//! # end subroutine f
//! # ");
//! # let program = adc::read(sources, &adc::ReadOptions::default())?;
//! let request = adc::Request::new("f(y)/(x)".parse()?, adc::Mode::Hessian);
//! let derivative = program.differentiate(&request)?;
//! assert!(derivative.text().contains("subroutine f_hv(x, xd, xb, xbd, y, yb)"));
//! # Ok::<(), adc::Error>(())
//! ```
//!
//! A [`Program`] does not change: differentiate it as often as you like, with other heads, modes and options.
//!
//! # Diagnostics
//!
//! An [`Error`] has all messages of a run, and so has the result of a run that succeeded. A [`Message`] has a code, a
//! severity, a place and a text; [`Messages::render`] makes of them what the command prints.
//!
//! ```
//! let mut sources = adc::Sources::new();
//! sources.add("f.f90", "\
//! subroutine f(x, y)
//!    real(8), intent(in) :: x
//!    real(8), intent(out) :: y
//!    y = x*
//! end subroutine f
//! ");
//! let program = adc::read(sources, &adc::ReadOptions::default())?;
//! let error = program.check().unwrap_err();
//! let message = error.messages().iter().next().unwrap();
//! assert_eq!(message.code().to_string(), "ADC0101");
//! assert_eq!(message.place().unwrap().line, 4);
//! assert!(message.code().page().starts_with("# ADC0101"));
//!
//! let text = error.messages().render(&adc::RenderOptions::default());
//! assert!(text.contains("y = x*"));
//! # Ok::<(), adc::Error>(())
//! ```
//!
//! # Threads and faults
//!
//! Each call runs on threads of its own, one per core, with stacks that are deep enough for any source. A fault of `adc`
//! is an [`Error`] of [`ErrorKind::Fault`], not a panic of the caller; the panic hook of the process sees it first, and by
//! default prints it to standard error. The process must not be built with `panic = "abort"`.
#![deny(missing_docs, rustdoc::private_intra_doc_links)]

mod analysis;
mod assignments;
mod bidirectional;
mod calling;
mod carried;
mod checkpoints;
mod code;
mod compiled;
mod contracted;
mod cost;
mod deep;
mod derivative;
mod differentiate;
mod dump;
mod error;
mod excerpt;
mod flags;
mod fuel;
mod globals;
mod header;
mod heading;
mod hessian;
mod home;
mod json;
mod layout;
mod libraries;
mod loops;
mod made;
mod message;
mod name;
mod needed;
mod note;
mod options;
mod origins;
mod place;
mod preprocessed;
mod printed;
mod program;
mod reading;
mod render;
mod request;
mod sarif;
mod signature;
mod size;
mod sources;
mod statements;
mod step;
mod summaries;
mod supplied;
mod tape;
mod text;
mod trace;
mod value;

#[doc(hidden)]
pub use adc_frontend::near::{did_you_mean, nearest};
pub use analysis::{Analysis, Decisions, Facts, Plan};
pub use assignments::{assignments, Assignment};
pub use calling::CallingProcedure;
pub use carried::carried;
pub use checkpoints::{Choice, Profile};
pub use code::Code;
pub use compiled::{compiled, Compiled};
pub use cost::Cost;
pub use derivative::{parallel_loops, Derivative, Output};
pub use dump::{dump, Dump, GraphFormat, NormalForm, Stage};
pub use error::{Error, ErrorKind};
pub use flags::{Flag, ReadOptions};
pub use fuel::{Applied, FuelReport};
pub use globals::globals;
#[doc(hidden)]
pub use json::quoted;
pub use libraries::library;
pub use loops::{ParallelLoop, SharedLoop};
pub use message::{render_all, Message, Messages, Problem, Severity};
pub use note::Note;
#[doc(inline)]
pub use options::{Activity, Checkpoint, Measure, Mode, Optimisation, Optimisations, Options, Preaccumulate};
pub use origins::Origin;
pub use place::Place;
pub use printed::{print, PrintLayout, Printed};
pub use program::{read, ProcedurePlace, Program};
pub use render::{Layout, RenderOptions};
pub use request::Request;
pub use signature::{Active, DerivedType, Dimension, Matrix, Procedure, Scope, Signature, Variable, VariableType};
pub use size::Size;
pub use sources::{form_of_name, Form, Includes, Source, Sources, Unreadable};
pub use statements::with_statements;
pub use summaries::{summaries, Summary};
pub use tape::{Tape, TapeRow};
pub use trace::{traced, Point, Traced};
pub use value::{Head, Question, Suffix, ValueError};
