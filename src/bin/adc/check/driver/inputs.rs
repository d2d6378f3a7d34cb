//! The procedure that sets all inputs.

use super::pieces::{assignment, each, extents, own_extents, value, Whole};
use crate::check::leaves::Leaf;
use crate::check::settings::Settings;
use crate::check::subject::{usual_integer, Subject, Var};
use crate::fortran::Text;
use adc::{Scope, Variable, VariableType};

/// Values that are given in the text of the driver: more are in a file.
const MOST_IN_TEXT: usize = 64;

/// What is assumed about inputs that nobody gives.
pub type Notes = Vec<String>;

/// The statement that sets a piece, by its designator.
type Setting<'a> = Box<dyn Fn(&str) -> String + 'a>;

/// Files with values, by their names.
pub type Data = Vec<(String, Vec<f64>)>;

/// The procedure that sets all inputs.
pub fn inputs(out: &mut Text, subject: &Subject, settings: &Settings) -> Result<(Notes, Data), String> {
    let (mut notes, mut data) = (vec![], vec![]);
    out.line(1, "subroutine adc_set_inputs()");
    for var in &subject.vars {
        if var.has_initial_values() {
            out.line(2, &format!("{} = {}", var.name, first_values(var)));
        }
        if has_first_values(var, settings) {
            let (name, shape) = (first_values(var), extents(&var.bounds));
            let make = format!("allocate ({name}{shape}, source={})", var.name);
            out.line(2, &format!("if (.not. allocated({name})) {make}"));
        }
        allocate(out, Whole::variable(var), !is_made_by_head(var));
        for leaf in &var.leaves {
            input(out, (subject, settings), var, leaf, (&mut notes, &mut data))?;
        }
    }
    out.line(1, "end subroutine adc_set_inputs");
    Ok((notes, data))
}

/// The copy of a variable with its values at the start of the program, or those that its type gives.
pub fn first_values(var: &Var) -> String {
    format!("{}_0", var.name)
}

/// True if a leaf of a variable needs the copy.
pub fn has_first_values(var: &Var, settings: &Settings) -> bool {
    var.leaves.iter().any(|leaf| keeps_first_values(var, leaf, settings))
}

/// True for an independent of a module or COMMON block that nobody gives: the values that the program initializes it
/// with are inputs that make sense, unless all are zero.
fn keeps_first_values(var: &Var, leaf: &Leaf, settings: &Settings) -> bool {
    let is_its_own = !var.is_local() && leaf.place.is_static() && !leaf.is_fresh;
    is_its_own && leaf.independent && leaf.is_number() && !settings.mentions(&leaf.key)
}

/// True for an allocatable that is no input as far as declarations and the user say: the head may allocate it.
fn is_made_by_head(var: &Var) -> bool {
    let is_input = var.variable.is_input || var.independent.is_some() || var.is_given && !var.variable.is_output;
    var.variable.allocatable && !is_input
}

/// Allocates a variable, or makes it unallocated; and its components.
fn allocate(out: &mut Text, whole: Whole, exists: bool) {
    let v = &whole.var.variable;
    if is_dynamic(v) {
        for line in allocated(whole.name, v.pointer, &whole.extents(), exists) {
            out.line(2, &line);
        }
    }
    for c in whole.var.dynamic.iter().filter(|_| exists) {
        each(out, whole, &c.place, |name| {
            allocated(name, c.pointer, &extents(&c.bounds), true)
        });
    }
}

/// True for a variable that the driver allocates: local arrays, too, since they may be large.
fn is_dynamic(v: &Variable) -> bool {
    let is_local = !matches!(v.scope, Scope::Module(_) | Scope::Common(_));
    v.allocatable || v.pointer || is_local && !v.dimensions.is_empty()
}

/// Allocates a shadow and its components with the bounds of their originals, as far as these exist.
pub fn allocate_shadow(out: &mut Text, whole: Whole, v: &Variable) {
    if is_dynamic(v) {
        let original = (whole.var.variable.allocatable).then(|| whole.var.name.clone());
        let shapes = (whole.extents(), whole.extents_of_variable());
        for line in as_original(whole.name, v.pointer, original, shapes) {
            out.line(2, &line);
        }
    }
    for c in &whole.var.dynamic {
        each(out, whole, &c.place, |name| {
            let original = c.place.of(&whole.var.name, None, 0);
            let shapes = (extents(&c.bounds), own_extents(&original, c.bounds.len()));
            as_original(name, c.pointer, (!c.pointer).then_some(original), shapes)
        });
    }
}

/// Allocates with the second shape if the original exists, otherwise with the first one.
fn as_original(name: &str, pointer: bool, original: Option<String>, (usual, own): (String, String)) -> Vec<String> {
    let mut all = allocated(name, pointer, &usual, false);
    match original {
        None => all.push(format!("allocate ({name}{usual})")),
        Some(original) => all.extend([
            format!("if (allocated({original})) then"),
            format!("   allocate ({name}{own})"),
            "else".to_string(),
            format!("   allocate ({name}{usual})"),
            "end if".to_string(),
        ]),
    }
    all
}

