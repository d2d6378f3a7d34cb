//! Makes models, the units that represent procedures without source.

use crate::normalize::arrays::counts_elements;
use crate::normalize::temps::new_variable;
use crate::options::description::{Argument, Description};
use crate::options::mode::Mode;
use crate::prepare::copies::duplicated;
use crate::prepare::external::globals::{is_assumed_passive, Touched};
use crate::prepare::external::messages::{Exchanges, Messages};
use crate::prepare::external::models::{model_of, Models};
use crate::prepare::external::shape::{Dummy, Shape, Site};
use crate::prepare::external::tape::{Contents, TapeProcedure};
use crate::prepare::external::{globals, shipped};
use adc_analysis::calls::bind_call;
use adc_analysis::{CallGraph, Heads};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{walk_calls, Reference};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::borrow::Cow;

/// The program with a unit for each procedure without source that heads reach. Tangents know the tape.
pub fn modelled<'p>(
    program: &'p Program,
    heads: &Heads,
    mode: Mode,
    descriptions: &[Description],
    (assumed, exchanges): (&[String], &Exchanges),
    messages: &mut Vec<Diagnostic>,
) -> (Cow<'p, Program>, Models) {
    let mut models = Models::default();
    let mut out = Cow::Borrowed(program);
    let mut all_globals = None;
    let mut contents = Contents::default();
    let mut sent = Messages::default();
    replace_statements(&mut out, heads, descriptions, &mut models, messages);
    for ((name, own), sites) in sites(program, heads, descriptions, exchanges) {
        let mut described = match own.and_then(|s| exchanges.get(&s)) {
            Some(d) => Some(d.clone()),
            None => description(&name, &sites, descriptions),
        };
        let on_tape = TapeProcedure::named(&name).filter(|_| mode == Mode::Tangent && described.is_none());
        described = described.or_else(|| Some(on_tape?.description(&name, sites.iter().all(|s| is_whole(program, s)))));
        if let Some(wrong) = described.as_ref().and_then(|d| disagreement(program, &sites, d)) {
            messages.push(wrong);
            continue;
        }
        let unknown = described.as_ref().and_then(|d| globals::unknown(program, d));
        if let (Some(unknown), Some(site)) = (unknown, sites.first()) {
            messages.push(names_unknown(&name, unknown, site.span));
            continue;
        }
        let Some(mut shape) = Shape::of(program, &sites, described.is_some()) else {
            continue;
        };
        // elements that take part in partial derivatives stand for themselves
        for (k, dummy) in shape.dummies.iter_mut().enumerate() {
            let is_element = |s: &Site| s.args.get(k).and_then(Arg::expr).is_some_and(|e| e.rank == 0);
            let has_partial = described.as_ref().is_some_and(|d| d.has_partial(k));
            dummy.is_array &= !(has_partial && sites.iter().all(is_element));
        }
        // an element that is pushed does not stand for the rest of its array
        if let (Some(t), Some(value)) = (on_tape, shape.dummies.first_mut()) {
            value.is_array = t.is_array;
        }
        let written = sites.first().map(|s| program.symbols[s.proc].name.clone());
        let passive =
            described.is_none() && TapeProcedure::named(&name).is_none() && is_assumed_passive(assumed, &name);
        let unit = shape.unit(out.to_mut(), &written.unwrap_or(name), described.as_ref());
        if let Some(d) = &described {
            let all = all_globals.get_or_insert_with(|| globals::mentioned(program, heads));
            touch(out.to_mut(), unit, &Touched::by(program, all, d));
        }
        if described.as_ref().is_some_and(|d| d.exchanges) {
            sent.join(out.to_mut(), unit);
        }
        if let Some(t) = on_tape {
            let access = contents.join(out.to_mut(), unit, t);
            models.tape.insert(unit, access);
        }
        if passive {
            leave_derivatives(out.to_mut(), unit);
            models.assumed_passive.insert(unit);
        }
        for site in &sites {
            set_unit(out.to_mut(), site.proc, unit);
        }
        models.units.insert(unit, described);
    }
    for (dummy, sites) in given_to_heads(program, heads) {
        let Some(shape) = Shape::of(program, &sites, false) else {
            continue;
        };
        let name = program.symbols[dummy].name.clone();
        let unit = shape.unit(out.to_mut(), &name, None);
        out.to_mut().units[unit].name = name;
        set_unit(out.to_mut(), dummy, unit);
        models.units.insert(unit, None);
        models.given.insert(unit);
    }
    models.messages = sent.symbol();
    (out, models)
}

