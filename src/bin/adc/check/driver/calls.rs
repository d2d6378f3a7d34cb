//! The calls of the head and of its derivatives.

use super::inputs::has_unknown_shape;
use crate::check::forms::{Form, Role};
use crate::check::subject::{Subject, Var};
use crate::fortran::Text;
use adc::{Mode, Procedure, Scope};

/// The procedure that prepares inputs, calls the head, and puts results.
pub fn primal(out: &mut Text, subject: &Subject) -> Result<(), String> {
    out.line(1, "subroutine adc_primal()");
    out.line(2, "call adc_set_inputs()");
    timed(out, &call(subject, &subject.head, None)?);
    out.line(2, "call adc_put_values()");
    out.line(1, "end subroutine adc_primal");
    Ok(())
}

/// Likewise for a derivative.
pub fn derivative(out: &mut Text, subject: &Subject, form: &Form) -> Result<(), String> {
    let task = form.task;
    out.line(1, &format!("subroutine adc_{task}()"));
    if form.has_tape() {
        out.line(2, "real(selected_real_kind(15)) :: state(3)");
    }
    out.line(2, "call adc_set_inputs()");
    if form.has_tape() && subject.vars.iter().any(has_unknown_shape) {
        out.line(2, &call(subject, &subject.head, None)?);
        out.line(2, &format!("call adc_seed_{task}()"));
        out.line(2, "call adc_set_inputs()");
    } else {
        out.line(2, &format!("call adc_seed_{task}()"));
    }
    out.line(2, &format!("call adc_put_seeds_{task}()"));
    timed(out, &call(subject, &form.procedure, Some(form))?);
    if matches!(form.mode, Mode::Tangent | Mode::Jacobian) {
        out.line(2, "call adc_put_values()");
    }
    out.line(2, &format!("call adc_put_{task}()"));
    if form.has_tape() {
        out.line(2, "state(1) = real(adc_tape_bytes(), selected_real_kind(15))");
        out.line(2, "state(2) = merge(0, 1, adc_tape_empty())");
        out.line(2, "state(3) = real(adc_tape_peak_bytes(), selected_real_kind(15))");
        out.line(2, "call adc_put('tape', 0, state)");
    }
    out.line(1, &format!("end subroutine adc_{task}"));
    Ok(())
}

fn timed(out: &mut Text, call: &str) {
    out.line(2, "call adc_start_clock()");
    out.line(2, call);
    out.line(2, "call adc_stop_clock()");
}

/// A call of the head, or of a derivative.
fn call(subject: &Subject, p: &Procedure, form: Option<&Form>) -> Result<String, String> {
    let mut arguments = vec![];
    for (k, a) in p.arguments.iter().enumerate() {
        let is_it = |name: &str| name.eq_ignore_ascii_case(&a.name);
        let own = |v: &&Var| v.is_local() && is_it(&v.variable.name);
        let value = subject.vars.iter().find(own).map(|v| v.name.as_str());
        let of_derivative = || argument_of(form?, &a.name, k + 1 == p.arguments.len());
        let found = value.or_else(of_derivative);
        arguments
            .push(found.ok_or_else(|| format!("`adc check` does not know the argument `{}` of `{}`", a.name, p.name))?);
    }
    let list = arguments.join(", ");
    if p.result.is_none() {
        return Ok(format!("call {}({list})", p.name));
    }
    let own = subject.vars.iter().position(|v| v.variable.scope == Scope::Result);
    let target = own.and_then(|own| match form {
        None => Some(&subject.vars[own].name),
        Some(form) => {
            let mut all = form.shadows.iter();
            all.find(|s| s.of == own && s.role == Role::Tangent).map(|s| &s.name)
        }
    });
    let target = target.ok_or_else(|| format!("the value of the function `{}` carries no derivative", p.name))?;
    Ok(format!("{target} = {}({list})", p.name))
}

/// What the driver passes for an argument that the head does not have.
fn argument_of<'a>(form: &'a Form, name: &str, is_last: bool) -> Option<&'a str> {
    let is_it = |other: &str| other.eq_ignore_ascii_case(name);
    let mut shadows = form.shadows.iter();
    let is_local = |s: &Scope| matches!(s, Scope::Argument | Scope::Result);
    let shadow = shadows.find(|s| is_local(&s.variable.scope) && is_it(&s.variable.name));
    let mut matrices = form.matrices.iter().filter_map(|m| m.variable.as_ref());
    let matrix = || matrices.find(|(_, v)| is_it(&v.name)).map(|(name, _)| name);
    let found = shadow.map(|s| &s.name).or_else(matrix).map(String::as_str);
    found.or(match is_last {
        true if form.many => Some("adc_columns()"),
        true if form.is_sparse() => Some("adc_jac"),
        _ => None,
    })
}
