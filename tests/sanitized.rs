//! Some numeric fixtures are compiled with the sanitizers of addresses and of undefined behaviour, the runtime too, and without gfortran's checks, so that nothing
//! generated touches memory that is not the program's.
//!
//! Without variables, one fixture of several is taken; `ADC_SANITIZED=all` takes all, `ADC_FIXTURE=name` those by a part of their name.

use crate::support::fixtures::check_some;
use crate::support::numeric::build::SANITIZE;
use crate::support::numeric::check_compiled;

/// One of so many fixtures is taken.
const STRIDE: usize = 12;

#[test]
fn nothing_else_is_touched() {
    let asked = ["ADC_SANITIZED", "ADC_FIXTURE"]
        .iter()
        .any(|v| std::env::var_os(v).is_some());
    let stride = if asked { 1 } else { STRIDE };
    check_some(stride, |adc, source| {
        check_compiled(adc, source, &[], SANITIZE).map(|_| ())
    });
}
