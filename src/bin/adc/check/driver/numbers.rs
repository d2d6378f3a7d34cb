//! Statements that set variables and shadows, and that put results.

use crate::check::settings::Settings;
use crate::check::subject::{usual_integer, Leaf, Shadow, Subject, Var};
use crate::fortran::{Bounds, Text};
use adc::{Scope, Variable, VariableType};

/// Values that are given in the text of the driver: more are in a file.
const MOST_IN_TEXT: usize = 64;

/// What is assumed about inputs that nobody gives.
pub type Notes = Vec<String>;

/// Files with values, by their names.
pub type Data = Vec<(String, Vec<f64>)>;

/// The procedure that sets all inputs.
pub fn inputs(out: &mut Text, subject: &Subject, settings: &Settings) -> Result<(Notes, Data), String> {
    let (mut notes, mut data) = (vec![], vec![]);
    out.line(1, "subroutine adc_set_inputs()");
    for var in &subject.vars {
        allocate(out, &var.name, &var.variable, var, !is_made_by_head(var));
        for leaf in &var.leaves {
            input(out, (subject, settings), var, leaf, (&mut notes, &mut data))?;
        }
    }
    out.line(1, "end subroutine adc_set_inputs");
    Ok((notes, data))
}

/// True for an allocatable argument that is no input: the head may allocate it.
fn is_made_by_head(var: &Var) -> bool {
    var.variable.allocatable && var.independent.is_none() && !var.variable.is_input
}

/// Allocates a variable, or makes it unallocated; and its components.
fn allocate(out: &mut Text, name: &str, v: &Variable, var: &Var, exists: bool) {
    let is_local = !matches!(v.scope, Scope::Module(_) | Scope::Common(_));
    let is_dynamic = v.allocatable || v.pointer;
    if is_dynamic || is_local && !v.dimensions.is_empty() {
        allocated(out, name, v.pointer, &var.bounds, exists);
    }
    for leaf in var.leaves.iter().filter(|l| l.dynamic && !l.path.is_empty()) {
        let component = format!("{name}{}", leaf.path);
        allocated(out, &component, is_pointer(var, leaf), &leaf.bounds, true);
    }
}

fn is_pointer(var: &Var, leaf: &Leaf) -> bool {
    let mut ty = &var.variable.ty;
    let mut pointer = var.variable.pointer;
    for name in leaf.path.split('%').filter(|w| !w.is_empty()) {
        let VariableType::Derived(t) = ty else { return pointer };
        let Some(c) = t.components.iter().find(|c| c.name.eq_ignore_ascii_case(name)) else {
            return pointer;
        };
        (ty, pointer) = (&c.ty, c.pointer);
    }
    pointer
}

/// A pointer is allocated anew: what it was associated with may still be in use.
fn allocated(out: &mut Text, name: &str, pointer: bool, bounds: &[Bounds], exists: bool) {
    if !pointer {
        out.line(2, &format!("if (allocated({name})) deallocate ({name})"));
    }
    if exists {
        let all: Vec<String> = bounds.iter().map(|(low, high)| format!("{low}:{high}")).collect();
        let shape = if all.is_empty() {
            String::new()
        } else {
            format!("({})", all.join(", "))
        };
        out.line(2, &format!("allocate ({name}{shape})"));
    }
}

/// Sets one leaf: to the values that the user gives, or to usual ones; an independent moves.
fn input(
    out: &mut Text,
    (subject, settings): (&Subject, &Settings),
    var: &Var,
    leaf: &Leaf,
    (notes, data): (&mut Notes, &mut Data),
) -> Result<(), String> {
    let name = format!("{}{}", var.name, leaf.path);
    let is_global = matches!(var.variable.scope, Scope::Module(_) | Scope::Common(_));
    if is_made_by_head(var) && leaf.path.is_empty() {
        return Ok(());
    }
    if let Some(values) = settings.values(&leaf.key) {
        given(out, &name, leaf, values, data)?;
    } else if leaf.is_number() && (!is_global || leaf.independent || settings.own_range(&leaf.key).is_some()) {
        let (low, high) = settings.range(&leaf.key);
        let fill = |part| format!("adc_fill({}, {part}, {{n}}, {low:e}_8, {high:e}_8)", leaf.number);
        out.line(2, &assignment(&name, leaf, fill));
    } else if !is_global {
        let value = match &leaf.ty {
            VariableType::Logical(_) => ".false.".to_string(),
            VariableType::Character(_) => "' '".into(),
            _ => usual_integer(leaf, &subject.vars).to_string(),
        };
        notes.push(format!("{} = {value}", leaf.key));
        out.line(2, &format!("{name} = {value}"));
    }
    if leaf.independent {
        let step = |part| format!("adc_step({}, {part}, {{n}})", leaf.number);
        out.line(2, &added(&name, leaf, step));
    }
    Ok(())
}

