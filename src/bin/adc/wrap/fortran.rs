//! The wrapper: procedures with C names that call the head, its derivatives, and get and set variables.
//!
//! C passes addresses. An array whose extents the head takes from its caller is followed by its extents.

use super::interface::{Call, Interface, Parameter};
use super::state;
use crate::fortran::{interface, type_name, Text};
use adc::Procedure;

/// The text.
pub fn wrapper(all: &Interface) -> String {
    let mut out = Text::default();
    out.line(
        0,
        "! Written by `adc wrap`: calls from C. The header has the names of the arguments.",
    );
    for (k, call) in all.heads.iter().flat_map(|h| &h.calls).enumerate() {
        procedure(&mut out, k + 1, call);
    }
    for (k, s) in all.state.iter().enumerate() {
        state::procedures(&mut out, k + 1, s);
    }
    out.finish()
}

/// One procedure.
fn procedure(out: &mut Text, number: usize, call: &Call) {
    let all: Vec<(String, &Parameter)> = call
        .parameters
        .iter()
        .enumerate()
        .map(|(k, p)| (k.to_string(), p))
        .collect();
    let names = all.iter().flat_map(|(k, p)| {
        let extents = p.needs_extents().then(|| format!("adc_n{k}"));
        [Some(format!("adc_a{k}")), extents].into_iter().flatten()
    });
    let names: Vec<String> = names.collect();
    let head = format!("subroutine adc_call_{number}({})", names.join(", "));
    out.line(0, &format!("{head} bind(c, name='{}')", call.symbol));
    let p = call.procedure;
    if let Some(module) = &p.module {
        out.line(2, &format!("use {module}, only: adc_procedure => {}", p.name));
    }
    out.line(2, "implicit none");
    for (k, parameter) in &all {
        declare(out, k, parameter);
    }
    if p.module.is_none() {
        let result = all.last().filter(|_| p.result.is_some());
        external(out, p, &result.map_or(String::new(), |(k, r)| shape(k, r)));
    }
    out.line(2, &statement(p));
    out.line(0, &format!("end subroutine adc_call_{number}"));
}

/// Declares a dummy argument and its extents.
fn declare(out: &mut Text, k: &str, p: &Parameter) {
    if p.needs_extents() {
        out.line(
            2,
            &format!("integer(8), intent(in) :: adc_n{k}({})", p.variable.dimensions.len()),
        );
    }
    let optional = if p.variable.optional { ", optional" } else { "" };
    out.line(
        2,
        &format!("{}{optional} :: adc_a{k}{}", type_name(&p.variable.ty), shape(k, p)),
    );
}

fn shape(k: &str, p: &Parameter) -> String {
    let rank = p.variable.dimensions.len();
    let extents: Vec<String> = (1..=rank).map(|d| format!("adc_n{k}({d})")).collect();
    match (rank, p.needs_extents()) {
        (0, _) => String::new(),
        (_, true) => format!("({})", extents.join(", ")),
        (_, false) => "(*)".into(),
    }
}

/// Declares a procedure that is in no module.
fn external(out: &mut Text, p: &Procedure, result_shape: &str) {
    match (p.needs_interface, &p.result) {
        (true, _) => interface(out, p, result_shape),
        (false, Some(result)) => out.line(2, &format!("{}, external :: {}", type_name(&result.ty), p.name)),
        (false, None) => out.line(2, &format!("external :: {}", p.name)),
    }
}

/// The call; an argument of a derivative keeps its place.
fn statement(p: &Procedure) -> String {
    let arguments: Vec<String> = (0..p.arguments.len()).map(|k| format!("adc_a{k}")).collect();
    let name = if p.module.is_some() {
        "adc_procedure"
    } else {
        p.name.as_str()
    };
    let reference = format!("{name}({})", arguments.join(", "));
    match &p.result {
        Some(_) => format!("adc_a{} = {reference}", arguments.len()),
        None => format!("call {reference}"),
    }
}
