//! Some numeric fixtures and the runtime are compiled with the sanitizers of addresses and of undefined behaviour,
//! without gfortran's checks, to verify that generated code touches no foreign memory.
//!
//! By default, one fixture of several is taken; `ADC_SANITIZED=all` takes all, `ADC_FIXTURE=name` those by a part of
//! their name.

use crate::support::fixtures::check_some;
use crate::support::numeric::build::SANITIZE;
use crate::support::numeric::check_compiled;

/// One fixture of this many is taken.
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
