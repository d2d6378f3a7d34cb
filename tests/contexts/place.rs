//! Storage of the variables with which a head is called: their declarations, their creation, and their designators.

use super::context::Storage;
use crate::support::numeric::driver::{bounds, type_name};
use crate::support::numeric::spec::{Kind, Var};

/// The variables of a storage.
#[derive(Default)]
pub struct Place {
    /// The designator of each variable.
    pub names: Vec<String>,
    /// Definitions of types.
    pub types: Vec<String>,
    /// Declarations of the module.
    pub shared: Vec<String>,
    /// Declarations of the caller.
    pub decls: Vec<String>,
    /// Statements that create them.
    pub before: Vec<String>,
    /// Statements that release them.
    pub after: Vec<String>,
}

/// `:` for each dimension.
fn deferred(v: &Var) -> String {
    match v.shape.len() {
        0 => String::new(),
        rank => format!("({})", vec![":"; rank].join(", ")),
    }
}

/// One text for each dimension, in parentheses; nothing for a scalar.
fn dims(v: &Var, text: impl Fn(i64) -> String) -> String {
    let each: Vec<String> = v
        .shape
        .iter()
        .map(|(low, high)| text((high - low + 1).max(0)))
        .collect();
    match each.is_empty() {
        true => String::new(),
        false => format!("({})", each.join(", ")),
    }
}

/// A definition of a type that has a component for each variable.
fn record(vars: &[Var], attribute: &str) -> Vec<String> {
    let component = |(i, v): (usize, &Var)| {
        let shape = if attribute.is_empty() { bounds(v) } else { deferred(v) };
        format!("{}{attribute} :: c{}{shape}", type_name(v), i + 1)
    };
    let inner = vars.iter().enumerate().map(component);
    ["type cx_t".to_string()]
        .into_iter()
        .chain(inner)
        .chain(["end type".to_string()])
        .collect()
}

/// Name of the COMMON block for variables of this kind.
fn block(v: &Var) -> &'static str {
    match v.kind {
        Kind::Real(_) => "cx_real",
        Kind::Complex(_) => "cx_complex",
        Kind::Integer(_) | Kind::Logical => "cx_whole",
        Kind::Character => "cx_text",
    }
}

/// Places for variables; those of a second set have other names. `again`: they are created more than once.
pub fn places(storage: Storage, vars: &[Var], set: char, again: bool) -> Place {
    let mut p = Place::default();
    let with = |attribute: &str| {
        let one = |(i, v): (usize, &Var)| format!("{}{attribute} :: {set}{}{}", type_name(v), i + 1, bounds(v));
        vars.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    let dynamic = |attribute: &str| {
        let one = |(i, v): (usize, &Var)| format!("{}, {attribute} :: {set}{}{}", type_name(v), i + 1, deferred(v));
        vars.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    let plain: Vec<String> = (1..=vars.len()).map(|i| format!("{set}{i}")).collect();
    let each = |statement: &str, end: &str, names: &[String], sized: bool| -> Vec<String> {
        let one =
            |(n, v): (&String, &Var)| format!("{statement}{n}{}{end}", if sized { bounds(v) } else { String::new() });
        names.iter().zip(vars).map(one).collect()
    };
    p.names.clone_from(&plain);
    match storage {
        Storage::Local => p.decls = with(""),
        Storage::Argument => p.names = (1..=vars.len()).map(|i| format!("a{i}")).collect(),
        Storage::Saved => p.decls = with(", save"),
        Storage::Module => p.shared = with(""),
        Storage::ModuleAllocatable => {
            p.shared = dynamic("allocatable");
            // variables that are released each time, and variables that stay for the next call
            for (n, v) in plain.iter().zip(vars) {
                p.before
                    .push(format!("if (.not. allocated({n})) allocate ({n}{})", bounds(v)));
            }
            let some: Vec<String> = plain.iter().step_by(2).cloned().collect();
            p.after = some.iter().map(|n| format!("deallocate ({n})")).collect();
        }
        Storage::Common => {
            p.decls = with("");
            for name in ["cx_real", "cx_complex", "cx_whole", "cx_text"] {
                let inside: Vec<&str> = plain
                    .iter()
                    .zip(vars)
                    .filter(|(_, v)| block(v) == name)
                    .map(|(n, _)| n.as_str())
                    .collect();
                if !inside.is_empty() {
                    p.decls.push(format!("common /{name}{set}/ {}", inside.join(", ")));
                }
            }
        }
        Storage::Component | Storage::Record => {
            p.types = record(vars, "");
            let element = storage == Storage::Record;
            p.decls
                .push(format!("type(cx_t) :: r{set}{}", if element { "(3)" } else { "" }));
            let base = format!("r{set}{}", if element { "(2)" } else { "" });
            p.names = (1..=vars.len()).map(|i| format!("{base}%c{i}")).collect();
        }
        Storage::AllocatableComponent | Storage::PointerComponent => {
            let pointer = storage == Storage::PointerComponent;
            p.types = record(vars, if pointer { ", pointer" } else { ", allocatable" });
            p.decls.push(format!("type(cx_t) :: r{set}"));
            p.names = (1..=vars.len()).map(|i| format!("r{set}%c{i}")).collect();
            p.before = each("allocate (", ")", &p.names, true);
            if pointer || again {
                p.after = each("deallocate (", ")", &p.names, false);
            }
        }
        Storage::ArrayOfRecords => {
            for (i, v) in vars.iter().enumerate() {
                let n = i + 1;
                let (kind, shape) = (type_name(v), dims(v, |e| e.max(1).to_string()));
                p.types.extend([
                    format!("type cx_t{n}"),
                    "integer :: tag".into(),
                    format!("{kind} :: v"),
                    "end type".into(),
                ]);
                p.decls.push(format!("type(cx_t{n}) :: {set}{n}{shape}"));
                p.names[i] = format!("{set}{n}{}%v", dims(v, |e| format!("1:{e}")));
            }
        }
        Storage::Allocatable => {
            p.decls = dynamic("allocatable");
            p.before = each("allocate (", ")", &plain, true);
            p.after = each("deallocate (", ")", &plain, false)
                .into_iter()
                .step_by(if again { 1 } else { 2 })
                .collect();
        }
        Storage::Pointer => {
            p.decls = dynamic("pointer");
            p.before = each("allocate (", ")", &plain, true);
            p.after = each("deallocate (", ")", &plain, false);
        }
        Storage::Target => {
            p.decls = dynamic("pointer");
            for (i, v) in vars.iter().enumerate() {
                p.decls
                    .push(format!("{}, target :: q{set}{}{}", type_name(v), i + 1, bounds(v)));
                p.before.push(format!("{set}{0} => q{set}{0}", i + 1));
            }
        }
        Storage::Strided | Storage::Block | Storage::Reversed => {
            for (i, v) in vars.iter().enumerate() {
                let n = i + 1;
                let (shape, section) = match storage {
                    Storage::Strided => (
                        dims(v, |e| (2 * e + 1).to_string()),
                        dims(v, |e| format!("2:{}:2", 2 * e)),
                    ),
                    Storage::Block => (dims(v, |e| (e + 3).to_string()), dims(v, |e| format!("2:{}", e + 1))),
                    _ => (dims(v, |e| e.to_string()), dims(v, |e| format!("{e}:1:-1"))),
                };
                let scalar = v.shape.is_empty();
                p.decls.push(format!(
                    "{} :: {set}{n}{}",
                    type_name(v),
                    if scalar { "(3)" } else { &shape }
                ));
                p.names[i] = format!("{set}{n}{}", if scalar { "(2)" } else { &section });
            }
        }
    }
    p
}
