//! Second derivatives of the fixtures: right, or refused for a known reason.

use crate::records::Records;
use crate::support::fixtures::{adc, name_of};
use crate::support::numeric::hessian::{check_fixture, refused, Checks};
use std::path::Path;

/// Fixtures that are refused, by code.
const REFUSED: &[(&str, &[&str])] = &[
    // a module with hand-written adjoints whose source is not given
    ("ADC0203", &["external", "external_in_directions", "external_results"]),
    // a hand-written adjoint that may read variables outside
    ("ADC0305", &["external_globals"]),
    // a dependent to which a pointer of the caller may refer
    ("ADC0309", &["aliases_of_arguments"]),
    // NAMELIST input into variables that are recorded
    ("ADC0310", &["namelist_groups"]),
    // partial derivatives of partial derivatives that are not known
    ("ADC0317", &["external_partials_of_arrays"]),
];

/// Fixtures with arguments of unknown size, whose shadows the caller sets to zero: ADC0311.
const UNKNOWN_SIZE: &[&str] = &["assumed_size_callbacks"];

/// Compares the products of a fixture with differences of its gradient and with those in many directions, or its refusal
/// with the list. Those that are refused in many directions are known.
pub fn compare(source: &Path, known: &Records) -> Result<(), String> {
    let name = name_of(source);
    let listed = REFUSED.iter().find(|(_, names)| names.contains(&name.as_str()));
    let Some((code, _)) = listed else {
        let checks = Checks {
            garbage: !UNKNOWN_SIZE.contains(&name.as_str()),
            kinks: false,
        };
        let (_, refused) = check_fixture(&adc(), source, checks)?;
        return known.compare(&format!("{name}_hv"), refused.as_deref());
    };
    match refused(&adc(), source)?.as_slice() {
        [] => Err(format!("no longer refused: remove `{name}` from REFUSED")),
        [one] if one == code => Ok(()),
        others => Err(format!("refused by {}, not by {code}", others.join(", "))),
    }
}
