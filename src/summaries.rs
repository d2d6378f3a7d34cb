//! Summaries of sources: what programs need of them that do not have them.
//!
//! A summary is a text with the declarations of a source as Fortran, and descriptions of its procedures as those of
//! external procedures; see `docs/reference/interface-dir.md`.

use crate::deep;
use crate::derivative::Derivative;
use crate::error::Error;
use crate::options::{Mode, Options};
use crate::program::{Program, Read};
use crate::signature::{Active, Scope, Signature, VariableType};
use crate::sources::Form;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::diag::any_error;
use adc_frontend::encoding::{bytes_of, text_of};
use adc_frontend::ir::{self, ExprKind, Storage, UnitId, UnitKind};
use adc_frontend::span::FileId;
use adc_transform::external::summary::{of_block, of_module};
use adc_transform::external::{self, Description};
use std::collections::{BTreeMap, BTreeSet};

/// The summary of a source.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The name of the source.
    pub source: String,
    /// The text.
    pub text: Vec<u8>,
    /// The names of all texts on which it depends, the source first.
    pub from: Vec<String>,
}

/// The summaries of all sources, with the derivatives that have been made of their procedures, now or by `earlier` runs:
/// the texts of their summaries, by the names of the sources. A program with errors has none.
///
/// # Errors
/// If the system provides no thread, or on a fault of `adc`.
pub fn summaries(
    program: &Program,
    options: &Options,
    made: &Derivative,
    earlier: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<Summary>, Error> {
    let known = Known {
        read: &program.0,
        made,
        earlier,
    };
    deep::run(options.threads(), || Ok(of_sources(&known, options)))
}

/// What summaries are made of.
#[derive(Clone, Copy)]
struct Known<'a> {
    read: &'a Read,
    made: &'a Derivative,
    earlier: &'a BTreeMap<String, Vec<u8>>,
}

fn of_sources(known: &Known, options: &Options) -> Vec<Summary> {
    let read = known.read;
    if any_error(&read.messages) {
        return vec![];
    }
    let all = adc_transform::summaries(&read.program, &options.with(&read.described, &read.checkpoints));
    let bare = bare(&read.program);
    let own = read.files.iter().filter(|f| !read.supplied.contains(f));
    own.filter_map(|&file| of_file(known, file, &bare, &all)).collect()
}

/// The summary of a file; `None` if it declares nothing that others can use.
fn of_file(known: &Known, file: FileId, bare: &ir::Program, all: &[adc_transform::Summary]) -> Option<Summary> {
    let read = known.read;
    let source = &read.map.file(file).name;
    let is_here = |u: &ir::Unit| read.map.file_at(u.span.lo) == Some(file);
    let is_useful = |u: &ir::Unit| u.kind == UnitKind::Module || u.is_definition();
    let roots = bare.roots.iter().copied();
    let roots = roots.filter(|&r| is_here(&bare.units[r]) && is_useful(&bare.units[r]));
    let mut declarations = String::new();
    let mut declared: BTreeSet<UnitId> = BTreeSet::new();
    for root in roots {
        // a unit that cannot be printed has no summary
        if let Ok(text) = adc_unparse::unparse(bare, &[root], Form::Free, &[]) {
            declarations += &text;
            declared.extend(bare.units[root].contains.iter().copied().chain([root]));
        }
    }
    if declared.is_empty() {
        return None;
    }
    let mut reached: BTreeSet<UnitId> = declared.clone();
    let earlier = known.earlier.get(source).map(|text| text_of(text.clone()));
    // a damaged text describes nothing
    let earlier = earlier.map_or_else(Vec::new, |text| external::read(&text, 0, &mut vec![]));
    let (mut tables, mut uses) = (String::new(), uses(bare, &declared));
    for summary in all.iter().filter(|s| declared.contains(&s.unit)) {
        reached.extend(&summary.reached);
        match &summary.known {
            Ok(d) => {
                let mut d = d.clone();
                known.made.signatures().iter().for_each(|s| add_derivative(&mut d, s));
                earlier.iter().for_each(|e| keep_derivatives(&mut d, e));
                let globals = d.globals_read.iter().flatten().chain(&d.globals_written);
                uses.extend(globals.map(|g| place_of(g)));
                tables += &format!("\n{}", external::described(&d));
            }
            Err(why) => tables += &format!("\n# `{}` has no description: {why}\n", bare.units[summary.unit].name),
        }
    }
    let provides = provided(bare, &declared);
    let escaped = declarations.replace('\\', "\\\\").replace('"', "\\\"");
    let text = format!(
        "provides = {}\nuses = {}\ndeclarations = \"\"\"\n{escaped}\"\"\"\n{tables}",
        list(&provides),
        list(&uses.difference(&provides).cloned().collect()),
    );
    Some(Summary {
        source: source.clone(),
        text: bytes_of(&text),
        from: files(read, file, &reached),
    })
}

