//! Second derivatives of the fixtures.

use crate::support::fixtures::adc;
use crate::support::numeric::hessian::check_fixture;
use std::path::Path;

/// Compares the products of a fixture with differences of its gradient.
pub fn compare(source: &Path) -> Result<(), String> {
    check_fixture(&adc(), source).map(|_| ())
}