fn names_unknown(name: &str, unknown: &str, span: Span) -> Diagnostic {
    let text = format!(
        "the description of `{name}` names `{unknown}`, which is neither a COMMON block nor a module nor a variable of one"
    );
    Diagnostic::error(codes::BAD_DESCRIPTION, span, text)
        .help("write `block%variable` or `module%variable`; omit names that no source file declares")
}

/// Puts models in place of the statements of procedures that the program declares: those of summaries, and described
/// procedures of modules.
fn replace_statements(
    out: &mut Cow<Program>,
    heads: &Heads,
    descriptions: &[Description],
    models: &mut Models,
    messages: &mut Vec<Diagnostic>,
) {
    if !descriptions.iter().any(Description::replaces_statements) {
        return;
    }
    let mut all_globals = None;
    for unit in heads.reached(&CallGraph::build(out)) {
        let Some(d) = described_in_place(out, unit, descriptions) else {
            continue;
        };
        let u = &out.units[unit];
        let wrong = if heads.has(unit) && !d.is_summary {
            continue;
        } else if heads.has(unit) {
            let text = format!(
                "only a summary of `{}` is given, so it cannot be differentiated",
                u.name
            );
            let d = Diagnostic::error(codes::EXTERNAL_PROCEDURE, u.span, text);
            Some(d.help("give the file that defines it"))
        } else if u.args.len() != d.arguments.len() || u.args.iter().flatten().any(|&a| !is_plain(out, a)) {
            let text = format!("the description of `{}` does not fit its declaration", u.name);
            let help = "list all arguments, which are numbers, logicals or texts, neither allocatable nor pointers";
            Some(
                Diagnostic::error(codes::BAD_DESCRIPTION, u.span, text)
                    .also(d.span, "described here")
                    .help(help),
            )
        } else {
            globals::unknown(out, d).map(|unknown| names_unknown(&u.name, unknown, u.span))
        };
        if let Some(wrong) = wrong {
            messages.push(wrong);
            continue;
        }
        let touched = Touched::by(out, all_globals.get_or_insert_with(|| globals::all(out)), d);
        let program = out.to_mut();
        let u = &mut program.units[unit];
        u.contains.clear();
        u.data.clear();
        u.omissions.clear();
        set_model(program, unit, known(d), Some(d));
        touch(program, unit, &touched);
        models.units.insert(unit, Some(d.clone()));
    }
}

/// The description that takes the place of a unit's statements. Descriptions that users give come first.
fn described_in_place<'d>(program: &Program, unit: UnitId, all: &'d [Description]) -> Option<&'d Description> {
    let u = &program.units[unit];
    let host = u.parent.map(|p| &program.units[p]);
    let is_it = |d: &&Description| {
        let is_at_home = match (&d.host, host) {
            (None, None) => true,
            (Some(m), Some(host)) => host.kind == UnitKind::Module && fold(&host.name) == *m,
            _ => false,
        };
        is_at_home && fold(&u.name) == d.name
    };
    let found = all.iter().find(is_it).filter(|_| u.is_definition());
    found.filter(|d| d.replaces_statements())
}

