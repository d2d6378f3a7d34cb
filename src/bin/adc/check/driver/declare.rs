//! The specification part of the driver.

use crate::check::subject::{Subject, Var};
use crate::fortran::{constant_bounds, deferred, extents, interface, local_type, type_name, Bounds, Text};
use adc::{Procedure, Scope, Variable, VariableType};

/// USE statements.
pub fn uses(out: &mut Text, subject: &Subject) {
    out.line(1, "use adc_check");
    for p in procedures_of(subject) {
        if let Some(module) = &p.module {
            out.line(1, &format!("use {module}, only: {}", p.name));
        }
    }
    for var in &subject.vars {
        let shadows = var.shadows.iter().flatten().map(|s| (&s.name, &s.variable));
        for (name, variable) in [(&var.name, &var.variable)].into_iter().chain(shadows) {
            if let Scope::Module(module) = &variable.scope {
                out.line(1, &format!("use {module}, only: {name} => {}", variable.name));
            }
        }
    }
    let mut known: Vec<(String, String)> = vec![];
    for var in &subject.vars {
        if let VariableType::Derived(t) = &var.variable.ty {
            let module = t.module.clone().unwrap_or_default();
            let entry = (module, t.name.to_ascii_lowercase());
            if !known.contains(&entry) {
                out.line(
                    1,
                    &format!("use {}, only: {} => {}", entry.0, local_type(&entry.0, &t.name), t.name),
                );
                known.push(entry);
            }
        }
    }
}

/// The head and its derivatives.
fn procedures_of(subject: &Subject) -> Vec<&Procedure> {
    let derivative = subject.adjoint.iter().map(|s| &s.derivative);
    let mut all = vec![&subject.tangent.head, &subject.tangent.derivative];
    all.extend(derivative);
    all
}

/// Interfaces of external procedures.
pub fn procedures(out: &mut Text, subject: &Subject) {
    let own = subject.vars.iter().find(|v| v.variable.scope == Scope::Result);
    let result_shape = own.map_or(String::new(), |v| extents(&v.bounds));
    for p in procedures_of(subject) {
        match (&p.module, p.needs_interface, &p.result) {
            (Some(_), _, _) => {}
            (None, true, _) => interface(out, p, &result_shape),
            (None, false, Some(result)) => out.line(1, &format!("{}, external :: {}", type_name(&result.ty), p.name)),
            (None, false, None) => out.line(1, &format!("external :: {}", p.name)),
        }
    }
    if subject.adjoint.is_some() {
        out.line(1, "logical, external :: adc_tape_empty");
        out.line(
            1,
            "integer(selected_int_kind(18)), external :: adc_tape_bytes, adc_tape_peak_bytes",
        );
    }
}

/// Variables of the driver, and COMMON blocks.
pub fn variables(out: &mut Text, subject: &Subject) {
    for var in &subject.vars {
        local(out, var, &var.name, &var.variable);
        for shadow in var.shadows.iter().flatten() {
            local(out, var, &shadow.name, &shadow.variable);
        }
    }
    for (block, members) in &subject.blocks {
        let names: Vec<&str> = members.iter().map(|&m| subject.vars[m].name.as_str()).collect();
        out.line(1, &format!("common /{block}/ {}", names.join(", ")));
    }
    for (k, signature) in [Some(&subject.tangent), subject.adjoint.as_ref()]
        .into_iter()
        .enumerate()
    {
        let commons = signature.iter().flat_map(|s| &s.commons);
        for (block, members) in commons {
            shadow_block(out, subject, k, block, members);
        }
    }
}

/// Declares a variable unless it is that of a module. Arrays are allocatable, so that they may be large.
fn local(out: &mut Text, var: &Var, name: &str, v: &Variable) {
    let is_common = match &v.scope {
        Scope::Module(_) => return,
        Scope::Common(_) => true,
        _ => false,
    };
    let pointer = if v.pointer { ", pointer" } else { "" };
    let target = if v.target && !v.pointer { ", target" } else { "" };
    let ty = match &v.ty {
        VariableType::Character(size) => {
            let given = size.as_ref().and_then(|s| s.value(&|_| None));
            given.map_or("character(len=:)".to_string(), |n| format!("character(len={n})"))
        }
        other => type_name(other),
    };
    let is_deferred = ty.contains("len=:");
    let (allocatable, shape) = match (is_common, v.dimensions.is_empty()) {
        (true, _) => ("", extents(&var.bounds)),
        (false, true) => (
            if (v.allocatable || is_deferred) && !v.pointer {
                ", allocatable"
            } else {
                ""
            },
            String::new(),
        ),
        (false, false) => (if v.pointer { "" } else { ", allocatable" }, deferred(v)),
    };
    out.line(1, &format!("{ty}{allocatable}{pointer}{target} :: {name}{shape}"));
}

/// Declares the COMMON block with shadows of variables, in the order of its members.
fn shadow_block(out: &mut Text, subject: &Subject, mode: usize, block: &str, members: &[Variable]) {
    let shadow_of = |member: &Variable| {
        let all = subject.vars.iter().filter_map(|v| v.shadows[mode].as_ref());
        all.into_iter().find(|s| s.variable == *member).map(|s| s.name.clone())
    };
    if !members.iter().any(|m| shadow_of(m).is_some()) {
        return;
    }
    let letter = ['d', 'b'][mode];
    let mut names = vec![];
    for (k, member) in members.iter().enumerate() {
        let known = shadow_of(member);
        if known.is_none() {
            let bounds: Option<Vec<Bounds>> = member.dimensions.iter().map(constant_bounds).collect();
            let shape = extents(&bounds.unwrap_or_default());
            out.line(1, &format!("{} :: other_{letter}{k}{shape}", type_name(&member.ty)));
        }
        names.push(known.unwrap_or_else(|| format!("other_{letter}{k}")));
    }
    out.line(1, &format!("common /{block}/ {}", names.join(", ")));
}
