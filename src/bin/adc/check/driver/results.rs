//! The procedures that put results.

use super::pieces::{each_there, Whole};
use crate::check::forms::{Form, Role, Shadow};
use crate::check::leaves::Leaf;
use crate::check::subject::Subject;
use crate::fortran::Text;
use adc::{Mode, VariableType};

/// The procedure that puts the dependents.
pub fn values(out: &mut Text, subject: &Subject) {
    out.line(1, "subroutine adc_put_values()");
    for var in &subject.vars {
        for leaf in var.leaves.iter().filter(|l| l.dependent) {
            put(out, "y", Whole::variable(var), leaf);
        }
    }
    out.line(1, "end subroutine adc_put_values");
}

/// The procedure that puts the results of a derivative.
pub fn derivatives(out: &mut Text, subject: &Subject, form: &Form) {
    out.line(1, &format!("subroutine adc_put_{}()", form.task));
    for shadow in &form.shadows {
        let whole = Whole::shadow(shadow, &subject.vars);
        for leaf in &whole.var.leaves {
            for name in results_of(form, shadow, leaf) {
                put(out, name, whole, leaf);
            }
        }
    }
    for (k, m) in form.matrices.iter().enumerate() {
        if let Some((name, v)) = &m.variable {
            let vector = match v.dimensions.is_empty() {
                true => format!("[real({name}, 8)]"),
                false => format!("reshape(real({name}, 8), [size({name})])"),
            };
            out.line(2, &format!("call adc_put('j', {}, {vector})", k + 1));
        }
    }
    if form.is_sparse() {
        for (name, what) in [("first", "first"), ("column", "column"), ("value", "value")] {
            out.line(2, &format!("call adc_put('{name}', 0, real(adc_jac%{what}, 8))"));
        }
    }
    out.line(1, &format!("end subroutine adc_put_{}", form.task));
}

/// The names of the results that a shadow has.
fn results_of(form: &Form, shadow: &Shadow, leaf: &Leaf) -> Vec<&'static str> {
    let is_first = form.mode != Mode::Hessian;
    let all = match shadow.role {
        Role::Tangent => [(is_first && leaf.dependent, "yd"), (false, "")],
        Role::Adjoint => [(leaf.independent, "xb"), (leaf.dependent && !leaf.independent, "left")],
        Role::AdjointTangent => [(leaf.independent, "xbd"), (false, "")],
    };
    all.into_iter()
        .filter(|(is_it, _)| *is_it)
        .map(|(_, name)| name)
        .collect()
}

/// The procedure that puts the seeds of a derivative before the call: that may deallocate them. Those of a derivative for
/// many are seeds of the derivative for one.
pub fn seeds(out: &mut Text, subject: &Subject, form: &Form) {
    out.line(1, &format!("subroutine adc_put_seeds_{}()", form.task));
    for shadow in form.shadows.iter().filter(|s| !s.many) {
        let whole = Whole::shadow(shadow, &subject.vars);
        for leaf in &whole.var.leaves {
            match shadow.role {
                Role::Tangent if leaf.independent => put_seed(out, "v", "adc_direction", whole, leaf),
                Role::Adjoint if leaf.dependent => put_seed(out, "w", "adc_weight", whole, leaf),
                _ => {}
            }
        }
    }
    out.line(1, &format!("end subroutine adc_put_seeds_{}", form.task));
}

/// Puts seeds in the form of [`put`].
fn put_seed(out: &mut Text, result: &str, function: &str, whole: Whole, leaf: &Leaf) {
    each_there(out, whole, &leaf.place, |name| {
        let count = match leaf.bounds.is_empty() {
            true => "1".to_string(),
            false => format!("size({name})"),
        };
        let part = |k: u8| format!("{function}({}, {k}, {count})", leaf.number);
        let all = match leaf.ty {
            VariableType::Complex(_) => format!("{}, {}", part(1), part(2)),
            _ => part(1),
        };
        vec![format!("call adc_put('{result}', {}, [{all}])", leaf.number)]
    });
}

/// Puts a leaf as one vector of numbers: of a complex, all real parts, then all imaginary parts.
fn put(out: &mut Text, result: &str, whole: Whole, leaf: &Leaf) {
    each_there(out, whole, &leaf.place, |name| {
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
        vec![format!("call adc_put('{result}', {}, {vector})", leaf.number)]
    });
}
