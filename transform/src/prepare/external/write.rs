//! Writes descriptions as TOML, as [`super::table`] reads them.

use crate::options::description::{Argument, ByHand, Description};
use adc_frontend::ast::SmolStr;

/// The table of a description.
pub fn described(d: &Description) -> String {
    let name = |k: usize| d.arguments[k].name.as_str();
    let chosen = |is_it: &dyn Fn(&Argument) -> bool| {
        let all = d.arguments.iter().filter(|a| is_it(a));
        list(all.map(|a| a.name.as_str()))
    };
    let mut out = match &d.host {
        Some(module) => format!("[{module}.{}]\n", d.name),
        None => format!("[{}]\n", d.name),
    };
    let mut line = |key: &str, value: String| out += &format!("{key} = {value}\n");
    line("arguments", chosen(&|_| true));
    let scalars = chosen(&|a| a.is_scalar);
    if scalars != "[]" {
        line("scalars", scalars);
    }
    line("reads", chosen(&|a| a.reads));
    line("writes", chosen(&|a| a.writes && !a.kills));
    line("overwrites", chosen(&|a| a.kills));
    let from = |places: &[usize]| list(places.iter().map(|&k| name(k)));
    let written = d.arguments.iter().filter(|a| a.writes);
    let mut depends: Vec<String> = written.map(|a| format!("{} = {}", a.name, from(&a.from))).collect();
    if let Some(result) = &d.result {
        line("result", quoted(result));
        depends.push(format!("{result} = {}", from(&d.result_from)));
    }
    if !depends.is_empty() {
        line("depends", format!("{{ {} }}", depends.join(", ")));
    }
    if let Some(read) = &d.globals_read {
        line("reads-globals", list(read.iter().map(SmolStr::as_str)));
    }
    if !d.globals_written.is_empty() {
        line("writes-globals", list(d.globals_written.iter().map(SmolStr::as_str)));
    }
    if d.acts {
        line("side-effects", "true".into());
    }
    if d.exchanges {
        line("exchanges", "true".into());
    }
    let ByHand {
        tangent,
        adjoint,
        module,
        lacks_tangent,
        lacks_adjoint,
    } = &d.single;
    for (key, name, lacks) in [
        ("tangent", tangent, *lacks_tangent),
        ("adjoint", adjoint, *lacks_adjoint),
    ] {
        match name {
            Some(name) => line(key, quoted(name)),
            None if lacks => line(key, "false".into()),
            None => {}
        }
    }
    if let Some(module) = module {
        line("module", quoted(module));
        if d.takes_all_shadows {
            line("all-shadows", "true".into());
        }
    }
    out
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.map(quoted).collect();
    format!("[{}]", words.join(", "))
}
