//! The procedures to differentiate, from `--head 'name(dependents)/(independents)'` or from directives in the source.

use crate::normalize::values::holds_reals;
use crate::prepare::entries;
use adc_analysis::head::Parts;
use adc_analysis::{CallGraph, HeadSpec, Heads};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use adc_frontend::near::did_you_mean;

/// In place of a name: all arguments that can have derivatives, and the result.
pub const ALL: &str = "*";

/// In place of a name: the same, and all module and COMMON variables that its code, or code that it calls, names.
pub const ALL_AND_GLOBALS: &str = "**";

/// A head as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadText {
    /// Procedure; `module%procedure` if the name alone is not unique.
    pub procedure: String,
    /// Names of dependents; [`ALL`] stands for all arguments.
    pub dependents: Vec<String>,
    /// Names of independents.
    pub independents: Vec<String>,
}

impl HeadText {
    /// Reads `name(y z)/(x)` or `name(x)\(y z)`; names are separated by blanks or commas.
    ///
    /// # Errors
    /// A message about the expected form if the text has another one.
    pub fn parse(text: &str) -> Result<HeadText, String> {
        let wrong = || format!("`{text}` is not of the form `name(dependents)/(independents)`");
        let open = text.find('(').ok_or_else(wrong)?;
        let (procedure, rest) = text.split_at(open);
        let (first, rest) = group(rest).ok_or_else(wrong)?;
        let rest = rest.trim_start();
        let separator = rest.chars().next().ok_or_else(wrong)?;
        let (second, rest) = group(rest.get(1..).unwrap_or("").trim_start()).ok_or_else(wrong)?;
        if !rest.trim().is_empty() || procedure.trim().is_empty() {
            return Err(wrong());
        }
        let (dependents, independents) = match separator {
            '/' => (first, second),
            '\\' => (second, first),
            _ => return Err(wrong()),
        };
        Ok(HeadText {
            procedure: procedure.trim().to_string(),
            dependents,
            independents,
        })
    }
}

fn group(text: &str) -> Option<(Vec<String>, &str)> {
    let text = text.strip_prefix('(')?;
    let close = text.find(')')?;
    let (inside, rest) = text.split_at(close);
    let names = inside
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|n| !n.is_empty())
        .map(str::to_string)
        .collect();
    Some((names, rest.get(1..)?))
}

/// Finds the heads in a program; without texts, those of the directives.
pub fn resolve(program: &Program, texts: &[HeadText], messages: &mut Vec<Diagnostic>) -> Option<Heads> {
    // an ENTRY is a procedure, too
    let program = &*entries::opened(program);
    let marked: Vec<UnitId> = definitions(program)
        .filter(|&u| {
            program.units[u]
                .directives
                .iter()
                .any(|d| d.kind == DirectiveKind::Dependent)
        })
        .collect();
    if let (Some(&m), false) = (marked.first(), texts.is_empty()) {
        let place = program.units[m].directives.first().map_or(Span::NONE, |d| d.span);
        messages.push(Diagnostic::note(
            codes::HEAD_GIVEN_TWICE,
            place,
            "`--head` overrides the directives in the source",
        ));
    }
    let asked: Vec<Asked> = match texts {
        [] => from_directives(program, &marked, messages)?,
        _ => {
            let all = texts.iter().map(|t| from_text(program, t, messages));
            // report all names that are wrong
            let all: Vec<Option<Asked>> = all.collect();
            all.into_iter().collect::<Option<_>>()?
        }
    };
    let found: Vec<Option<HeadSpec>> = asked.into_iter().map(|a| spec(program, a, messages)).collect();
    let found: Vec<HeadSpec> = found.into_iter().collect::<Option<_>>()?;
    let mut found = found.into_iter();
    let mut heads = Heads::from(found.next()?);
    found.for_each(|h| heads.add(h));
    Some(heads)
}