/// Assigns the values that the user gives: one for all elements, or one for each.
fn given(out: &mut Text, name: &str, leaf: &Leaf, values: &[String], data: &mut Data) -> Result<(), String> {
    let count = leaf.len();
    match values {
        [one] => out.line(2, &format!("{name} = {one}")),
        all if all.len() == count && count > MOST_IN_TEXT && !matches!(leaf.ty, VariableType::Character(_)) => {
            for part in 0..if matches!(leaf.ty, VariableType::Complex(_)) {
                2
            } else {
                1
            } {
                let numbers = all.iter().map(|v| number(v, part)).collect::<Option<Vec<f64>>>();
                let numbers = numbers.ok_or_else(|| format!("`{}` has a value that is no number", leaf.key))?;
                data.push((format!("adc_given_{}_{}", leaf.number, part + 1), numbers));
            }
            let read = |part| format!("adc_given({}, {part}, {{n}})", leaf.number);
            let numbers = value(name, leaf, read);
            out.line(
                2,
                &match leaf.ty {
                    VariableType::Integer(k) => format!("{name} = nint({numbers}, {k})"),
                    VariableType::Logical(_) => format!("{name} = {numbers} /= 0"),
                    _ => format!("{name} = {numbers}"),
                },
            );
        }
        all if all.len() == count && !leaf.bounds.is_empty() => {
            let list = all.join(", ");
            out.line(
                2,
                &format!(
                    "{name} = reshape([{}{list}], shape({name}))",
                    constructor_type(&leaf.ty, all)
                ),
            );
        }
        all => {
            return Err(format!(
                "`{}` has {count} elements, but {} values are given",
                leaf.key,
                all.len()
            ))
        }
    }
    Ok(())
}

/// The number that a literal means: of a complex, its real (0) or imaginary (1) part; of a logical, 0 or 1.
fn number(literal: &str, part: usize) -> Option<f64> {
    let folded = literal.to_ascii_lowercase();
    match folded.as_str() {
        ".true." => return Some(1.0),
        ".false." => return Some(0.0),
        _ => {}
    }
    let inner = folded.trim_start_matches('(').trim_end_matches(')');
    let own = inner.split(',').nth(part)?;
    own.split('_').next()?.replace('d', "e").trim().parse().ok()
}

/// Literals of an array need a common type.
fn constructor_type(ty: &VariableType, values: &[String]) -> String {
    match ty {
        VariableType::Character(_) => {
            let longest = values.iter().map(|v| v.len().saturating_sub(2)).max().unwrap_or(1);
            format!("character(len={longest}) :: ")
        }
        VariableType::Complex(k) => format!("complex({k}) :: "),
        VariableType::Real(k) => format!("real({k}) :: "),
        _ => String::new(),
    }
}

/// Assigns numbers from a function of `adc_check` that returns as many as `{n}` says, for each part of a complex.
fn assignment(name: &str, leaf: &Leaf, f: impl Fn(u8) -> String) -> String {
    format!("{name} = {}", value(name, leaf, f))
}

fn added(name: &str, leaf: &Leaf, f: impl Fn(u8) -> String) -> String {
    format!("{name} = {name} + {}", value(name, leaf, f))
}

fn value(name: &str, leaf: &Leaf, f: impl Fn(u8) -> String) -> String {
    let vector = |part| match leaf.bounds.is_empty() {
        true => format!("sum({})", f(part).replace("{n}", "1")),
        false => format!(
            "reshape({}, shape({name}))",
            f(part).replace("{n}", &format!("size({name})"))
        ),
    };
    match leaf.ty {
        VariableType::Complex(k) => format!("cmplx({}, {}, {k})", vector(1), vector(2)),
        VariableType::Real(k) => format!("real({}, {k})", vector(1)),
        _ => vector(1),
    }
}

