//! Generates the Fortran driver of a fixture for one mode.
//!
//! A driver is a subroutine. It has two variables for each variable: `v_x`, the value, and `t_x`, its shadow. The
//! tangent's driver prints the vectors `original`, `difference1`..., `primal` and `jv`; the adjoint's prints `jtw`,
//! `left` (the shadows of variables that are only dependent, which must be zero) and `tape` (bytes left on the tape,
//! and the peak).
//! Derivatives are called twice ([`calls`]).

use super::blocks::{common, primal_common};
use super::calls::{self, line};
use super::garbage;
use super::spec::{Kind, Mode, Place, Spec, Var};

/// A derivative that a driver calls.
pub struct Derived<'a> {
    /// The suffix of its names.
    pub suffix: &'a str,
    /// The text of its file, which determines the members of the shadow of a COMMON block.
    pub text: &'a str,
}

/// True if derivatives of one mode can share a driver: all their shadows are variables of the driver.
pub fn is_shared(spec: &Spec) -> bool {
    let outside = |v: &Var| matches!(v.place, Place::Module(_) | Place::Common(_));
    !spec.vars.iter().any(|v| v.active() && outside(v))
}

/// The text of a driver as the subroutine `drive_SUFFIX(which)`, with the suffix of the first derivative. `which` is the
/// suffix of the one that it calls: at -O0 and with all checks, a driver takes gfortran as long as a derivative.
pub fn write(spec: &Spec, mode: Mode, all: &[Derived]) -> String {
    let first = &all[0];
    let mut out = format!("subroutine drive_{}(which)\n", first.suffix);
    uses(&mut out, spec, mode, first.suffix, first.text);
    for other in &all[1..] {
        uses_of_derivatives(&mut out, spec, other.suffix, other.suffix, other.text);
    }
    out.push_str("   use driver_tools, only: dp, not_a_number, show, show_difference\n   implicit none\n");
    out.push_str("   character(len=*), intent(in) :: which\n");
    declarations(&mut out, spec, mode, first.suffix, first.text);
    for other in &all[1..] {
        external(&mut out, spec, mode, other.suffix);
    }
    vector(&mut out, "point", &spec.point());
    vector(&mut out, "direction", &spec.direction());
    vector(&mut out, "weights", &spec.weights());
    match mode {
        Mode::Tangent => calls::tangent(&mut out, spec),
        Mode::Adjoint => calls::adjoint(&mut out, spec),
    }
    out.push_str("\ncontains\n\n");
    reset(&mut out, spec);
    if mode == Mode::Tangent {
        primal(&mut out, spec);
        pack(&mut out, "results", 'v', spec, |v| v.dependent);
        pack(&mut out, "derivative", 't', spec, |v| v.dependent);
        seed(&mut out, spec, "direction", |v| v.independent);
    } else {
        pack(&mut out, "gradient", 't', spec, |v| v.independent);
        pack(&mut out, "left", 't', spec, |v| v.dependent && !v.independent);
        seed(&mut out, spec, "weights", |v| v.dependent);
    }
    chosen(&mut out, "derive()", all, |d| calls::derivative(spec, mode, d.suffix));
    chosen(&mut out, "spoil(junk)", all, |d| {
        format!("call spoil_{}(junk)", d.suffix)
    });
    for d in all {
        out.push_str(&garbage::spoil_named(
            &format!("spoil_{}", d.suffix),
            d.text,
            d.suffix,
            d.suffix,
        ));
    }
    out.push_str(&format!("end subroutine drive_{}\n", first.suffix));
    out
}

/// A subroutine that does something for the derivative that is chosen.
fn chosen(out: &mut String, head: &str, all: &[Derived], action: impl Fn(&Derived) -> String) {
    line!(out, "   subroutine {head}");
    if head.contains("junk") {
        line!(out, "      real(dp), intent(in) :: junk");
    }
    match all {
        [one] => line!(out, "      {}", action(one)),
        _ => {
            line!(out, "      select case (which)");
            for d in all {
                line!(out, "      case ('{}')\n         {}", d.suffix, action(d));
            }
            line!(out, "      end select");
        }
    }
    let name = head.split('(').next().unwrap_or(head);
    line!(out, "   end subroutine {name}\n");
}

/// The module of the generated file that contains the derivatives of a module: a new one, or the module itself,
/// enlarged.
pub(super) fn derivative_module(module: &str, d: &str, generated: &str) -> String {
    let enlarged = generated
        .lines()
        .any(|l| l.trim().to_ascii_lowercase() == format!("module {}", module.to_ascii_lowercase()));
    if enlarged {
        module.to_owned()
    } else {
        format!("{module}_{d}")
    }
}

