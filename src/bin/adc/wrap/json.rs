//! The description of an interface as JSON, for programs that call it.

use super::interface::{Call, Head, Interface, Parameter};
use super::state::State;
use crate::fortran::key;
use adc::{quoted, Dimension, Program, Size, Variable, VariableType};

/// The files to compile, in this order: names beside the description, or absolute names of the user's.
pub struct Compiled {
    /// Files of the runtime.
    pub runtime: Vec<String>,
    /// The user's sources, then the derivatives.
    pub sources: Vec<String>,
    /// The wrapper.
    pub wrapper: String,
}

/// The text.
pub fn description(all: &Interface, compiled: &Compiled, program: &Program) -> String {
    let read: Vec<String> = program.files().filter_map(absolute).collect();
    let text = object(&[
        ("adc", quoted(env!("CARGO_PKG_VERSION"))),
        ("runtime", strings(&compiled.runtime)),
        ("sources", strings(&compiled.sources)),
        ("wrapper", quoted(&compiled.wrapper)),
        ("read", strings(&read)),
        ("heads", array(all.heads.iter().map(head))),
        ("state", array(all.state.iter().map(state))),
    ]);
    text + "\n"
}

fn absolute(name: &str) -> Option<String> {
    let path = std::path::Path::new(name).canonicalize().ok()?;
    Some(path.display().to_string())
}

fn head(h: &Head) -> String {
    let p = h.procedure;
    let own = p.arguments.iter().chain(&p.result);
    let others = h
        .active
        .iter()
        .map(|a| &a.variable)
        .filter(|v| !own.clone().any(|o| key(o) == key(v)));
    let names = |chosen: &dyn Fn(&adc::Active) -> bool| {
        let all = h.active.iter().filter(|a| chosen(a)).map(|a| quoted(&key(&a.variable)));
        array(all)
    };
    object(&[
        ("name", quoted(&p.name.to_ascii_lowercase())),
        (
            "module",
            p.module
                .as_ref()
                .map_or("null".into(), |m| quoted(&m.to_ascii_lowercase())),
        ),
        ("variables", array(own.clone().chain(others).map(variable))),
        ("independents", names(&|a| a.independent.is_some())),
        ("dependents", names(&|a| a.dependent.is_some())),
        ("calls", array(h.calls.iter().map(call))),
    ])
}

fn call(c: &Call) -> String {
    object(&[
        ("task", quoted(c.task)),
        ("symbol", quoted(&c.symbol)),
        ("parameters", array(c.parameters.iter().map(parameter))),
        ("globals", array(c.globals.iter().map(parameter))),
    ])
}

fn parameter(p: &Parameter) -> String {
    object(&[
        ("name", quoted(&key(p.variable))),
        ("of", quoted(&p.of)),
        ("part", quoted(p.part.word())),
        ("extents", p.needs_extents().to_string()),
    ])
}

fn variable(v: &Variable) -> String {
    let scope = match v.scope {
        adc::Scope::Argument => "argument",
        adc::Scope::Result => "result",
        _ => "state",
    };
    let intent = match (v.is_input || v.value, v.is_output) {
        (true, _) => quoted("in"),
        (_, true) => quoted("out"),
        _ => "null".into(),
    };
    let (ty, kind) = type_of(v);
    object(&[
        ("name", quoted(&key(v))),
        ("scope", quoted(scope)),
        ("type", quoted(ty)),
        ("kind", kind.to_string()),
        ("dimensions", array(v.dimensions.iter().map(dimension))),
        ("intent", intent),
        ("optional", v.optional.to_string()),
    ])
}

fn state(s: &State) -> String {
    let (ty, kind) = type_of(s.variable);
    let set = if s.is_settable() {
        quoted(&s.symbol("set"))
    } else {
        "null".into()
    };
    object(&[
        ("name", quoted(&s.key)),
        ("type", quoted(ty)),
        ("kind", kind.to_string()),
        ("rank", s.variable.dimensions.len().to_string()),
        ("allocatable", s.variable.allocatable.to_string()),
        ("extents", quoted(&s.symbol("extents"))),
        ("get", quoted(&s.symbol("get"))),
        ("set", set),
    ])
}

fn type_of(v: &Variable) -> (&'static str, u8) {
    match v.ty {
        VariableType::Real(k) => ("real", k),
        VariableType::Complex(k) => ("complex", k),
        VariableType::Integer(k) => ("integer", k),
        VariableType::Logical(k) => ("logical", k),
        _ => ("other", 0),
    }
}

/// The bounds: an upper bound of `null` is that of the actual argument.
fn dimension(d: &Dimension) -> String {
    let (low, high) = match d {
        Dimension::Explicit(low, high) => (size(low), size(high)),
        Dimension::Assumed(low) | Dimension::AssumedSize(low) => (size(low), "null".to_string()),
        _ => ("1".to_string(), "null".to_string()),
    };
    array([low, high].into_iter())
}

/// A number, a name, or an operation with its operands; `null` if it is unknown.
fn size(s: &Size) -> String {
    let found = s.fold(&|n| n.to_string(), &quoted, &|op, a, b| {
        array([quoted(op), a, b].into_iter())
    });
    found.unwrap_or_else(|| "null".into())
}

fn object(members: &[(&str, String)]) -> String {
    let all: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("{}:{value}", quoted(name)))
        .collect();
    format!("{{{}}}", all.join(","))
}

fn array(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn strings(all: &[String]) -> String {
    array(all.iter().map(|s| quoted(s)))
}