/// A pointer is allocated anew: what it was associated with may still be in use.
fn allocated(name: &str, pointer: bool, shape: &str, exists: bool) -> Vec<String> {
    let free = (!pointer).then(|| format!("if (allocated({name})) deallocate ({name})"));
    let make = exists.then(|| format!("allocate ({name}{shape})"));
    free.into_iter().chain(make).collect()
}

/// True if the head may decide the shape of a dependent, so that its weight has to be allocated after a call of the head.
pub fn has_unknown_shape(var: &Var) -> bool {
    let is_made = is_made_by_head(var) || !var.dynamic.is_empty() && !var.variable.is_input;
    var.dependent.is_some() && is_made
}

/// Sets one leaf: to the values that the user gives, or to usual ones; an independent moves.
fn input(
    out: &mut Text,
    (subject, settings): (&Subject, &Settings),
    var: &Var,
    leaf: &Leaf,
    (notes, data): (&mut Notes, &mut Data),
) -> Result<(), String> {
    if is_made_by_head(var) {
        return Ok(());
    }
    let mut set: Vec<Setting> = vec![];
    if let Some(values) = settings.values(&leaf.key) {
        set.push(given(leaf, values, data)?);
    } else if leaf.is_number() && (leaf.is_fresh || leaf.independent || settings.mentions(&leaf.key)) {
        let (low, high) = settings.range(&leaf.key);
        set.push(Box::new(move |name| {
            let fill = |part| format!("adc_fill({}, {part}, {{n}}, {low:e}_8, {high:e}_8)", leaf.number);
            assignment(name, leaf, fill)
        }));
        if keeps_first_values(var, leaf, settings) {
            let first = leaf.place.of(&first_values(var), None, var.bounds.len());
            set.push(Box::new(move |name| {
                format!("if (adc_is_set(cmplx([{first}], kind=8))) {name} = {first}")
            }));
        }
    } else if leaf.is_fresh {
        let value = match &leaf.ty {
            VariableType::Logical(_) => ".false.".to_string(),
            VariableType::Character(_) => "' '".into(),
            _ => usual_integer(leaf, &subject.vars).to_string(),
        };
        if !var.variable.is_output {
            notes.push(format!("{} = {value}", leaf.key));
        }
        set.push(Box::new(move |name| format!("{name} = {value}")));
    }
    if leaf.independent {
        if leaf.place.loops.is_empty() {
            let number = leaf.number;
            set.push(Box::new(move |name| {
                format!("call adc_set_scale({number}, cmplx([{name}], kind=8))")
            }));
        }
        set.push(Box::new(move |name| {
            let step = |part| format!("adc_step({}, {part}, {{n}})", leaf.number);
            format!("{name} = {name} + {}", value(name, leaf, step))
        }));
    }
    if !set.is_empty() {
        each(out, Whole::variable(var), &leaf.place, |name| {
            set.iter().map(|s| s(name)).collect()
        });
    }
    Ok(())
}

/// The assignment of the values that the user gives: one for all elements, or one for each.
fn given<'a>(leaf: &'a Leaf, values: &'a [String], data: &mut Data) -> Result<Setting<'a>, String> {
    let count = leaf.len();
    let is_text = matches!(leaf.ty, VariableType::Character(_));
    let has_pieces = !leaf.place.loops.is_empty();
    let quoted = match is_text {
        true => Some(values.iter().map(|v| quoted(v)).collect::<Vec<String>>()),
        false => None,
    };
    match values {
        [_] if quoted.is_some() => {
            let text = quoted.map_or(String::new(), |all| all.concat());
            Ok(Box::new(move |name| format!("{name} = {text}")))
        }
        [one] => Ok(Box::new(move |name| format!("{name} = {one}"))),
        all if all.len() == count && (count > MOST_IN_TEXT || has_pieces) && !is_text => {
            let parts = 1 + usize::from(matches!(leaf.ty, VariableType::Complex(_)));
            for part in 0..parts {
                let numbers = all.iter().map(|v| number(v, part)).collect::<Option<Vec<f64>>>();
                let numbers = numbers.ok_or_else(|| format!("`{}` has a value that is no number", leaf.key))?;
                data.push((format!("adc_given_{}_{}", leaf.number, part + 1), numbers));
            }
            Ok(Box::new(move |name| {
                let read = |part| format!("adc_given({}, {part}, {{n}})", leaf.number);
                let numbers = value(name, leaf, read);
                match leaf.ty {
                    VariableType::Integer(k) => format!("{name} = nint({numbers}, {k})"),
                    VariableType::Logical(_) => format!("{name} = {numbers} /= 0"),
                    _ => format!("{name} = {numbers}"),
                }
            }))
        }
        all if all.len() == count && !leaf.bounds.is_empty() && !has_pieces => {
            let all = quoted.as_deref().unwrap_or(all);
            let list = format!("{}{}", constructor_type(&leaf.ty, all), all.join(", "));
            Ok(Box::new(move |name| {
                format!("{name} = reshape([{list}], shape({name}))")
            }))
        }
        all if all.len() == count => Err(format!("`{}` has several values; give one for all elements", leaf.key)),
        all => Err(format!(
            "`{}` has {count} elements, but {} values are given",
            leaf.key,
            all.len()
        )),
    }
}

/// A text as a literal; quotes may be left out.
fn quoted(text: &str) -> String {
    match text.starts_with(['\'', '"']) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
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
