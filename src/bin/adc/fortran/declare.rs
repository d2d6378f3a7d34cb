//! Declarations of a program's variables and procedures in text that `adc` writes to call them.

use super::text::Text;
use adc::{Dimension, Procedure, Scope, Variable, VariableType};

/// Inclusive bounds of one dimension.
pub type Bounds = (i64, i64);

/// The user's name of a variable, in lower case: `x`, `model%kappa`.
pub fn key(v: &Variable) -> String {
    let name = v.name.to_ascii_lowercase();
    match &v.scope {
        Scope::Module(m) | Scope::Common(m) => format!("{}%{name}", m.to_ascii_lowercase()),
        _ => name,
    }
}

/// The name of a derived type in text that declares variables of it.
pub fn local_type(module: &str, name: &str) -> String {
    let short: String = format!("{module}_{name}").chars().take(50).collect();
    format!("type_{short}")
}

/// The interface of an external procedure; `result_shape` is the shape of an array that is its result.
pub fn interface(out: &mut Text, p: &Procedure, result_shape: &str) {
    let names: Vec<&str> = p.arguments.iter().map(|a| a.name.as_str()).collect();
    let (word, result) = match &p.result {
        Some(r) => ("function", format!(" result({})", result_name(p, r))),
        None => ("subroutine", String::new()),
    };
    out.line(1, "interface");
    out.line(2, &format!("{word} {}({}){result}", p.name, names.join(", ")));
    let all = p.arguments.iter().chain(&p.result);
    if all.clone().any(|v| matches!(v.ty, VariableType::Derived(_))) {
        out.line(3, "import");
    }
    for a in &p.arguments {
        out.line(3, &format!("{} :: {}{}", attributes(a), a.name, shape_of_dummy(a)));
    }
    if let Some(r) = &p.result {
        let shape = match r.allocatable || r.pointer {
            true => deferred(r),
            false => result_shape.to_string(),
        };
        out.line(3, &format!("{} :: {}{shape}", attributes(r), result_name(p, r)));
    }
    out.line(2, &format!("end {word} {}", p.name));
    out.line(1, "end interface");
}

/// The name of the result in an interface: RESULT needs another one than that of the function.
fn result_name(p: &Procedure, result: &Variable) -> String {
    match result.name.eq_ignore_ascii_case(&p.name) {
        true => "adc_result".into(),
        false => result.name.clone(),
    }
}

fn attributes(v: &Variable) -> String {
    let flags = [
        (v.allocatable, ", allocatable"),
        (v.pointer, ", pointer"),
        (v.target, ", target"),
        (v.optional, ", optional"),
        (v.value, ", value"),
    ];
    let given = flags.iter().filter(|f| f.0).map(|f| f.1);
    format!("{}{}", type_name(&v.ty), given.collect::<String>())
}

/// The shape of a dummy argument: what callers need of it.
fn shape_of_dummy(v: &Variable) -> String {
    match v.dimensions.first() {
        None => String::new(),
        Some(Dimension::Explicit(..) | Dimension::AssumedSize(_)) => "(*)".into(),
        Some(_) => deferred(v),
    }
}

/// `(:, :)` for rank 2.
pub fn deferred(v: &Variable) -> String {
    match v.dimensions.len() {
        0 => String::new(),
        n => format!("({})", vec![":"; n].join(", ")),
    }
}

/// The bounds of an array as a declaration has them.
pub fn extents(bounds: &[Bounds]) -> String {
    if bounds.is_empty() {
        return String::new();
    }
    let all: Vec<String> = bounds.iter().map(|(low, high)| format!("{low}:{high}")).collect();
    format!("({})", all.join(", "))
}

/// The declaration of a type.
pub fn type_name(ty: &VariableType) -> String {
    match ty {
        VariableType::Real(k) => format!("real({k})"),
        VariableType::Complex(k) => format!("complex({k})"),
        VariableType::Integer(k) => format!("integer({k})"),
        VariableType::Logical(k) => format!("logical({k})"),
        VariableType::Character(_) => "character(len=*)".into(),
        VariableType::Derived(t) => {
            let module = t.module.clone().unwrap_or_default();
            format!("type({})", local_type(&module, &t.name))
        }
        // refused before
        _ => String::new(),
    }
}

/// The type of a dummy argument for values; none for a type that is no type of the language.
pub fn type_of_dummy(ty: &VariableType) -> Option<String> {
    match ty {
        VariableType::Derived(_) => None,
        other => Some(type_name(other)).filter(|name| !name.is_empty()),
    }
}

/// The type and the shape of a member of a COMMON block, if constants determine them.
pub fn declared(v: &Variable) -> Option<(String, String)> {
    let bounds: Option<Vec<Bounds>> = v.dimensions.iter().map(constant_bounds).collect();
    let ty = match &v.ty {
        VariableType::Character(size) => format!("character(len={})", size.as_ref()?.value(&|_| None)?),
        other => type_of_dummy(other)?,
    };
    Some((ty, extents(&bounds?)))
}

/// The bounds of a dimension, if constants determine them.
pub fn constant_bounds(d: &Dimension) -> Option<Bounds> {
    match d {
        Dimension::Explicit(low, high) => Some((low.value(&|_| None)?, high.value(&|_| None)?)),
        _ => None,
    }
}