/// True for a dummy argument that a model can have.
fn is_plain(program: &Program, s: SymbolId) -> bool {
    let variable = program.symbols[s].variable();
    variable.is_some_and(|v| {
        let is_number = matches!(v.ty.ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_));
        (is_number || v.ty.ty == Ty::Character) && !v.attrs.allocatable && !v.attrs.pointer
    })
}

/// Adds the effects of a procedure on COMMON blocks and variables of modules.
fn touch(program: &mut Program, unit: UnitId, globals: &Touched) {
    let of = |all: &[SymbolId]| -> Vec<Expr> { all.iter().map(|&s| var(program, s)).collect() };
    let (reads, writes) = (of(&globals.reads), of(&globals.writes));
    let Some(model) = model_of(program, unit) else { return };
    model.reads.extend(reads);
    model.flows.extend(writes.into_iter().map(|to| Flow {
        to,
        from: vec![],
        kills: false,
    }));
}

/// Makes variables that may change keep their derivative.
fn leave_derivatives(program: &mut Program, unit: UnitId) {
    let result = program.units[unit].result;
    let Some(model) = model_of(program, unit) else { return };
    for f in &mut model.flows {
        let is_result = f.to.base_symbol().is_some_and(|s| Some(s) == result);
        let keeps = f.to.ty.is_differentiable() && !is_result;
        f.from = if keeps { vec![f.to.clone()] } else { vec![] };
        f.kills &= is_result;
    }
    model.acts = true;
}

fn set_unit(program: &mut Program, proc: SymbolId, unit: UnitId) {
    if let SymbolKind::Procedure(p) = &mut program.symbols[proc].kind {
        p.unit = Some(unit);
    }
}

/// The dummy procedures of heads, with their calls there and by the procedures to which they are passed on.
fn given_to_heads<'p>(program: &'p Program, heads: &Heads) -> IndexMap<SymbolId, Vec<Site<'p>>> {
    let is_dummy =
        |s: SymbolId| matches!(&program.symbols[s].kind, SymbolKind::Procedure(p) if p.class == ProcClass::Dummy);
    let args = heads.units().flat_map(|u| program.units[u].args.iter().flatten());
    let own = args.copied().filter(|&s| is_dummy(s));
    let mut origin: IndexMap<SymbolId, SymbolId> = own.map(|s| (s, s)).collect();
    if origin.is_empty() {
        return IndexMap::new();
    }
    let reached = CallGraph::build(program).reachable(heads.units());
    loop {
        let mut more: IndexMap<SymbolId, SymbolId> = IndexMap::new();
        for &u in &reached {
            walk_calls(&program.units[u].body, &mut |r| {
                let Some(target) = program.definition(r.callee.proc) else {
                    return;
                };
                let bound = bind_call(program, target, r.callee, r.args);
                for (dummy, actual) in program.units[target].args.iter().zip(bound) {
                    if let (Some(dummy), Some(ExprKind::Procedure(given))) = (dummy, actual.map(|a| &a.kind)) {
                        let from = origin
                            .get(given)
                            .filter(|_| is_dummy(*dummy) && !origin.contains_key(dummy));
                        more.extend(from.map(|&o| (*dummy, o)));
                    }
                }
            });
        }
        if more.is_empty() {
            break;
        }
        origin.extend(more);
    }
    let mut found: IndexMap<SymbolId, Vec<Site>> = IndexMap::new();
    for &u in &reached {
        walk_calls(&program.units[u].body, &mut |r| {
            if let Some(&dummy) = origin.get(&r.callee.proc) {
                found.entry(dummy).or_default().push(Site {
                    proc: r.callee.proc,
                    args: r.args,
                    span: r.span,
                });
            }
        });
    }
    found
}

