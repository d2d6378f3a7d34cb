//! Drivers for derivatives in many directions.

use super::{factor, COUNTS};
use crate::support::numeric::calls::{argument_list, line};
use crate::support::numeric::driver::{self, bounds, packed, type_name, uses_of_derivatives, value_from, vector};
use crate::support::numeric::spec::{Mode, Place, Spec, Var};

/// The driver, as the subroutine `drive_dv` or `drive_bv`.
pub fn write(spec: &Spec, mode: Mode, generated: &str) -> String {
    let d = format!("{}v", mode.letter());
    let mut out = format!("subroutine drive_{d}\n");
    uses(&mut out, spec, mode, &d, generated);
    out.push_str("   use driver_tools, only: dp, not_a_number, show\n   implicit none\n");
    let counts: Vec<String> = COUNTS.iter().map(usize::to_string).collect();
    line!(
        out,
        "   integer, parameter :: counts({}) = [{}]\n   integer :: k, c, nd",
        counts.len(),
        counts.join(", ")
    );
    let factors: Vec<f64> = (1..=COUNTS.iter().max().copied().unwrap_or(1)).map(factor).collect();
    vector(&mut out, "factor", &factors);
    vector(&mut out, "point", &spec.point());
    vector(&mut out, "direction", &spec.direction());
    vector(&mut out, "weights", &spec.weights());
    declarations(&mut out, spec, mode);
    if mode == Mode::Adjoint {
        out.push_str("   call adc_tape_check(.true.)\n");
    }
    out.push_str("   do c = 1, size(counts)\n   nd = counts(c)\n");
    for (junk, first) in [("777.0_dp", true), ("not_a_number()", false)] {
        line!(out, "   call reset(0.0_dp)");
        for (name, value) in spec.before.iter().filter(|_| first) {
            line!(out, "   v_{name} = {value}");
        }
        line!(
            out,
            "   call seed({junk})\n   call {}_{d}({})",
            spec.procedure,
            arguments(spec, mode)
        );
        let name = match (first, mode) {
            (true, _) => "first",
            (false, Mode::Tangent) => "jv",
            (false, Mode::Adjoint) => "jtw",
        };
        line!(
            out,
            "   do k = 1, nd\n      call tell('{name}', derivative(k), k)\n   end do"
        );
    }
    match mode {
        Mode::Tangent => line!(out, "   call tell('primal', results(), 0)"),
        Mode::Adjoint => {
            line!(out, "   call tell('left', left(), 0)");
            line!(out, "   call tell('tape', [real(adc_tape_bytes(), dp)], 0)");
        }
    }
    out.push_str("   end do\n\ncontains\n\n");
    driver::reset(&mut out, spec);
    let (chosen, from): (fn(&Var) -> bool, _) = match mode {
        Mode::Tangent => (|v| v.independent, "direction"),
        Mode::Adjoint => (|v| v.dependent, "weights"),
    };
    seed(&mut out, spec, from, chosen);
    let set: fn(&Var) -> bool = match mode {
        Mode::Tangent => |v| v.dependent,
        Mode::Adjoint => |v| v.independent,
    };
    pack(&mut out, "derivative", spec, set);
    match mode {
        Mode::Tangent => driver::pack(&mut out, "results", 'v', spec, |v| v.dependent),
        Mode::Adjoint => pack_left(&mut out, spec),
    }
    out.push_str(TELL);
    line!(out, "end subroutine drive_{d}");
    out
}

/// Shows a vector under a name with the direction and the number of directions.
const TELL: &str = "
   subroutine tell(name, values, k)
      character(len=*), intent(in) :: name
      real(dp), intent(in) :: values(:)
      integer, intent(in) :: k
      character(len=40) :: full
      write (full, '(a,i0,a,i0)') name, k, 'of', nd
      call show(trim(full), values)
   end subroutine tell
";

