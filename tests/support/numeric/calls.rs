//! The calls in drivers: of the original, for differences, and of the derivative, twice.
//!
//! Before each call of a derivative, all shadows that are not inputs, including those that no caller sees
//! ([`super::garbage`]), contain garbage: a number before the first, NaN before the second. The first call may use
//! another shape (`before` in the header). The second one counts, so that it sees the state that the first has left; if
//! both calls have the same inputs, they must give the same results (`first`). After each, the tape must be empty.

use super::driver::vector;
use super::spec::{Mode, Place, Spec};

/// Adds a formatted line. Writing to a String cannot fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write as _;
        let _ = writeln!($out, $($text)*);
    }};
}
pub(super) use line;

/// The tangent's driver.
pub fn tangent(out: &mut String, spec: &Spec) {
    line!(
        out,
        "   real(dp) :: plus({0}), minus({0})\n   integer :: k",
        spec.weights().len()
    );
    vector(out, "steps", &spec.steps);
    line!(
        out,
        "\n   call reset(0.0_dp)\n   call primal()\n   call show('original', results())"
    );
    line!(out, "   do k = 1, size(steps)");
    line!(
        out,
        "      call reset(steps(k))\n      call primal()\n      plus = results()"
    );
    line!(
        out,
        "      call reset(-steps(k))\n      call primal()\n      minus = results()"
    );
    line!(
        out,
        "      call show_difference(k, (plus - minus)/(2*steps(k)))\n   end do"
    );
    let show = |name: &str| format!("   call show('{name}', derivative())");
    twice(out, spec, &show("first"));
    line!(out, "   call show('primal', results())\n{}", show("jv"));
}

/// The call of a derivative.
pub fn derivative(spec: &Spec, mode: Mode, d: &str) -> String {
    let mut arguments = argument_list(spec);
    let result = spec.vars.iter().find(|v| v.place == Place::Result);
    let call = match (result, mode) {
        (Some(result), Mode::Tangent) => {
            // The tangent of a function is a function, and returns the value by its last argument.
            arguments.push(format!("v_{}", result.name));
            format!("t_{} = {}_{d}", result.name, spec.procedure)
        }
        (Some(result), Mode::Adjoint) => {
            arguments.push(format!("t_{}", result.name));
            format!("call {}_{d}", spec.procedure)
        }
        (None, _) => format!("call {}_{d}", spec.procedure),
    };
    format!("{call}({})", arguments.join(", &\n      "))
}

/// Calls a derivative twice, with `then` in between.
fn twice(out: &mut String, spec: &Spec, then: &str) {
    for (junk, first) in [("777.0_dp", true), ("not_a_number()", false)] {
        line!(out, "   call reset(0.0_dp)");
        for (name, value) in spec.before.iter().filter(|_| first) {
            line!(out, "   v_{name} = {value}");
        }
        line!(out, "   call spoil({junk})\n   call seed({junk})\n   call derive()");
        if first {
            line!(out, "{then}");
        }
    }
}

/// The adjoint's driver.
pub fn adjoint(out: &mut String, spec: &Spec) {
    line!(out, "\n   call adc_tape_check(.true.)");
    let empty = "   if (.not. adc_tape_empty()) bytes_left = max(1.0_dp, bytes_left, real(adc_tape_bytes(), dp))";
    line!(out, "   bytes_left = 0");
    twice(out, spec, &format!("   call show('first', gradient())\n{empty}"));
    line!(
        out,
        "   call show('jtw', gradient())\n   call show('left', left())\n{empty}"
    );
    line!(
        out,
        "   call show('tape', [bytes_left, real(adc_tape_peak_bytes(), dp)])"
    );
}

/// The arguments of a generated procedure: its shadow follows each differentiated one.
pub(super) fn argument_list(spec: &Spec) -> Vec<String> {
    let mut list = Vec::new();
    for var in spec.vars.iter().filter(|v| v.place == Place::Argument) {
        list.push(format!("v_{}", var.name));
        if var.active() {
            list.push(format!("t_{}", var.name));
        }
    }
    list
}