/// A head by names, which may be wrong.
struct Asked {
    unit: UnitId,
    dependents: Named,
    independents: Named,
    /// Further dependents and independents.
    of_globals: [Vec<SymbolId>; 2],
}

fn from_text(program: &Program, text: &HeadText, messages: &mut Vec<Diagnostic>) -> Option<Asked> {
    let unit = find_procedure(program, &text.procedure, messages)?;
    let named = |names: &[String], without: Option<Intent>| -> Named {
        let of = |n: &String| match n.as_str() {
            ALL | ALL_AND_GLOBALS => arguments(program, unit, without),
            name => vec![SmolStr::from(name)],
        };
        names.iter().flat_map(of).map(|n| (n, Span::NONE)).collect()
    };
    let of_globals = [&text.dependents, &text.independents].map(|names| {
        let is_asked = names.iter().any(|n| n == ALL_AND_GLOBALS);
        match is_asked {
            true => globals(program, unit),
            false => Default::default(),
        }
    });
    Some(Asked {
        unit,
        dependents: named(&text.dependents, None),
        independents: named(&text.independents, Some(Intent::Out)),
        of_globals,
    })
}

/// The module and COMMON variables that can have derivatives and that a procedure, or one that it calls, names.
fn globals(program: &Program, unit: UnitId) -> Vec<SymbolId> {
    let (mut found, mut members) = (vec![], vec![]);
    for u in CallGraph::build(program).reachable([unit]) {
        visit::walk_block_exprs(&program.units[u].body, &mut |e| {
            let Some(s) = e.base_symbol() else { return };
            let symbol = &program.symbols[s];
            let Some(v) = symbol.variable().filter(|v| holds_reals(program, v.ty.ty)) else {
                return;
            };
            let is_new = match v.storage {
                Storage::Module => !symbol.private && !found.contains(&s),
                Storage::Common(block) => {
                    let member = (block, fold(&symbol.name));
                    let is_new = !members.contains(&member);
                    members.extend(is_new.then_some(member));
                    is_new
                }
                _ => false,
            };
            found.extend(is_new.then_some(s));
        });
    }
    found
}

/// The arguments that can have derivatives, except those of an intent; also the result, which is an output.
fn arguments(program: &Program, unit: UnitId, without: Option<Intent>) -> Vec<SmolStr> {
    let u = &program.units[unit];
    let is_number = |s: &SymbolId| holds_reals(program, program.symbols[*s].ty());
    let is_kept = |s: &SymbolId| {
        let v = program.symbols[*s].variable();
        v.is_some_and(|v| v.attrs.intent.is_none() || v.attrs.intent != without)
    };
    let name = |s: SymbolId| program.symbols[s].name.clone();
    let result = u.result.filter(|s| without != Some(Intent::Out) && is_number(s));
    let arguments = u.args.iter().flatten().copied().filter(is_number).filter(is_kept);
    arguments.chain(result).map(name).collect()
}