/// The description of a procedure; of several with one name, the one with as many arguments as a call.
fn description(name: &str, sites: &[Site], given: &[Description]) -> Option<Description> {
    let named = given.iter().filter(|d| d.name == name && !d.replaces_statements());
    let named: Vec<&Description> = named.collect();
    let fits = |d: &&&Description| sites.iter().any(|s| s.args.len() == d.arguments.len());
    let chosen = named.iter().find(fits).or(named.first());
    chosen.map(|d| (*d).clone()).or_else(|| shipped::find(name))
}

/// True for a call of the tape for all elements of an array.
fn is_whole(program: &Program, site: &Site) -> bool {
    let values: Vec<&Expr> = site.args.iter().filter_map(Arg::expr).collect();
    matches!(values.as_slice(), [array, count] if counts_elements(program, count, array))
}

/// An error if a description cannot be honoured, or does not match the calls.
fn disagreement(program: &Program, sites: &[Site], d: &Description) -> Option<Diagnostic> {
    let (name, count) = (&d.name, d.arguments.len());
    let counts = |s: &Site| match s.interface(program) {
        Some(i) => program.units[i].args.len(),
        None => s.args.len(),
    };
    let (site, text) = if let Some(why) = &d.unusable {
        (sites.first()?, format!("the description of `{name}` {why}"))
    } else if let Some(site) = sites.iter().find(|s| counts(s) != count) {
        let given = counts(site);
        (
            site,
            format!("`{name}` has {given} arguments here, but {count} in its description"),
        )
    } else if let Some(site) = sites.iter().find(|s| d.by_results && is_function(program, s)) {
        let text = format!("`{name}` is a function; only subroutines may have the key `adjoint-by-results`");
        (site, text)
    } else if let Some((site, k)) = sites.iter().find_map(|s| Some((s, scalar_for_array(s, d)?))) {
        let argument = &d.arguments[k].name;
        (
            site,
            format!("the argument `{argument}` of `{name}` must be an array or an element of an array, not a scalar"),
        )
    } else if let Some((site, k)) = sites.iter().find_map(|s| Some((s, value_for_variable(s, d)?))) {
        let argument = &d.arguments[k].name;
        (
            site,
            format!("the argument `{argument}` of `{name}` must be a variable, since the routine changes it"),
        )
    } else {
        return None;
    };
    let message = Diagnostic::error(codes::BAD_DESCRIPTION, site.span, text);
    Some(match d.span.is_none() {
        true => message
            .with_note(format!(
                "adc assumes that `{name}` is the routine of {}",
                shipped::library(name)
            ))
            .help("if it is another procedure, describe it in a file, `--external FILE`"),
        false => message.also(d.span, "described here"),
    })
}

fn is_function(program: &Program, site: &Site) -> bool {
    matches!(&program.symbols[site.proc].kind, SymbolKind::Procedure(p) if p.result.is_some())
}

/// The position of a scalar that is passed to an array argument of a routine of BLAS or LAPACK: the argument before its
/// increment, leading dimension or size. The derivatives have explicit interfaces, which take no scalar for an array.
fn scalar_for_array(site: &Site, d: &Description) -> Option<usize> {
    if !d.span.is_none() {
        return None;
    }
    let is_stride =
        |a: &crate::options::description::Argument| ["inc", "ld", "lwork"].iter().any(|w| a.name.starts_with(w));
    (0..d.arguments.len()).find(|&k| {
        let takes_array = d.arguments.get(k + 1).is_some_and(is_stride);
        takes_array && given(site, k).is_some_and(|e| e.rank == 0 && !matches!(e.kind, ExprKind::Index(..)))
    })
}

/// The argument of a routine of a library that gets a value, but is changed.
fn value_for_variable(site: &Site, d: &Description) -> Option<usize> {
    let changes = |k: &usize| d.arguments[*k].writes || d.arguments[*k].destroyed;
    let changed = (0..d.arguments.len()).filter(|k| d.span.is_none() && changes(k));
    changed
        .into_iter()
        .find(|&k| given(site, k).is_some_and(|e| !e.is_designator()))
}