pub(super) fn uses(out: &mut String, spec: &Spec, mode: Mode, d: &str, generated: &str) {
    if let Some(module) = &spec.module {
        if mode == Mode::Tangent {
            line!(out, "   use {module}, only: {}", spec.procedure);
        }
    }
    uses_of_derivatives(out, spec, d, d, generated);
}

/// The derivative and the shadows of modules, with the suffixes of units and of shadows.
pub(super) fn uses_of_derivatives(out: &mut String, spec: &Spec, d: &str, shadow: &str, generated: &str) {
    if let Some(module) = &spec.module {
        let derivatives = derivative_module(module, d, generated);
        line!(out, "   use {derivatives}, only: {}_{d}", spec.procedure);
    }
    for var in &spec.vars {
        if let Place::Module(module) = &var.place {
            line!(out, "   use {module}, only: v_{0} => {0}", var.name);
            if var.active() {
                let derivatives = derivative_module(module, d, generated);
                line!(out, "   use {derivatives}, only: t_{0} => {0}{shadow}", var.name);
            }
        }
    }
}

pub(super) fn declarations(out: &mut String, spec: &Spec, mode: Mode, d: &str, generated: &str) {
    if mode == Mode::Tangent && spec.module.is_none() {
        line!(out, "   {} {}", returns(spec), spec.procedure);
    }
    external(out, spec, mode, d);
    for var in spec.vars.iter().filter(|v| !matches!(v.place, Place::Module(_))) {
        let declared = |prefix: &str| format!("   {} :: {prefix}_{}{}", type_name(var), var.name, bounds(var));
        line!(out, "{}", declared("v"));
        if var.active() {
            line!(out, "{}", declared("t"));
        }
    }
    let mut blocks: Vec<&String> = Vec::new();
    for var in &spec.vars {
        if let Place::Common(block) = &var.place {
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
    }
    for block in blocks {
        primal_common(out, spec, block);
        common(out, spec, block, (&format!("{block}_{d}"), d, 't'), generated);
    }
    if mode == Mode::Adjoint {
        line!(out, "   logical, external :: adc_tape_empty");
        line!(
            out,
            "   integer(selected_int_kind(18)), external :: adc_tape_bytes, adc_tape_peak_bytes"
        );
        line!(out, "   real(dp) :: bytes_left");
    }
}

/// Declares a derivative that belongs to no module.
fn external(out: &mut String, spec: &Spec, mode: Mode, d: &str) {
    let returns = match mode {
        Mode::Tangent => returns(spec),
        Mode::Adjoint => "external ::".to_owned(),
    };
    if spec.module.is_none() {
        line!(out, "   {returns} {}_{d}", spec.procedure);
    }
}

/// The attributes of the head.
fn returns(spec: &Spec) -> String {
    let result = spec.vars.iter().find(|v| v.place == Place::Result);
    result.map_or("external ::".to_owned(), |r| format!("{}, external ::", type_name(r)))
}

pub fn type_name(var: &Var) -> String {
    match var.kind {
        Kind::Real(k) => format!("real({k})"),
        Kind::Complex(k) => format!("complex({k})"),
        Kind::Integer(0) => "integer".to_owned(),
        Kind::Integer(k) => format!("integer({k})"),
        Kind::Logical => "logical".to_owned(),
        Kind::Character => {
            let longest = var.values.iter().map(|v| v.trim_matches('\'').len()).max();
            format!("character(len={})", longest.unwrap_or(1).max(1))
        }
    }
}

pub fn bounds(var: &Var) -> String {
    if var.shape.is_empty() {
        return String::new();
    }
    let dims: Vec<String> = var.shape.iter().map(|(low, high)| format!("{low}:{high}")).collect();
    format!("({})", dims.join(","))
}

/// Declares a vector of constants.
pub(super) fn vector(out: &mut String, name: &str, values: &[f64]) {
    let list: Vec<String> = values.iter().map(|v| format!("{v:.17e}_dp")).collect();
    line!(
        out,
        "   real(dp), parameter :: {name}({}) = [real(dp) :: &\n      {}]",
        values.len(),
        list.join(", &\n      ")
    );
}

/// `reset(h)` gives each variable its first value; the independents move by h along the direction.
pub(super) fn reset(out: &mut String, spec: &Spec) {
    line!(
        out,
        "   subroutine reset(h)\n      real(dp), intent(in) :: h\n      real(dp) :: x({})",
        spec.point().len()
    );
    line!(out, "      x = point + h*direction");
    let mut at = 0;
    for var in &spec.vars {
        if var.independent {
            line!(out, "      {}", unpacked('v', var, "x", at));
            at += var.reals();
            continue;
        }
        let empty = match var.kind {
            Kind::Logical => ".false.",
            Kind::Character => "' '",
            Kind::Real(_) | Kind::Complex(_) | Kind::Integer(_) => "0",
        };
        let value = match (var.values.as_slice(), var.kind) {
            ([], _) => empty.to_owned(),
            ([one], _) => one.clone(),
            (all, Kind::Character) => reshaped(var, &format!("{} :: {}", type_name(var), all.join(", "))),
            (all, _) => reshaped(var, &all.join(", ")),
        };
        line!(out, "      v_{} = {value}", var.name);
    }
    line!(out, "   end subroutine reset\n");
}

fn reshaped(var: &Var, list: &str) -> String {
    format!("reshape([{list}], shape(v_{}))", var.name)
}

/// An assignment to `v_x` or `t_x` from a piece of a real vector.
pub(super) fn unpacked(prefix: char, var: &Var, from: &str, at: usize) -> String {
    let value = value_from(prefix, var, from, at);
    value.map_or_else(String::new, |v| format!("{prefix}_{} = {v}", var.name))
}

/// The value of a variable of numbers from a piece of a real vector, in the shape of `v_x` or `t_x`.
pub(super) fn value_from(prefix: char, var: &Var, from: &str, at: usize) -> Option<String> {
    let n = var.len();
    let piece = |part: usize| format!("{from}({}:{})", at + part * n + 1, at + (part + 1) * n);
    let value = match var.kind {
        Kind::Complex(k) => format!("cmplx({}, {}, {k})", piece(0), piece(1)),
        Kind::Real(k) => format!("real({}, {k})", piece(0)),
        Kind::Integer(_) | Kind::Logical | Kind::Character => return None,
    };
    Some(match var.shape.is_empty() {
        true => format!("sum({value})"),
        false => format!("reshape({value}, shape({prefix}_{}))", var.name),
    })
}

/// A function that returns chosen variables as one real vector.
pub(super) fn pack(out: &mut String, name: &str, prefix: char, spec: &Spec, chosen: impl Fn(&Var) -> bool) {
    line!(out, "   function {name}() result(all)");
    packed(out, name, spec, chosen, |v| format!("{prefix}_{}", v.name));
}

/// The rest of such a function, for the designators of the variables.
pub(super) fn packed(
    out: &mut String,
    name: &str,
    spec: &Spec,
    chosen: impl Fn(&Var) -> bool,
    designator: impl Fn(&Var) -> String,
) {
    let vars: Vec<&Var> = spec.vars.iter().filter(|v| chosen(v)).collect();
    let total: usize = vars.iter().map(|v| v.reals()).sum();
    line!(out, "      real(dp) :: all({total})");
    let mut at = 0;
    for var in vars {
        let n = var.len();
        // `real` of a complex keeps its kind; of a real(8) it would round.
        let parts: &[&str] = if matches!(var.kind, Kind::Complex(_)) {
            &["real", "aimag"]
        } else {
            &[""]
        };
        for part in parts {
            let value = format!("real({part}({}), dp)", designator(var));
            let value = if var.shape.is_empty() {
                value
            } else {
                format!("reshape({value}, [{n}])")
            };
            line!(out, "      all({}:{}) = {value}", at + 1, at + n);
            at += n;
        }
    }
    line!(out, "   end function {name}\n");
}

/// `seed(junk)` gives the shadows their values on entry: the chosen ones a piece of the vector, the others garbage.
pub(super) fn seed(out: &mut String, spec: &Spec, from: &str, chosen: impl Fn(&Var) -> bool) {
    line!(out, "   subroutine seed(junk)\n      real(dp), intent(in) :: junk");
    let mut at = 0;
    for var in spec.vars.iter().filter(|v| v.active()) {
        if chosen(var) {
            line!(out, "      {}", unpacked('t', var, from, at));
            at += var.reals();
        } else {
            line!(out, "      t_{} = junk", var.name);
        }
    }
    line!(out, "   end subroutine seed\n");
}

fn primal(out: &mut String, spec: &Spec) {
    let arguments: Vec<String> = spec
        .vars
        .iter()
        .filter(|v| v.place == Place::Argument)
        .map(|v| format!("v_{}", v.name))
        .collect();
    let call = match spec.vars.iter().find(|v| v.place == Place::Result) {
        Some(result) => format!(
            "v_{} = {}({})",
            result.name,
            spec.procedure,
            arguments.join(", &\n         ")
        ),
        None => format!("call {}({})", spec.procedure, arguments.join(", &\n         ")),
    };
    line!(out, "   subroutine primal()\n      {call}\n   end subroutine primal\n");
}