/// The procedures that set shadows before a call: seeds, and garbage in all others.
pub fn seeds(out: &mut Text, subject: &Subject) {
    let modes = [("tangent", "adc_direction"), ("adjoint", "adc_weight")];
    for (k, (mode, function)) in modes.into_iter().enumerate() {
        if k == 1 && subject.adjoint.is_none() {
            continue;
        }
        out.line(1, &format!("subroutine adc_seed_{mode}()"));
        for (var, shadow) in shadows(subject, k) {
            allocate(out, &shadow.name, &shadow.variable, var, true);
            for leaf in var.leaves.iter().filter(|l| l.is_number()) {
                let name = format!("{}{}", shadow.name, leaf.path);
                let is_seed = if k == 0 { leaf.independent } else { leaf.dependent };
                let seed = |part| format!("{function}({}, {part}, {{n}})", leaf.number);
                match is_seed {
                    true => out.line(2, &assignment(&name, leaf, seed)),
                    false => out.line(2, &format!("{name} = adc_junk()")),
                }
            }
        }
        out.line(1, &format!("end subroutine adc_seed_{mode}"));
    }
}

fn shadows(subject: &Subject, mode: usize) -> impl Iterator<Item = (&Var, &Shadow)> {
    subject
        .vars
        .iter()
        .filter_map(move |v| Some((v, v.shadows[mode].as_ref()?)))
}

/// The procedures that put results.
pub fn results(out: &mut Text, subject: &Subject) {
    out.line(1, "subroutine adc_put_values()");
    for (var, leaf) in subject.leaves().filter(|(_, l)| l.dependent) {
        put(out, "y", &format!("{}{}", var.name, leaf.path), leaf);
    }
    out.line(1, "end subroutine adc_put_values");
    out.line(1, "subroutine adc_put_tangents()");
    put_shadows(out, subject, 0, "yd", |l| l.dependent);
    put_seeds(out, subject, 0, ("v", "adc_direction"), |l| l.independent);
    out.line(1, "end subroutine adc_put_tangents");
    if subject.adjoint.is_some() {
        out.line(1, "subroutine adc_put_gradient()");
        put_shadows(out, subject, 1, "xb", |l| l.independent);
        put_seeds(out, subject, 1, ("w", "adc_weight"), |l| l.dependent);
        put_shadows(out, subject, 1, "left", |l| l.dependent && !l.independent);
        out.line(1, "end subroutine adc_put_gradient");
    }
}

fn put_shadows(out: &mut Text, subject: &Subject, mode: usize, result: &str, chosen: impl Fn(&Leaf) -> bool) {
    for (var, shadow) in shadows(subject, mode) {
        for leaf in var.leaves.iter().filter(|l| chosen(l)) {
            put(out, result, &format!("{}{}", shadow.name, leaf.path), leaf);
        }
    }
}

/// Puts directions or weights in the form of [`put`].
fn put_seeds(
    out: &mut Text,
    subject: &Subject,
    mode: usize,
    (result, function): (&str, &str),
    chosen: impl Fn(&Leaf) -> bool,
) {
    for (var, shadow) in shadows(subject, mode) {
        for leaf in var.leaves.iter().filter(|l| chosen(l)) {
            let count = match leaf.bounds.is_empty() {
                true => "1".to_string(),
                false => format!("size({}{})", shadow.name, leaf.path),
            };
            let part = |k: u8| format!("{function}({}, {k}, {count})", leaf.number);
            let all = match leaf.ty {
                VariableType::Complex(_) => format!("{}, {}", part(1), part(2)),
                _ => part(1),
            };
            out.line(2, &format!("call adc_put('{result}', {}, [{all}])", leaf.number));
        }
    }
}

/// Puts a leaf as one vector of numbers: of a complex, all real parts, then all imaginary parts.
fn put(out: &mut Text, result: &str, name: &str, leaf: &Leaf) {
    let vector = |part: &str| {
        let numbers = match part {
            "" => format!("real({name}, 8)"),
            part => format!("real({part}({name}), 8)"),
        };
        match leaf.bounds.is_empty() {
            true => numbers,
            false => format!("reshape({numbers}, [size({name})])"),
        }
    };
    let vector = match leaf.ty {
        VariableType::Complex(_) => format!("[{}, {}]", vector("real"), vector("aimag")),
        _ => format!("[{}]", vector("")),
    };
    out.line(2, &format!("call adc_put('{result}', {}, {vector})", leaf.number));
}
