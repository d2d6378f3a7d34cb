//! Second derivatives: the tangent of the adjoint, in one text.
//!
//! ```text
//! foo  ─adjoint→  foo_hvb  ─print, read with the sources─  ─tangent along x→  foo_hv
//! ```
//!
//! | of the original `foo`, module `m` or block `/b/` | name |
//! |---|---|
//! | second derivative | `foo_hv`, `m_hv`, `/b_hv/` |
//! | adjoint | `foo_hvb`, `m_hvb`, `/b_hvb/` |
//! | tangent | `foo_hvd`, `m_hvd`, `/b_hvd/` |
//!
//! Sparse Hessians have `_hs` in place of `_hv`, and are the sparse Jacobian of the adjoint by the independents.
//!
//! So the file links with those of the other modes. Shadows have the suffixes of adjoints and of tangents, in this order.
//!
//! The weights are constant, and the values of the original are no results. The text has the units of the adjoint that
//! the tangent uses, in an order in which modules come before their users.

use crate::code::Code;
use crate::error::Error;
use crate::heading;
use crate::layout::modules_of;
use crate::libraries::library;
use crate::made::Made;
use crate::needed::needed;
use crate::options::{Mode, Optimisation};
use crate::program::{Generated, Read};
use crate::request::Request;
use crate::sources::Form;
use crate::step::{Group, Step};
use crate::text;
use crate::value::Head;
use adc_analysis::HeadSpec;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::{Diagnostic, Severity};
use adc_frontend::ir::{Dim, Program, Storage, SymbolId, UnitId};
use adc_transform::head::HeadText;
use adc_transform::{Derivative, Jacobian, UnitSuffix};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Differentiates twice.
pub(crate) fn differentiate(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Group, Error> {
    let second = request.options.suffix(Mode::Hessian).as_str();
    let with = |letter: &str| format!("{second}{}", letter.trim_start_matches('_'));
    let (of_adjoint, of_tangent) = (with(&options.suffix_reverse), with(&options.suffix_tangent));
    let options_of = |unit_suffix: UnitSuffix| adc_transform::Options {
        unit_suffix: Some(unit_suffix),
        parallel: false,
        ..options.clone()
    };
    let mut optimisations = options.optimisations;
    if request.options.sparse_hessian {
        // increments that are gathered in arrays are no sums of rows
        optimisations = optimisations.without(Optimisation::Rows);
    }
    let reverse = adc_transform::Options {
        optimisations,
        // the tangent multiplies directions
        vector: false,
        ..options_of(UnitSuffix::plain(of_adjoint.as_str()))
    };
    let made = Made::new(read, &request.heads, adc_transform::Mode::Reverse, &reverse)?;
    if let Some(second) = made
        .program
        .specs
        .iter()
        .nth(1)
        .filter(|_| request.options.sparse_hessian)
    {
        let unit = &made.program.program.units[second.unit];
        let message = format!("a sparse Hessian has one head, and `{}` is another one", unit.name);
        let message = Diagnostic::error(codes::BAD_OPTION, unit.span, message);
        let message = message.help("run adc for each head, with its own `--head`");
        return Err(Error::of_source(&[message], &read.map));
    }
    let names = made.procedures();
    let title = "Adjoint procedures, with the arguments that carry derivatives:";
    let heading = heading::heads(read, &made.program);
    let mut adjoint = [Step::new(read, made, Mode::Hessian, title, heading)];
    let mut texts = text::as_sources(&adjoint, read, request, &format!("{}, the adjoint", names.join(", ")))?;
    let [first] = &mut adjoint;
    texts.extend(runtime_of(&first.made, read));
    let joined = Arc::new(read.joined(&texts));
    let tangent = adc_transform::Options {
        // the gradient is a result
        derivative_only: false,
        // the adjoint reads only values without derivatives
        active_io: true,
        jacobian: request.options.sparse_hessian.then_some(Jacobian::Hessian),
        ..options_of(UnitSuffix {
            suffix: of_tangent,
            instead_of: Some((of_adjoint, second.to_string())),
        })
    };
    let made = of_adjoint_text(&joined, &first.made, &tangent)?;
    let new = made.messages.iter().filter(|m| !first.made.messages.contains(m));
    let messages: Vec<Diagnostic> = first.made.messages.iter().chain(new).cloned().collect();
    let title = "Tangents, with the arguments that carry second derivatives:";
    let procedures = made.procedures();
    let both = procedures.iter().zip(&names);
    let what = match request.options.sparse_hessian {
        true => "sparse Jacobian",
        false => "tangent",
    };
    let heading = both.map(|(second, first)| format!("  {second} is the {what} of the adjoint {first}"));
    let heading = heading::Heading {
        source: None,
        lines: heading.collect(),
    };
    let tangent = Step::new(&joined, made, Mode::Hessian, title, vec![heading]);
    first.roots = needed(first, &tangent);
    Ok(Group {
        steps: adjoint.into_iter().chain([tangent]).collect(),
        messages,
    })
}

/// The tangent of the adjoint. Where it needs shadows of dependents whose size is not known, as of `y(*)`, those are
/// arguments, as directions are.
fn of_adjoint_text(joined: &Read, adjoint: &Made, options: &adc_transform::Options) -> Result<Made, Error> {
    let attempt = |more: &[SymbolId]| {
        let heads: Vec<Head> = heads_of(adjoint, more).into_iter().map(Head::of_text).collect();
        let mut made = Made::new(joined, &heads, adc_transform::Mode::Tangent, options)?;
        made.messages.retain(is_news);
        let of_unknown_size = of_unknown_size(&adjoint.program, more);
        made.messages.extend(of_unknown_size);
        Ok(made)
    };
    let sizeless = sizeless(&adjoint.program);
    attempt(&[]).or_else(|error: Error| {
        let needs_size = |m: crate::message::Message| m.severity() == Severity::Error && m.code() == Code::UNKNOWN_SIZE;
        match sizeless.is_empty() || !error.messages().iter().any(needs_size) {
            true => Err(error),
            false => attempt(&sizeless).map_err(|_| error),
        }
    })
}

/// True for arrays of unknown size.
fn is_sizeless(made: &Derivative, s: SymbolId) -> bool {
    let v = made.program.symbols[s].variable();
    v.is_some_and(|v| matches!(v.dims.last(), Some(Dim::AssumedSize(_))))
}

/// Dependents of heads that are arrays of unknown size, and no independents.
fn sizeless(made: &Derivative) -> Vec<SymbolId> {
    let of = |h: &HeadSpec| -> Vec<SymbolId> {
        let only = |s: &SymbolId| !h.independents.contains(s);
        let dependents = h.dependents.iter().copied();
        dependents.filter(only).filter(|&s| is_sizeless(made, s)).collect()
    };
    made.specs.iter().flat_map(of).collect()
}

/// Warns of the shadows that the caller has to set to zero: those of independents of unknown size, and those of more
/// variables.
fn of_unknown_size(made: &Derivative, more: &[SymbolId]) -> Vec<Diagnostic> {
    let warning = |s: SymbolId, text: &str| {
        let symbol = &made.program.symbols[s];
        let message = format!("the size of `{}` is not known, so {text}", symbol.name);
        Diagnostic::warning(codes::UNKNOWN_SIZE, symbol.span, message)
            .help("declare it with its true dimensions, `(n)` instead of `(*)`")
    };
    let of = |h: &HeadSpec| -> Vec<SymbolId> {
        let only = |s: &SymbolId| is_sizeless(made, *s) && !h.dependents.contains(s);
        h.independents.iter().copied().filter(only).collect()
    };
    let own = made
        .specs
        .iter()
        .flat_map(of)
        .map(|s| warning(s, "the caller must set the derivative of its adjoint to zero, too"));
    let arguments = "its derivative and that of its adjoint are arguments; the caller must set both to zero";
    own.chain(more.iter().map(|&s| warning(s, arguments))).collect()
}

/// True for a message that is not one about the adjoint again. A gradient that does not depend on an independent is that
/// of a linear function.
fn is_news(m: &Diagnostic) -> bool {
    let known = [
        codes::NO_DEPENDENCE,
        codes::NO_INFLUENCE,
        codes::ACTIVE_IO,
        codes::UNKNOWN_SIZE,
    ];
    m.is_error() || m.severity == Severity::Warning && !known.contains(&m.code)
}

/// The modules of the runtime with adjoints of BLAS and LAPACK.
const LIBRARIES: [&str; 20] = [
    "adc_blas_s",
    "adc_blas_d",
    "adc_blas_c",
    "adc_blas_z",
    "adc_banded_s",
    "adc_banded_d",
    "adc_lapack_s",
    "adc_lapack_d",
    "adc_lapack_c",
    "adc_lapack_z",
    "adc_eigen_s",
    "adc_eigen_d",
    "adc_eigen_c",
    "adc_eigen_z",
    "adc_fourier_s",
    "adc_fourier_d",
    "adc_orthogonal_s",
    "adc_orthogonal_d",
    "adc_spectral_s",
    "adc_spectral_d",
];

/// Those that the adjoint uses, and that are not among the sources.
fn runtime_of(adjoint: &Made, read: &Read) -> Vec<Generated> {
    let made = &adjoint.program;
    let used: BTreeSet<SmolStr> = made.roots.iter().flat_map(|&r| modules_of(&made.program, r)).collect();
    let wanted = LIBRARIES
        .into_iter()
        .filter(|module| used.contains(*module) && !read.has_module(module));
    let text = |module: &str| {
        Some(Generated {
            name: format!("{module}.f90 of the runtime"),
            home: None,
            text: library(module)?.to_string(),
            form: Form::Free,
        })
    };
    wanted.filter_map(text).collect()
}

/// The adjoints as heads.
fn heads_of(adjoint: &Made, more: &[SymbolId]) -> Vec<HeadText> {
    let made = &adjoint.program;
    let both = made.specs.iter().zip(&made.heads);
    both.map(|(spec, &unit)| head_of(made, spec, unit, more)).collect()
}

/// An adjoint as a head: the shadows of the independents depend on the independents, and on more variables and their
/// shadows.
fn head_of(made: &Derivative, spec: &HeadSpec, unit: UnitId, more: &[SymbolId]) -> HeadText {
    let program = &made.program;
    let unit = &program.units[unit];
    let module = unit.parent.map(|p| format!("{}%", program.units[p].name));
    let parts = |s: SymbolId, of: SymbolId| -> Vec<String> {
        let name = place_of(program, of);
        let paths = spec.independent_parts.get(&s);
        let path = |p: &Vec<SymbolId>| {
            p.iter()
                .map(|&c| format!("%{}", program.symbols[c].name))
                .collect::<String>()
        };
        match paths {
            None => vec![name],
            Some(paths) => paths.iter().map(|p| format!("{name}{}", path(p))).collect(),
        }
    };
    let independents = spec.independents.iter();
    let shadows = independents.clone().filter_map(|s| Some((*s, *made.shadows.get(s)?)));
    let with_shadow = |&s: &SymbolId| [Some(s), made.shadows.get(&s).copied()];
    let more = more.iter().filter(|&&s| spec.lists(s)).flat_map(with_shadow).flatten();
    HeadText {
        procedure: format!("{}{}", module.unwrap_or_default(), unit.name),
        dependents: shadows.flat_map(|(s, shadow)| parts(s, shadow)).collect(),
        independents: independents
            .flat_map(|&s| parts(s, s))
            .chain(more.map(|s| place_of(program, s)))
            .collect(),
    }
}

/// A variable as a head names it.
fn place_of(program: &Program, s: SymbolId) -> String {
    let symbol = &program.symbols[s];
    let module = || Some(program.units[symbol.owner?].name.clone());
    let place = match symbol.variable().map(|v| &v.storage) {
        Some(Storage::Common(c)) => Some(program.commons[*c].name.clone()),
        Some(Storage::Module) => module(),
        _ => None,
    };
    place.map_or_else(|| symbol.name.to_string(), |p| format!("{p}%{}", symbol.name))
}
