//! The specification part of the driver.

use super::inputs::{first_values, has_first_values};
use super::pieces::COLUMN;
use crate::check::forms::{short, Form};
use crate::check::settings::Settings;
use crate::check::subject::{Subject, Var};
use crate::fortran::{constant_bounds, deferred, extents, interface, local_type, type_name, Bounds, Text};
use adc::{Procedure, Scope, Variable, VariableType};

/// USE statements.
pub fn uses(out: &mut Text, subject: &Subject, forms: &[Form]) {
    out.line(1, "use adc_check");
    for p in procedures_of(subject, forms) {
        if let Some(module) = &p.module {
            out.line(1, &format!("use {module}, only: {}", p.name));
        }
    }
    let own = subject.vars.iter().map(|v| (&v.name, &v.variable));
    let shadows = forms.iter().flat_map(|f| &f.shadows).map(|s| (&s.name, &s.variable));
    for (name, variable) in own.chain(shadows) {
        if let Scope::Module(module) = &variable.scope {
            out.line(1, &format!("use {module}, only: {name} => {}", variable.name));
        }
    }
    let mut known: Vec<(String, String)> = vec![];
    for var in &subject.vars {
        if let VariableType::Derived(t) = &var.variable.ty {
            known.push((t.module.clone().unwrap_or_default(), t.name.to_ascii_lowercase()));
        }
    }
    if forms.iter().any(Form::is_sparse) {
        known.push((SPARSE.0.into(), SPARSE.1.into()));
    }
    known.sort();
    known.dedup();
    for (module, name) in known {
        let own = local_type(&module, &name);
        out.line(1, &format!("use {module}, only: {own} => {name}"));
    }
}

/// The module and the type of a sparse Jacobian.
const SPARSE: (&str, &str) = ("adc_sparsejacobians", "adc_sparse_matrix");

/// The head and its derivatives.
fn procedures_of<'a>(subject: &'a Subject, forms: &'a [Form]) -> impl Iterator<Item = &'a Procedure> {
    std::iter::once(&subject.head).chain(forms.iter().map(|f| &f.procedure))
}

/// Interfaces of external procedures.
pub fn procedures(out: &mut Text, subject: &Subject, forms: &[Form]) {
    let own = subject.vars.iter().find(|v| v.variable.scope == Scope::Result);
    let result_shape = own.map_or(String::new(), |v| extents(&v.bounds));
    for p in procedures_of(subject, forms) {
        match (&p.module, p.needs_interface, &p.result) {
            (Some(_), _, _) => {}
            (None, true, _) => interface(out, p, &result_shape),
            (None, false, Some(result)) => out.line(1, &format!("{}, external :: {}", type_name(&result.ty), p.name)),
            (None, false, None) => out.line(1, &format!("external :: {}", p.name)),
        }
    }
    if forms.iter().any(Form::has_tape) {
        out.line(1, "logical, external :: adc_tape_empty");
        out.line(
            1,
            "integer(selected_int_kind(18)), external :: adc_tape_bytes, adc_tape_peak_bytes",
        );
    }
}

/// Variables of the driver, and COMMON blocks.
pub fn variables(out: &mut Text, subject: &Subject, forms: &[Form], settings: &Settings) {
    for var in &subject.vars {
        local(out, var, &var.name, &var.variable);
        if var.has_initial_values() {
            // it stays as it is, to set the variable before each call
            out.line(1, &format!("{} :: {}", type_name(&var.variable.ty), first_values(var)));
        }
        if has_first_values(var, settings) {
            let (ty, shape) = (type_name(&var.variable.ty), deferred(&var.variable));
            out.line(1, &format!("{ty}, allocatable :: {}{shape}", first_values(var)));
        }
    }
    for shadow in forms.iter().flat_map(|f| &f.shadows) {
        local(out, &subject.vars[shadow.of], &shadow.name, &shadow.variable);
    }
    for (name, v) in forms
        .iter()
        .flat_map(|f| &f.matrices)
        .filter_map(|m| m.variable.as_ref())
    {
        let allocatable = if v.dimensions.is_empty() { "" } else { ", allocatable" };
        out.line(
            1,
            &format!("{}{allocatable} :: {name}{}", type_name(&v.ty), deferred(v)),
        );
    }
    if forms.iter().any(Form::is_sparse) {
        out.line(1, &format!("type({}) :: adc_jac", local_type(SPARSE.0, SPARSE.1)));
    }
    let indices = subject.vars.iter().flat_map(|v| {
        let of_leaves = v.leaves.iter().map(|l| &l.place);
        of_leaves.chain(v.dynamic.iter().map(|d| &d.place))
    });
    let mut indices: Vec<&str> = indices.flat_map(|p| p.loops.iter().map(|l| l.index.as_str())).collect();
    indices.extend(forms.iter().any(|f| f.many).then_some(COLUMN));
    indices.sort_unstable();
    indices.dedup();
    if !indices.is_empty() {
        out.line(1, &format!("integer :: {}", indices.join(", ")));
    }
    for (block, members) in &subject.blocks {
        let names: Vec<&str> = members.iter().map(|&m| subject.vars[m].name.as_str()).collect();
        out.line(1, &format!("common /{block}/ {}", names.join(", ")));
    }
    for (k, form) in forms.iter().enumerate() {
        for (block, members) in &form.commons {
            shadow_block(out, (k, form), block, members);
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
fn shadow_block(out: &mut Text, (number, form): (usize, &Form), block: &str, members: &[Variable]) {
    let shadow_of = |member: &Variable| {
        let mut all = form.shadows.iter();
        all.find(|s| s.variable == *member).map(|s| s.name.clone())
    };
    if !members.iter().any(|m| shadow_of(m).is_some()) {
        return;
    }
    let mut names = vec![];
    for (k, member) in members.iter().enumerate() {
        let known = shadow_of(member);
        let other = format!("other{number}_{}_{k}", short(block));
        if known.is_none() {
            let bounds: Option<Vec<Bounds>> = member.dimensions.iter().map(constant_bounds).collect();
            let shape = extents(&bounds.unwrap_or_default());
            out.line(1, &format!("{} :: {other}{shape}", type_name(&member.ty)));
        }
        names.push(known.unwrap_or(other));
    }
    out.line(1, &format!("common /{block}/ {}", names.join(", ")));
}