/// The argument at a position, if it is passed without a keyword.
fn given<'s>(site: &'s Site, k: usize) -> Option<&'s Expr> {
    site.args.get(k).filter(|a| a.keyword.is_none()).and_then(Arg::expr)
}

/// Calls, by folded name, and by symbol if they exchange messages, that heads reach, of external procedures without a
/// definition, or with one that is ignored since the user describes the procedure.
fn sites<'p>(
    program: &'p Program,
    heads: &Heads,
    descriptions: &[Description],
    exchanges: &Exchanges,
) -> IndexMap<(SmolStr, Option<SymbolId>), Vec<Site<'p>>> {
    let may_be_hidden = |s: &Symbol| match &s.kind {
        SymbolKind::Procedure(p) => p.class == ProcClass::External && (p.unit.is_none() || !descriptions.is_empty()),
        _ => false,
    };
    if !program.symbols.iter().any(|(_, s)| may_be_hidden(s)) {
        return IndexMap::new();
    }
    let reached = heads.reached(&CallGraph::build(program));
    let mut found: IndexMap<(SmolStr, Option<SymbolId>), Vec<Site>> = IndexMap::new();
    let mut add = |r: Reference<'p>| {
        let callee = r.callee;
        let symbol = &program.symbols[callee.proc];
        let SymbolKind::Procedure(p) = &symbol.kind else { return };
        let name = fold(&symbol.name);
        let is_hidden = match p.unit {
            None => true,
            Some(u) => !heads.has(u) && descriptions.iter().any(|d| d.name == name && !d.replaces_statements()),
        };
        if is_hidden && p.class == ProcClass::External && callee.object.is_none() {
            let own = exchanges.contains_key(&callee.proc).then_some(callee.proc);
            found.entry((name, own)).or_default().push(Site {
                proc: callee.proc,
                args: r.args,
                span: r.span,
            });
        }
    };
    for u in reached {
        walk_calls(&program.units[u].body, &mut add);
    }
    found
}

/// The arguments, what a function's value depends on, and whether there are other effects.
type Known = (Vec<Argument>, Vec<usize>, bool);

/// The effects in a description.
fn known(d: &Description) -> Known {
    let still = |a: &Argument| Argument {
        from: vec![],
        ..a.clone()
    };
    match d.passive {
        true => (d.arguments.iter().map(still).collect(), vec![], d.acts),
        false => (d.arguments.clone(), d.result_from.clone(), d.acts),
    }
}

/// Makes a model the body of a unit.
fn set_model(program: &mut Program, unit: UnitId, known: Known, described: Option<&Description>) {
    let mut model = model(program, unit, known);
    model.partials = described.map_or_else(Vec::new, |d| d.partials.clone());
    model.optional_shadows = described.is_some_and(Description::has_optional_shadows);
    let mut body = vec![Stmt::new(StmtKind::Model(Box::new(model)))];
    program.renumber(&mut body);
    program.units[unit].body = body;
}

impl Shape {
    /// Makes the unit, with symbols of its own.
    fn unit(&self, program: &mut Program, name: &SmolStr, described: Option<&Description>) -> UnitId {
        let is_function = self.result.is_some();
        let kind = if is_function {
            UnitKind::Function
        } else {
            UnitKind::Subroutine
        };
        let (unit, intents) = match self.interface {
            Some(i) => from_interface(program, i),
            None => {
                let unit = program.units.alloc(Unit::new(name.clone(), kind));
                for (k, d) in self.dummies.iter().enumerate() {
                    let given = described.and_then(|d| d.arguments.get(k)).map(|a| a.name.clone());
                    let passed = || {
                        let passed = program.symbols[d.name?].name.clone();
                        let folded = fold(&passed);
                        let is_free = folded != fold(name) && !program.units[unit].names.contains_key(&folded);
                        is_free.then_some(passed)
                    };
                    let named = given.or_else(passed).unwrap_or_else(|| format!("a{}", k + 1).into());
                    let dummy = declare(program, unit, named, d);
                    program.units[unit].args.push(Some(dummy));
                }
                if let Some(ty) = &self.result {
                    let named = described.and_then(|d| d.result.clone()).unwrap_or_else(|| name.clone());
                    let v = variable(DeclType::plain(ty.ty), vec![], Storage::Result);
                    let result = new_variable(program, unit, named, v);
                    program.units[unit].result = Some(result);
                }
                (unit, vec![None; self.dummies.len()])
            }
        };
        let effects = described.map_or_else(|| self.worst(&intents), known);
        set_model(program, unit, effects, described);
        unit
    }