/// Finds the variables of a head.
fn spec(program: &Program, asked: Asked, messages: &mut Vec<Diagnostic>) -> Option<HeadSpec> {
    let Asked {
        unit,
        dependents,
        independents,
        of_globals: [dependent_globals, independent_globals],
    } = asked;
    if let Some(host) = host_of(program, unit) {
        let (name, host) = (&program.units[unit].name, &program.units[host].name);
        messages.push(
            Diagnostic::error(
                codes::UNKNOWN_HEAD,
                program.units[unit].span,
                format!("`{name}` cannot be the head: it is an internal procedure of `{host}`, so only `{host}` could call its derivative"),
            )
            .help(format!("move it into a module, or differentiate `{host}`")),
        );
        return None;
    }
    let mut ok = true;
    let mut all = |names: Vec<(SmolStr, Span)>, what: &str| -> (Vec<SymbolId>, Parts) {
        let (mut out, mut parts, mut whole) = (vec![], Parts::new(), vec![]);
        for (n, span) in names {
            let Some((s, path)) = find_variable(program, unit, &n, span, what, messages) else {
                ok = false;
                continue;
            };
            if !out.contains(&s) {
                out.push(s);
            }
            if path.is_empty() {
                whole.push(s);
            }
            parts.entry(s).or_default().push(path);
        }
        parts.retain(|s, _| !whole.contains(s));
        (out, parts)
    };
    let (mut dependents, dependent_parts) = all(dependents, "dependent");
    let (mut independents, independent_parts) = all(independents, "independent");
    for (list, globals) in [
        (&mut dependents, dependent_globals),
        (&mut independents, independent_globals),
    ] {
        let new: Vec<SymbolId> = globals.into_iter().filter(|s| !list.contains(s)).collect();
        list.extend(new);
    }
    for (list, what) in [(&dependents, "dependents"), (&independents, "independents")] {
        if list.is_empty() && ok {
            messages.push(
                Diagnostic::error(
                    codes::BAD_INDEPENDENT,
                    program.units[unit].span,
                    format!("the head `{}` has no {what}", program.units[unit].name),
                )
                .help("name them: `--head 'name(dependents)/(independents)'`"),
            );
            ok = false;
        }
    }
    ok.then_some(HeadSpec {
        unit,
        independents,
        dependents,
        independent_parts,
        dependent_parts,
    })
}

fn definitions(program: &Program) -> impl Iterator<Item = UnitId> + '_ {
    program
        .units
        .iter()
        .filter(|(_, u)| u.is_definition())
        .map(|(id, _)| id)
}

type Named = Vec<(SmolStr, Span)>;

/// The procedures with a DEPENDENT directive.
fn from_directives(program: &Program, marked: &[UnitId], messages: &mut Vec<Diagnostic>) -> Option<Vec<Asked>> {
    if marked.is_empty() {
        let names: Vec<String> = definitions(program)
            .map(|u| format!("`{}`", program.units[u].name))
            .collect();
        messages.push(
            Diagnostic::error(codes::NO_HEAD, Span::NONE, "no procedure to differentiate is named")
                .with_note(format!("candidates: {}", names.join(", ")))
                .help("use `--head 'name(dependents)/(independents)'`, or write the directives `!$openad INDEPENDENT(x)` and `!$openad DEPENDENT(y)` in the procedure"),
        );
        return None;
    }
    let gather = |unit: UnitId, kind: DirectiveKind| {
        program.units[unit]
            .directives
            .iter()
            .filter(|d| d.kind == kind)
            .flat_map(|d| d.names.iter().map(|n| (n.clone(), d.span)))
            .collect()
    };
    // OpenAD takes the procedure of this name alone
    let head = marked.iter().find(|&&u| fold(&program.units[u].name) == "head");
    let chosen = head.map_or(marked, std::slice::from_ref);
    let asked = chosen.iter().map(|&unit| Asked {
        unit,
        dependents: gather(unit, DirectiveKind::Dependent),
        independents: gather(unit, DirectiveKind::Independent),
        of_globals: [vec![], vec![]],
    });
    Some(asked.collect())
}

