//! The calls of the head and of its derivatives.

use crate::check::subject::Subject;
use crate::fortran::Text;
use adc::{Procedure, Scope, Signature};

/// Procedures of the driver that prepare inputs, call, and put results.
pub fn all(out: &mut Text, subject: &Subject) -> Result<(), String> {
    let head = &subject.tangent.head;
    out.line(1, "subroutine adc_primal()");
    out.line(2, "call adc_set_inputs()");
    timed(out, &call(subject, head, None)?);
    out.line(2, "call adc_put_values()");
    out.line(1, "end subroutine adc_primal");
    out.line(1, "subroutine adc_tangent()");
    out.line(2, "call adc_set_inputs()");
    out.line(2, "call adc_seed_tangent()");
    timed(
        out,
        &call(subject, &subject.tangent.derivative, Some(&subject.tangent))?,
    );
    out.line(2, "call adc_put_values()");
    out.line(2, "call adc_put_tangents()");
    out.line(1, "end subroutine adc_tangent");
    if let Some(adjoint) = &subject.adjoint {
        out.line(1, "subroutine adc_adjoint()");
        out.line(2, "real(selected_real_kind(15)) :: state(3)");
        out.line(2, "call adc_set_inputs()");
        out.line(2, "call adc_seed_adjoint()");
        timed(out, &call(subject, &adjoint.derivative, Some(adjoint))?);
        out.line(2, "call adc_put_gradient()");
        out.line(2, "state(1) = real(adc_tape_bytes(), selected_real_kind(15))");
        out.line(2, "state(2) = merge(0, 1, adc_tape_empty())");
        out.line(2, "state(3) = real(adc_tape_peak_bytes(), selected_real_kind(15))");
        out.line(2, "call adc_put('tape', 0, state)");
        out.line(1, "end subroutine adc_adjoint");
    }
    Ok(())
}

fn timed(out: &mut Text, call: &str) {
    out.line(2, "call adc_start_clock()");
    out.line(2, call);
    out.line(2, "call adc_stop_clock()");
}

/// A call of the head, or of the derivative in a mode.
fn call(subject: &Subject, p: &Procedure, mode: Option<&Signature>) -> Result<String, String> {
    let mode_index = usize::from(mode.is_some_and(|s| s.mode != adc::Mode::Tangent));
    let mut arguments = vec![];
    for a in &p.arguments {
        let is_it = |name: &str| name.eq_ignore_ascii_case(&a.name);
        let of_caller = |v: &&crate::check::subject::Var| {
            matches!(v.variable.scope, Scope::Argument | Scope::Result) && is_it(&v.variable.name)
        };
        let value = subject.vars.iter().find(of_caller).map(|v| v.name.as_str());
        let shadows = subject.vars.iter().filter_map(|v| v.shadows[mode_index].as_ref());
        let shadow = || {
            let mut all = shadows.filter(|s| matches!(s.variable.scope, Scope::Argument | Scope::Result));
            all.find(|s| mode.is_some() && is_it(&s.variable.name))
                .map(|s| s.name.as_str())
        };
        let found = value.or_else(shadow);
        arguments
            .push(found.ok_or_else(|| format!("`adc check` does not know the argument `{}` of `{}`", a.name, p.name))?);
    }
    let list = arguments.join(", ");
    let own = subject.vars.iter().find(|v| v.variable.scope == Scope::Result);
    let target = match (&p.result, own, mode) {
        (None, ..) => return Ok(format!("call {}({list})", p.name)),
        (Some(_), Some(v), Some(_)) => v.shadows[mode_index].as_ref().map(|s| s.name.clone()),
        (Some(_), Some(v), None) => Some(v.name.clone()),
        (Some(_), None, _) => None,
    };
    let target = target.ok_or_else(|| format!("the value of the function `{}` carries no derivative", p.name))?;
    Ok(format!("{target} = {}({list})", p.name))
}