/// The file, those of the units, and all that is included anywhere.
fn files(read: &Read, file: FileId, units: &BTreeSet<UnitId>) -> Vec<String> {
    let mut all = vec![file];
    let known = units.iter().filter(|&&u| read.program.units.contains(u));
    let reached = known.filter_map(|&u| read.map.file_at(read.program.units[u].span.lo));
    let included = read.map.files().map(|(f, _)| f).filter(|f| !read.files.contains(f));
    for f in reached.chain(included) {
        if !all.contains(&f) {
            all.push(f);
        }
    }
    let names = all.into_iter().map(|f| read.map.file(f).name.clone());
    let mut known = BTreeSet::new();
    let names = names.chain(read.preprocessed.iter().cloned());
    names.filter(|n| known.insert(n.clone())).collect()
}

/// The program with the declarations alone that its users see.
fn bare(program: &ir::Program) -> ir::Program {
    let mut bare = program.clone();
    let is_local = |s: ir::SymbolId| {
        let variable = program.symbols[s].variable();
        variable.is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Index))
    };
    for (_, u) in bare.units.iter_mut() {
        u.body.clear();
        u.data.clear();
        u.namelists.clear();
        u.directives.clear();
        u.lead.clear();
        u.tail.clear();
        u.decl_lead.clear();
        if u.is_procedure() {
            u.contains.clear();
            u.symbols.retain(|&s| !is_local(s));
            let names_local = |e: &ir::Expr| match e.kind {
                ExprKind::Var(s) => is_local(s),
                _ => e.base_symbol().is_some_and(is_local),
            };
            u.equivalences.retain(|set| !set.iter().any(names_local));
            // members of COMMON blocks are declared where statements name them
            let members = u.commons.iter().flat_map(|c| c.members.iter());
            let model = ir::Model {
                reads: members.map(|&m| ir::var(program, m)).collect(),
                ..ir::Model::default()
            };
            if !model.reads.is_empty() {
                u.body.push(ir::Stmt::new(ir::StmtKind::Model(Box::new(model))));
            }
        }
    }
    bare
}

/// The modules that units use, folded.
fn uses(program: &ir::Program, units: &BTreeSet<UnitId>) -> BTreeSet<SmolStr> {
    let all = units.iter().flat_map(|&u| &program.units[u].uses);
    all.filter(|u| u.module.is_some()).map(|u| of_module(&u.name)).collect()
}

/// The names by which summaries find each other: of program units, and of COMMON blocks.
fn provided(program: &ir::Program, units: &BTreeSet<UnitId>) -> BTreeSet<SmolStr> {
    let roots = units.iter().map(|&u| &program.units[u]).filter(|u| u.parent.is_none());
    let names = roots.map(|u| match u.kind {
        UnitKind::Module => of_module(&u.name),
        _ => fold(&u.name),
    });
    let blocks = units.iter().flat_map(|&u| &program.units[u].commons);
    let blocks = blocks.map(|c| &program.commons[c.common].name);
    names
        .chain(blocks.filter(|n| !n.is_empty()).map(|n| of_block(n)))
        .collect()
}