fn uses(out: &mut String, spec: &Spec, mode: Mode, d: &str, generated: &str) {
    let letter = mode.letter().to_string();
    uses_of_derivatives(out, spec, d, &letter, generated);
    for var in &spec.vars {
        if let Place::Common(block) = &var.place {
            if var.active() {
                line!(out, "   use {block}_{d}, only: t_{0} => {0}{letter}", var.name);
            }
        }
    }
}

fn declarations(out: &mut String, spec: &Spec, mode: Mode) {
    if spec.module.is_none() {
        line!(out, "   external :: {}_{}v", spec.procedure, mode.letter());
    }
    let mut blocks: Vec<(&String, Vec<String>)> = vec![];
    for var in &spec.vars {
        if !matches!(var.place, Place::Module(_)) {
            line!(out, "   {} :: v_{}{}", type_name(var), var.name, bounds(var));
        }
        if let Place::Common(block) = &var.place {
            let name = format!("v_{}", var.name);
            match blocks.iter_mut().find(|b| b.0 == block) {
                Some(known) => known.1.push(name),
                None => blocks.push((block, vec![name])),
            }
        } else if var.active() && !matches!(var.place, Place::Module(_)) {
            let dims: String = var.shape.iter().map(|_| ",:").collect();
            line!(out, "   {}, allocatable :: t_{}(:{dims})", type_name(var), var.name);
        }
    }
    for (block, names) in blocks {
        line!(out, "   common /{block}/ {}", names.join(", "));
    }
    if mode == Mode::Adjoint {
        out.push_str("   integer(selected_int_kind(18)), external :: adc_tape_bytes\n");
    }
}

/// The shape of a shadow.
fn shape(var: &Var) -> String {
    match bounds(var).strip_prefix('(') {
        Some(rest) => format!("(nd,{rest}"),
        None => "(nd)".into(),
    }
}

fn arguments(spec: &Spec, mode: Mode) -> String {
    let mut list = argument_list(spec);
    if let Some(result) = spec.vars.iter().find(|v| v.place == Place::Result) {
        if mode == Mode::Tangent {
            list.push(format!("v_{}", result.name));
        }
        list.push(format!("t_{}", result.name));
    }
    list.push("nd".into());
    list.join(", &\n      ")
}

/// `t_x(k,:,:)`.
fn part(var: &Var) -> String {
    let rest: String = var.shape.iter().map(|_| ",:").collect();
    format!("t_{}(k{rest})", var.name)
}

/// `seed(junk)` gives the shadows their values on entry. Shadows of globals are allocated.
fn seed(out: &mut String, spec: &Spec, from: &str, chosen: impl Fn(&Var) -> bool) {
    line!(
        out,
        "   subroutine seed(junk)\n      real(dp), intent(in) :: junk\n      integer :: k"
    );
    for var in spec.vars.iter().filter(|v| v.active()) {
        line!(
            out,
            "      if (allocated(t_{0})) deallocate(t_{0})\n      allocate(t_{0}{1})",
            var.name,
            shape(var)
        );
    }
    out.push_str("      do k = 1, nd\n");
    let mut at = 0;
    for var in spec.vars.iter().filter(|v| v.active()) {
        if chosen(var) {
            let value = value_from('v', var, &format!("factor(k)*{from}"), at).unwrap_or_default();
            line!(out, "         {} = {value}", part(var));
            at += var.reals();
        } else {
            line!(out, "         {} = junk", part(var));
        }
    }
    line!(out, "      end do\n   end subroutine seed\n");
}

/// A function that returns the shadows of chosen variables in one direction as one real vector.
fn pack(out: &mut String, name: &str, spec: &Spec, chosen: impl Fn(&Var) -> bool) {
    line!(out, "   function {name}(k) result(all)\n      integer, intent(in) :: k");
    packed(out, name, spec, chosen, part);
}

/// The shadows of variables that are only dependent, for all weights.
fn pack_left(out: &mut String, spec: &Spec) {
    pack(out, "left_of", spec, |v| v.dependent && !v.independent);
    out.push_str("   function left() result(all)\n      real(dp), allocatable :: all(:)\n      integer :: k\n");
    out.push_str("      all = [(left_of(k), k = 1, nd)]\n   end function left\n\n");
}
