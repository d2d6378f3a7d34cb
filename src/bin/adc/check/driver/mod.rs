//! The text of the driver: a program that performs one task in each run, with the module `adc_check` of the runtime.
//!
//! | task | results |
//! |---|---|
//! | `primal` | `y`, the dependents |
//! | `twice` | the same of two calls |
//! | `tangent` | of each of two calls: `y`, and `yd`, the tangents of the dependents |
//! | `adjoint` | of each of two calls: `xb`, the adjoints of the independents; `left`, those of the other dependents, which must be zero; `tape`, bytes left, 1 if it is not empty, the peak |
//! | `hessian` | the same as `adjoint`, and `xbd`, the tangents of `xb` |
//! | `jacobian` | of each of two calls: `y`, and `j`, the matrices by their numbers, or `first`, `column`, `value` |
//!
//! The driver names variables by their numbers and letters: `v3_x` is a variable of the user, `d3_x`, `b3_x` and `e3_x`
//! are its shadows: tangent, adjoint, tangent of the adjoint. Matrices are `j1_...`, a sparse one is `adc_jac`.

mod calls;
mod declare;
mod inputs;
mod pieces;
mod results;
mod seeds;

use super::forms::Form;
use super::settings::Settings;
use super::subject::Subject;
use crate::fortran::Text;

/// The driver, and what was assumed about inputs that nobody gives.
pub struct Driver {
    /// Its text, in free form.
    pub text: String,
    /// Assumptions.
    pub notes: Vec<String>,
    /// Files with the values of large inputs, by their names.
    pub data: Vec<(String, Vec<f64>)>,
}

/// Writes the driver of a head and some of its derivatives.
///
/// # Errors
/// If an argument of a derivative is not known, or a value has another form than its variable.
pub fn write(subject: &Subject, forms: &[Form], settings: &Settings) -> Result<Driver, String> {
    let mut out = Text::default();
    out.line(
        0,
        "! Written by `adc check`: calls a head and its derivatives, see the module adc_check of the runtime.",
    );
    out.line(0, "program adc_check_driver");
    declare::uses(&mut out, subject, forms);
    out.line(1, "implicit none");
    declare::procedures(&mut out, subject, forms);
    declare::variables(&mut out, subject, forms, settings);
    tasks(&mut out, forms);
    out.line(0, "contains");
    let (notes, data) = inputs::inputs(&mut out, subject, settings)?;
    results::values(&mut out, subject);
    calls::primal(&mut out, subject)?;
    for form in forms {
        seeds::seeds(&mut out, subject, form);
        results::seeds(&mut out, subject, form);
        results::derivatives(&mut out, subject, form);
        calls::derivative(&mut out, subject, form)?;
    }
    out.line(0, "end program adc_check_driver");
    Ok(Driver {
        text: out.finish(),
        notes,
        data,
    })
}

/// The main program.
fn tasks(out: &mut Text, forms: &[Form]) {
    out.line(1, "call adc_begin()");
    out.line(1, "select case (adc_task())");
    out.line(1, "case ('primal')");
    out.line(2, "call adc_primal()");
    out.line(1, "case ('twice')");
    out.line(2, "call adc_primal()");
    out.line(2, "call adc_primal()");
    for form in forms {
        let task = form.task;
        out.line(1, &format!("case ('{task}')"));
        if form.has_tape() {
            out.line(2, "call adc_tape_check(.true.)");
        }
        out.line(2, &format!("call adc_{task}()"));
        if form.has_tape() {
            out.line(2, "if (adc_tape_empty()) call adc_tape_check(.false.)");
        }
        out.line(2, &format!("call adc_{task}()"));
    }
    out.line(1, "end select");
    out.line(1, "call adc_end()");
}