fn find_procedure(program: &Program, name: &str, messages: &mut Vec<Diagnostic>) -> Option<UnitId> {
    let (scope, short) = match name.split_once('%') {
        Some((m, p)) => (Some(fold(m.trim())), fold(p.trim())),
        None => (None, fold(name)),
    };
    let found: Vec<UnitId> = definitions(program)
        .filter(|&u| fold(&program.units[u].name) == short)
        .filter(|&u| match &scope {
            None => true,
            Some(m) => program.units[u]
                .parent
                .is_some_and(|p| fold(&program.units[p].name) == *m),
        })
        .collect();
    match found.as_slice() {
        [one] => Some(*one),
        [] => {
            let names: Vec<&str> = definitions(program).map(|u| program.units[u].name.as_str()).collect();
            let near = did_you_mean(&short, names.iter().copied());
            let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
            if let Some(d) = no_procedure(program, name, &short) {
                messages.push(d);
                return None;
            }
            messages.push(
                Diagnostic::error(
                    codes::UNKNOWN_HEAD,
                    Span::NONE,
                    format!("the given files do not define a procedure `{name}`"),
                )
                .with_note(format!("procedures: {}", quoted.join(", ")))
                .help(near.unwrap_or_else(|| "check the spelling, or also give adc the file that defines it".into())),
            );
            None
        }
        [first, second, ..] => {
            messages.push(
                Diagnostic::error(
                    codes::UNKNOWN_HEAD,
                    program.units[*first].span,
                    format!("several procedures have the name `{name}`"),
                )
                .also(program.units[*second].span, "another one")
                .help(format!(
                    "name the module: `--head 'module%{short}(dependents)/(independents)'`"
                )),
            );
            None
        }
    }
}

/// The host of an internal procedure: a procedure or main program.
fn host_of(program: &Program, unit: UnitId) -> Option<UnitId> {
    let is_module = |u: UnitId| matches!(program.units[u].kind, UnitKind::Module | UnitKind::Submodule);
    program.units[unit].parent.filter(|&p| !is_module(p))
}

/// A member of the COMMON block `block`, as the unit declares it, or else a unit that it calls, or any other.
fn in_common(program: &Program, unit: UnitId, block: &str, member: &str) -> Option<SymbolId> {
    let called = CallGraph::build(program).reachable([unit]).into_iter();
    let others = called.chain(program.units.iter().map(|(u, _)| u));
    std::iter::once(unit).chain(others).find_map(|u| {
        let views = program.units[u]
            .commons
            .iter()
            .filter(|c| fold(&program.commons[c.common].name) == block);
        views
            .flat_map(|c| &c.members)
            .copied()
            .find(|&m| fold(&program.symbols[m].name) == member)
    })
}

/// An argument, the result, a visible variable, or `module%variable`, followed by components.
fn find_variable(
    program: &Program,
    unit: UnitId,
    name: &str,
    span: Span,
    what: &str,
    messages: &mut Vec<Diagnostic>,
) -> Option<(SymbolId, Vec<SymbolId>)> {
    let u = &program.units[unit];
    let mut advise = |declared: Span, message: String, help: Option<String>| {
        let place = [span, declared, u.span].into_iter().find(|s| !s.is_none());
        let place = place.unwrap_or(Span::NONE);
        let d = Diagnostic::error(codes::BAD_INDEPENDENT, place, message);
        messages.push(help.into_iter().fold(d, Diagnostic::help));
        None
    };
    // subscripts are ignored: the whole array is meant
    let mut words = name.split('%').map(|w| fold(w.split('(').next().unwrap_or(w).trim()));
    let first = words.next().unwrap_or_default();
    let mut rest: Vec<SmolStr> = words.collect();
    let is_result = u.result.is_some_and(|r| fold(&program.symbols[r].name) == first) || fold(&u.name) == first;
    let mut symbol = if is_result && u.result.is_some() {
        u.result
    } else {
        program.lookup(unit, &first)
    };
    if let (None, Some(member)) = (symbol, rest.first().cloned()) {
        let module = program
            .units
            .iter()
            .find(|(_, m)| m.kind == UnitKind::Module && fold(&m.name) == first)
            .map(|(id, _)| id);
        symbol = module.and_then(|m| program.units[m].names.get(&member).copied());
        symbol = symbol.or_else(|| in_common(program, unit, &first, &member));
        rest.remove(0);
    }
    let Some(s) = symbol else {
        let near = did_you_mean(&first, visible_variables(program, unit));
        return advise(
            u.span,
            format!("the {what} `{name}` is not a variable of `{}`", u.name),
            near,
        );
    };
    let symbol = &program.symbols[s];
    let Some(v) = symbol.variable() else {
        return advise(symbol.span, format!("the {what} `{name}` is not a variable"), None);
    };
    let mut path = vec![];
    for word in &rest {
        let ty = path.last().map_or(v.ty.ty, |&c: &SymbolId| program.symbols[c].ty());
        let Some(component) = find_component(program, ty, word) else {
            let message = format!(
                "the {what} `{name}` does not exist: `{}` has no such component",
                symbol.name
            );
            let near = did_you_mean(word, components(program, ty).map(|c| program.symbols[c].name.as_str()));
            return advise(symbol.span, message, near);
        };
        path.push(component);
    }
    let mut error = |declared: Span, message: String| advise(declared, message, None);
    match path.last().map_or(v.ty.ty, |&c| program.symbols[c].ty()) {
        Ty::Real(_) | Ty::Complex(_) | Ty::Derived(_) | Ty::Class(_) => {}
        Ty::Integer(_) => {
            return error(
                symbol.span,
                format!("the {what} `{name}` is an integer; only real and complex variables have derivatives"),
            )
        }
        _ => return error(symbol.span, format!("the {what} `{name}` is neither real nor complex")),
    }
    if v.storage == Storage::Local {
        return error(
            symbol.span,
            format!(
                "the {what} `{name}` is a local variable of `{}`: a caller cannot set or read it",
                u.name
            ),
        );
    }
    Some((s, path))
}