    /// The worst possible effects of a procedure on its arguments.
    fn worst(&self, intents: &[Option<Intent>]) -> Known {
        let is_function = self.result.is_some();
        let all: Vec<usize> = (0..self.dummies.len())
            .filter(|&k| intents[k] != Some(Intent::Out))
            .collect();
        let arguments = self.dummies.iter().zip(intents).map(|(d, intent)| {
            let writes = match intent {
                Some(Intent::In) => false,
                Some(Intent::Out | Intent::InOut) => true,
                None => d.is_variable && !is_function,
            };
            Argument {
                name: SmolStr::default(),
                reads: *intent != Some(Intent::Out),
                writes,
                kills: *intent == Some(Intent::Out),
                from: if writes { all.clone() } else { vec![] },
                ..Argument::default()
            }
        });
        (arguments.collect(), all.clone(), true)
    }
}

fn variable(ty: DeclType, dims: Vec<Dim>, storage: Storage) -> Variable {
    Variable {
        ty,
        dims,
        storage,
        attrs: Attrs::default(),
        init: None,
    }
}

fn declare(program: &mut Program, unit: UnitId, name: SmolStr, d: &Dummy) -> SymbolId {
    let ty = DeclType {
        len: (d.ty == Ty::Character).then_some(CharLen::Assumed),
        ..DeclType::plain(d.ty)
    };
    let dims = if d.is_array {
        vec![Dim::AssumedSize(None)]
    } else {
        vec![]
    };
    new_variable(program, unit, name, variable(ty, dims, Storage::Dummy))
}

/// A copy of an interface body as a definition, and the intents of its arguments.
fn from_interface(program: &mut Program, body: UnitId) -> (UnitId, Vec<Option<Intent>>) {
    let (unit, _) = duplicated(program, body);
    let u = &mut program.units[unit];
    u.prefix.interface_body = false;
    u.parent = None;
    u.symbol = None;
    u.lead.clear();
    u.tail.clear();
    let args = program.units[unit].args.clone();
    let intent = |s: SymbolId| program.symbols[s].variable().and_then(|v| v.attrs.intent);
    let intents = args.iter().map(|a| a.and_then(intent)).collect();
    (unit, intents)
}

fn model(program: &Program, unit: UnitId, (arguments, result_from, acts): Known) -> Model {
    let dummies = &program.units[unit].args;
    let at = |k: usize| dummies.get(k).copied().flatten().map(|s| var(program, s));
    let all = |places: &[usize]| -> Vec<Expr> {
        let values = places.iter().filter_map(|&k| at(k));
        values.filter(|e| e.ty.is_differentiable()).collect()
    };
    let mut m = Model {
        acts,
        ..Model::default()
    };
    for (k, a) in arguments.iter().enumerate() {
        let Some(dummy) = at(k) else { continue };
        if a.reads {
            m.reads.push(dummy.clone());
        }
        if a.writes {
            m.flows.push(Flow {
                to: dummy,
                from: all(&a.from),
                kills: a.kills,
            });
        }
    }
    if let Some(result) = program.units[unit].result {
        m.flows.push(Flow {
            to: var(program, result),
            from: all(&result_from),
            kills: true,
        });
    }
    m
}