/// The module or the COMMON block of a variable in a description.
fn place_of(global: &str) -> SmolStr {
    match global.split_once('%') {
        Some((module, _)) => of_module(module),
        None => of_block(global),
    }
}

fn list(words: &BTreeSet<SmolStr>) -> String {
    let words: Vec<String> = words
        .iter()
        .filter(|w| !w.is_empty())
        .map(|w| format!("\"{w}\""))
        .collect();
    format!("[{}]", words.join(", "))
}

/// Names the derivative of a head, if callers can use it: it adds to the shadows of all that the head reads, and has
/// those shadows that follow from the description.
fn add_derivative(d: &mut Description, s: &Signature) {
    let head = &s.head;
    let is_it = fold(&head.name) == d.name && head.module.as_deref().map(fold) == d.host;
    if !is_it || !matches!(s.mode, Mode::Tangent | Mode::Reverse) || !has_its_shadows(d, s) {
        return;
    }
    let module = s.derivative.module.as_ref().map(SmolStr::from);
    name_derivative(d, s.mode, SmolStr::from(&s.derivative.name), module);
}

/// Names the derivatives that a description of the same procedure names.
fn keep_derivatives(d: &mut Description, earlier: &Description) {
    let is_same = (&earlier.host, &earlier.name) == (&d.host, &d.name)
        && (&earlier.arguments, &earlier.result_from) == (&d.arguments, &d.result_from);
    if is_same {
        let single = &earlier.single;
        let named = [(Mode::Reverse, &single.adjoint), (Mode::Tangent, &single.tangent)];
        for (mode, name) in named {
            if let Some(name) = name {
                name_derivative(d, mode, name.clone(), single.module.clone());
            }
        }
    }
}

/// Names a derivative, unless there is another name for it, or derivatives of another module.
fn name_derivative(d: &mut Description, mode: Mode, name: SmolStr, module: Option<SmolStr>) {
    let has_other = !d.single.lacks_tangent || !d.single.lacks_adjoint;
    if has_other && d.single.module != module {
        return;
    }
    d.takes_all_shadows = module.is_some();
    d.single.module = module;
    let single = &mut d.single;
    match mode {
        Mode::Tangent if single.lacks_tangent => (single.tangent, single.lacks_tangent) = (Some(name), false),
        Mode::Reverse if single.lacks_adjoint => (single.adjoint, single.lacks_adjoint) = (Some(name), false),
        _ => {}
    }
}

fn has_its_shadows(d: &Description, s: &Signature) -> bool {
    let is_whole = |parts: &Option<Vec<String>>| parts.as_ref().is_some_and(Vec::is_empty);
    let is_both = |a: &Active| is_whole(&a.independent) && is_whole(&a.dependent);
    let is_result = |a: &Active| a.variable.scope == Scope::Result;
    let fits = |a: &Active| match a.variable.scope {
        Scope::Argument => is_both(a),
        Scope::Result => is_whole(&a.dependent),
        _ => false,
    };
    let is_number = |k: usize| {
        let argument = s.head.arguments.iter().find(|a| fold(&a.name) == d.arguments[k].name);
        argument.is_some_and(|a| matches!(a.ty, VariableType::Real(_) | VariableType::Complex(_)))
    };
    let wanted = (0..d.arguments.len()).filter(|&k| is_number(k) && d.is_differentiable(k));
    let wanted: BTreeSet<SmolStr> = wanted.map(|k| d.arguments[k].name.clone()).collect();
    let given = s
        .active
        .iter()
        .filter(|a| !is_result(a))
        .map(|a| fold(&a.variable.name));
    let given: BTreeSet<SmolStr> = given.collect();
    let has_result = s.active.iter().any(is_result);
    s.active.iter().all(fits) && wanted == given && has_result != d.result_from.is_empty()
}
