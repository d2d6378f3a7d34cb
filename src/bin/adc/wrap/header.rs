//! The C header: prototypes of all procedures of the wrapper.

use super::interface::{Call, Interface};
use super::state::State;
use adc::VariableType;
use std::fmt::Write as _;

/// The text.
pub fn header(all: &Interface) -> String {
    let guard = format!("ADC_{}_H", all.name.to_ascii_uppercase());
    let mut out = format!(
        "/* Written by `adc wrap`. All arguments are addresses; arrays are in Fortran's order. A logical is 0 or 1. */
#ifndef {guard}\n#define {guard}\n#include <stdint.h>\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
    );
    for call in all.heads.iter().flat_map(|h| &h.calls) {
        prototype(&mut out, call);
    }
    for s in &all.state {
        accessors(&mut out, s);
    }
    out + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n"
}

fn prototype(out: &mut String, call: &Call) {
    let parameters = call.parameters.iter().flat_map(|p| {
        let name = p.variable.name.to_ascii_lowercase();
        // a result has the name of its function, unless RESULT gives it another one
        let name = if call.symbol == name {
            format!("{name}_value")
        } else {
            name
        };
        let own = format!("{} *{}", type_name(&p.variable.ty), spelled(&name));
        let rank = p.variable.dimensions.len();
        let extents = p
            .needs_extents()
            .then(|| format!("const int64_t {name}_extents[{rank}]"));
        [Some(own), extents].into_iter().flatten()
    });
    let parameters: Vec<String> = parameters.collect();
    let list = if parameters.is_empty() {
        "void".to_string()
    } else {
        parameters.join(", ")
    };
    let _ = writeln!(out, "void {}({list});", call.symbol);
}

fn accessors(out: &mut String, s: &State) {
    let (ty, rank) = (type_name(&s.variable.ty), s.variable.dimensions.len());
    if rank > 0 {
        let _ = writeln!(out, "void {}(int64_t extents[{rank}]);", s.symbol("extents"));
    }
    let _ = writeln!(out, "void {}({ty} *values);", s.symbol("get"));
    if s.is_settable() {
        let extents = if s.variable.allocatable {
            format!(", const int64_t extents[{rank}]")
        } else {
            String::new()
        };
        let _ = writeln!(out, "void {}(const {ty} *values{extents});", s.symbol("set"));
    }
}

/// The type in C.
fn type_name(ty: &VariableType) -> String {
    match ty {
        VariableType::Real(4) => "float".into(),
        VariableType::Complex(4) => "float _Complex".into(),
        VariableType::Complex(_) => "double _Complex".into(),
        VariableType::Integer(k) | VariableType::Logical(k) => format!("int{}_t", u32::from(*k) * 8),
        _ => "double".into(),
    }
}

/// Words of C and C++ that Fortran programs use as names.
const WORDS: [&str; 24] = [
    "auto", "bool", "break", "case", "char", "class", "const", "default", "delete", "double", "float", "for", "int",
    "long", "new", "operator", "private", "short", "signed", "static", "struct", "this", "union", "void",
];

/// A name that is none of these.
fn spelled(name: &str) -> String {
    match WORDS.contains(&name) {
        true => format!("{name}_"),
        false => name.to_string(),
    }
}
