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
pub mod consteval;
mod declarable;
pub mod derivatives;
pub mod diag;
pub mod directive;
pub mod dump;
pub mod encoding;
pub mod intrinsics;
pub mod ir;
pub mod lines;
pub mod local_names;
pub mod mentions;
pub mod near;
pub mod operators;
pub mod parallel;
pub mod parse;
pub mod parsed;
pub mod refs;
pub mod resolve;
pub mod span;
pub mod token;
pub mod typing;
pub mod verify;

use std::collections::BTreeSet;

#[allow(clippy::all, clippy::pedantic, unused, missing_docs)]
mod grammar {
    //! The generated statement parser.
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}

/// Parses files in parallel; returns the trees and the diagnostics. `include` adds included files to the map.
pub fn parse_files(
    map: &mut span::SourceMap,
    files: &[span::FileId],
    options: &parse::ParseOptions,
    include: &mut lines::IncludeFn<'_>,
) -> (Vec<ast::File>, Vec<diag::Diagnostic>) {
    let includes = lines::Includes::gather(map, files, include);
    let map = &*map;
    let parsed = parallel::map(files, |&file| parse::parse_file(map, file, options, &includes));
    let (trees, messages): (Vec<_>, Vec<_>) = parsed.into_iter().unzip();
    (trees, messages.into_iter().flatten().collect())
}

/// Parses files and resolves them together; returns the trees, the program and the diagnostics. In debug builds the
/// program of an input without errors is verified.
pub fn load(
    map: &mut span::SourceMap,
    files: &[span::FileId],
    options: &parse::ParseOptions,
    include: &mut lines::IncludeFn<'_>,
) -> (Vec<ast::File>, ir::Program, Vec<diag::Diagnostic>) {
    let (trees, program, messages, _) = load_with_consequences(map, files, options, include);
    (trees, program, messages)
}

/// Trees, program, diagnostics, and the suppressed errors that may follow from others.
pub type WithConsequences = (
    Vec<ast::File>,
    ir::Program,
    Vec<diag::Diagnostic>,
    Vec<diag::Diagnostic>,
);

/// Likewise, with the suppressed errors that may follow from others.
pub fn load_with_consequences(
    map: &mut span::SourceMap,
    files: &[span::FileId],
    options: &parse::ParseOptions,
    include: &mut lines::IncludeFn<'_>,
) -> WithConsequences {
    let (trees, messages) = parse_files(map, files, options, include);
    let (program, messages, hushed) = resolve_parsed(map, &trees, messages, options);
    (trees, program, messages, hushed)
}

/// Resolves parsed files together; `messages` are those of the parser. Returns the program, all messages, and the
/// suppressed errors that may follow from others.
pub fn resolve_parsed(
    map: &span::SourceMap,
    trees: &[ast::File],
    mut messages: Vec<diag::Diagnostic>,
    options: &parse::ParseOptions,
) -> (ir::Program, Vec<diag::Diagnostic>, Vec<diag::Diagnostic>) {
    let unread = diag::any_error(&messages);
    let unbalanced: BTreeSet<_> = messages
        .iter()
        .filter(|d| d.code == codes::UNBALANCED_BLOCK)
        .map(|d| map.file_at(d.span.lo))
        .collect();
    let (program, more) = resolve::resolve_with(trees, options.kinds, options.placeholders, options.openmp);
    // Do not report the consequences of an unreadable declaration; with malformed blocks, statements are in the wrong
    // units.
    let is_new = |d: &diag::Diagnostic| {
        let undeclared = unread && d.code == codes::UNDECLARED_NAME;
        !undeclared && !unbalanced.contains(&map.file_at(d.span.lo))
    };
    let (more, hushed): (Vec<_>, Vec<_>) = more.into_iter().partition(is_new);
    messages.extend(more);
    // statements that depend on placeholders have no types
    let lacks = program.units.iter().any(|(_, u)| u.lacks_declarations());
    if cfg!(debug_assertions) && !diag::any_error(&messages) && !lacks {
        let wrong = verify::verify(&program);
        debug_assert!(wrong.is_empty(), "resolution made an unsound program: {wrong:#?}");
    }
    (program, messages, hushed)
}
