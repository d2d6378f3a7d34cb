//! The procedures that set shadows before a call: seeds, and garbage in all others.

use super::inputs::allocate_shadow;
use super::pieces::{assignment, each, extents, Whole};
use crate::check::forms::{Form, Role};
use crate::check::leaves::Leaf;
use crate::check::subject::Subject;
use crate::fortran::Text;

/// The procedure of a derivative.
pub fn seeds(out: &mut Text, subject: &Subject, form: &Form) {
    out.line(1, &format!("subroutine adc_seed_{}()", form.task));
    for shadow in &form.shadows {
        let whole = Whole::shadow(shadow, &subject.vars);
        allocate_shadow(out, whole, &shadow.variable);
        for leaf in whole.var.leaves.iter().filter(|l| l.is_number()) {
            let function = seed(leaf, shadow.role);
            each(out, whole, &leaf.place, |name| {
                let number = |part| format!("{}({}, {part}, {{n}})", function.unwrap_or_default(), leaf.number);
                vec![match (function, shadow.is_zero) {
                    (Some(_), _) => assignment(name, leaf, number),
                    (None, true) => format!("{name} = 0"),
                    (None, false) => format!("{name} = adc_junk()"),
                }]
            });
        }
    }
    for m in &form.matrices {
        if let Some((name, _)) = &m.variable {
            let [y, x] = [m.dependent, m.independent].map(|v| &subject.vars[v].bounds);
            let shape = extents(&[y.as_slice(), x.as_slice()].concat());
            if !shape.is_empty() {
                out.line(2, &format!("if (.not. allocated({name})) allocate ({name}{shape})"));
            }
            out.line(2, &format!("{name} = adc_junk()"));
        }
    }
    out.line(1, &format!("end subroutine adc_seed_{}", form.task));
}

/// The function of `adc_check` for a seed; none for a shadow that is none.
fn seed(leaf: &Leaf, role: Role) -> Option<&'static str> {
    match role {
        Role::Tangent if leaf.independent => Some("adc_direction"),
        Role::Adjoint if leaf.dependent => Some("adc_weight"),
        _ => None,
    }
}
