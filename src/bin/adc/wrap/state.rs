//! Variables of modules and COMMON blocks, and the procedures by which C gets and sets them.
//!
//! Ignored are private variables, pointers, and derived types.

use crate::fortran::{declared, key, type_name, Text};
use adc::{Scope, Signature, Variable, VariableType};

/// A variable that C can get.
pub struct State<'a> {
    /// As [`key`] names it.
    pub key: String,
    /// As declared.
    pub variable: &'a Variable,
    /// The COMMON block, and its members in order.
    block: Option<(&'a str, &'a [Variable])>,
}

impl State<'_> {
    /// True unless only its module can set it.
    pub fn is_settable(&self) -> bool {
        !self.variable.protected
    }

    /// The name in C of the procedure for a task: `get`, `set` or `extents`.
    pub fn symbol(&self, task: &str) -> String {
        format!("adc_{task}_{}", self.key.replace('%', "__"))
    }
}

/// The variables of all signatures, each once.
pub fn all(signatures: &[Signature]) -> Vec<State<'_>> {
    let mut found: Vec<State> = vec![];
    let mut add = |variable, block| {
        let key = key(variable);
        if is_simple(variable) && !found.iter().any(|s| s.key == key) {
            found.push(State { key, variable, block });
        }
    };
    for signature in signatures {
        for v in signature.globals.iter().filter(|v| matches!(v.scope, Scope::Module(_))) {
            add(v, None);
        }
        for (name, members) in &signature.commons {
            if members.iter().all(|m| declared(m).is_some()) {
                members
                    .iter()
                    .for_each(|m| add(m, Some((name.as_str(), members.as_slice()))));
            }
        }
    }
    found
}

/// True for a type of numbers or logicals that C has.
pub fn has_c_type(ty: &VariableType) -> bool {
    match ty {
        VariableType::Real(k) | VariableType::Complex(k) => matches!(k, 4 | 8),
        VariableType::Integer(k) | VariableType::Logical(k) => matches!(k, 1 | 2 | 4 | 8),
        _ => false,
    }
}

fn is_simple(v: &Variable) -> bool {
    let may_be_missing = v.pointer || v.allocatable && v.dimensions.is_empty();
    has_c_type(&v.ty) && !v.private && !may_be_missing
}

/// Writes the procedures for one variable.
pub fn procedures(out: &mut Text, number: usize, s: &State) {
    let rank = s.variable.dimensions.len();
    let exists = if s.variable.allocatable {
        "if (allocated(adc_v)) "
    } else {
        ""
    };
    if rank > 0 {
        begin(out, s, ("extents", number), "adc_n");
        out.line(2, &format!("integer(8), intent(out) :: adc_n({rank})"));
        out.line(2, "adc_n = -1");
        out.line(2, &format!("{exists}adc_n = shape(adc_v, 8)"));
        end(out, "extents", number);
    }
    let (dimension, of_v) = match rank {
        0 => ("", "adc_v"),
        _ => ("(*)", "reshape(adc_v, [size(adc_v, kind=8)])"),
    };
    let target = if rank == 0 {
        "adc_x"
    } else {
        "adc_x(:size(adc_v, kind=8))"
    };
    begin(out, s, ("get", number), "adc_x");
    out.line(
        2,
        &format!("{}, intent(inout) :: adc_x{dimension}", type_name(&s.variable.ty)),
    );
    out.line(2, &format!("{exists}{target} = {of_v}"));
    end(out, "get", number);
    if s.is_settable() {
        set(out, number, s, (dimension, target));
    }
}

fn set(out: &mut Text, number: usize, s: &State, (dimension, target): (&str, &str)) {
    let v = s.variable;
    let rank = v.dimensions.len();
    begin(
        out,
        s,
        ("set", number),
        if v.allocatable { "adc_x, adc_n" } else { "adc_x" },
    );
    out.line(2, &format!("{}, intent(in) :: adc_x{dimension}", type_name(&v.ty)));
    if v.allocatable {
        let extents: Vec<String> = (1..=rank).map(|d| format!("adc_n({d})")).collect();
        out.line(2, &format!("integer(8), intent(in) :: adc_n({rank})"));
        out.line(2, "if (allocated(adc_v)) then");
        out.line(3, "if (any(shape(adc_v, 8) /= adc_n)) deallocate (adc_v)");
        out.line(2, "end if");
        out.line(2, "if (any(adc_n < 0)) return");
        out.line(
            2,
            &format!("if (.not. allocated(adc_v)) allocate (adc_v({}))", extents.join(", ")),
        );
    }
    match rank {
        0 => out.line(2, "adc_v = adc_x"),
        _ => out.line(2, &format!("adc_v = reshape({target}, shape(adc_v))")),
    }
    end(out, "set", number);
}

/// The first lines, in which the variable is `adc_v`.
fn begin(out: &mut Text, s: &State, (task, number): (&str, usize), arguments: &str) {
    let symbol = s.symbol(task);
    out.line(
        0,
        &format!("subroutine adc_{task}_{number}({arguments}) bind(c, name='{symbol}')"),
    );
    if let Scope::Module(module) = &s.variable.scope {
        out.line(2, &format!("use {module}, only: adc_v => {}", s.variable.name));
    }
    out.line(2, "implicit none");
    if let Some((block, members)) = s.block {
        let mut names = vec![];
        for (k, member) in members.iter().enumerate() {
            let is_it = key(member) == s.key;
            let name = if is_it {
                "adc_v".to_string()
            } else {
                format!("adc_m{k}")
            };
            if let Some((ty, shape)) = declared(member) {
                out.line(2, &format!("{ty} :: {name}{shape}"));
            }
            names.push(name);
        }
        out.line(2, &format!("common /{block}/ {}", names.join(", ")));
    }
}

fn end(out: &mut Text, task: &str, number: usize) {
    out.line(0, &format!("end subroutine adc_{task}_{number}"));
}