/// The names of variables that a procedure declares or sees.
fn visible_variables(program: &Program, unit: UnitId) -> impl Iterator<Item = &str> {
    let hosts = std::iter::successors(Some(unit), |&u| program.units[u].parent);
    let symbols = hosts.flat_map(|u| program.units[u].names.values().map(|&s| &program.symbols[s]));
    symbols.filter(|s| s.variable().is_some()).map(|s| s.name.as_str())
}

/// A component of a derived type, its own or inherited.
pub fn find_component(program: &Program, ty: Ty, name: &str) -> Option<SymbolId> {
    components(program, ty).find(|&c| fold(&program.symbols[c].name) == name)
}

/// The components of a derived type: its own, then those inherited.
fn components(program: &Program, ty: Ty) -> impl Iterator<Item = SymbolId> + '_ {
    let definition = |ty: Ty| match ty {
        Ty::Derived(t) | Ty::Class(t) => match &program.symbols[t].kind {
            SymbolKind::Type(def) => Some(def),
            _ => None,
        },
        _ => None,
    };
    let types = std::iter::successors(definition(ty), move |def| definition(Ty::Derived(def.extends?)));
    types.flat_map(|def| def.components.iter().copied())
}

/// The message about a name that denotes executable code other than a procedure that can be differentiated.
fn no_procedure(program: &Program, name: &str, short: &str) -> Option<Diagnostic> {
    let entry = program.units.iter().map(|(_, u)| u);
    let entry = entry
        .filter(|u| fold(&u.name) == short)
        .find_map(|u| Some((u, u.entry.as_ref()?.of)));
    if let Some((u, of)) = entry {
        let message = format!(
            "`{name}` is an ENTRY of `{}`, which cannot be treated as a separate procedure",
            program.units[of].name
        );
        let help = "a procedure with an ENTRY must not have saved local variables or contain procedures";
        return Some(Diagnostic::error(codes::UNKNOWN_HEAD, u.span, message).help(help));
    }
    program.symbols.iter().find_map(|(_, ty)| {
        let SymbolKind::Type(def) = &ty.kind else { return None };
        let binding = def.bindings.iter().find(|b| fold(&b.name) == short)?;
        let message = format!("`{name}` is a type-bound name of type `{}`, not a procedure", ty.name);
        let d = Diagnostic::error(codes::UNKNOWN_HEAD, ty.span, message);
        Some(match binding.proc {
            Some(p) => d.help(format!("use the name of the procedure, `{}`", program.symbols[p].name)),
            None => d,
        })
    })
}
