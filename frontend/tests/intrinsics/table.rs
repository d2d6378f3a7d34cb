//! The table itself.

use adc_frontend::intrinsics::{self, all, doc, find, Class, Rule};
use std::collections::HashSet;

#[test]
fn names_are_unique_and_folded() {
    let mut seen = HashSet::new();
    for id in all() {
        let row = id.row();
        for name in std::iter::once(row.name).chain(row.specifics.iter().map(|s| s.name)) {
            assert!(seen.insert(name), "`{name}` stands twice in the table");
            assert_eq!(name, name.to_ascii_lowercase());
        }
    }
}

#[test]
fn specific_names_lead_to_the_generic_row() {
    for (specific, generic) in [
        ("dsin", "sin"),
        ("alog", "log"),
        ("amax1", "max"),
        ("max0", "max"),
        ("float", "real"),
        ("dfloat", "dble"),
        ("idint", "int"),
        ("cdabs", "abs"),
        ("dconjg", "conjg"),
    ] {
        let id = find(specific).unwrap_or_else(|| panic!("`{specific}` is missing"));
        assert_eq!(id.name(), generic);
    }
    assert!(find("nonesuch").is_none());
    assert!(find("ieee_is_nan").is_none(), "needs its module");
    assert!(intrinsics::find_in_module("ieee_arithmetic", "ieee_is_nan").is_some());
    assert!(intrinsics::find_in_module("ieee_arithmetic", "ieee_get_flag").is_some());
    assert!(intrinsics::find_in_module("ieee_arithmetic", "sin").is_none());
}

#[test]
fn rules_name_arguments_of_their_rows() {
    for id in all() {
        let row = id.row();
        for rule in std::iter::once(row.rule).chain(row.complex) {
            match rule {
                Rule::Partials(partials) => {
                    assert_eq!(row.class, Class::Elemental, "{}", row.name);
                    for p in partials {
                        assert!(row.arg(p.arg).is_some(), "`{}` has no `{}`", row.name, p.arg);
                    }
                }
                Rule::Array(rule) => {
                    for &arg in rule.differentiable() {
                        assert!(row.arg(arg).is_some(), "`{}` has no `{arg}`", row.name);
                        for needed in rule.needs(arg) {
                            assert!(row.arg(needed).is_some(), "`{}` has no `{needed}`", row.name);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn elemental_formulas_have_probe_points() {
    // functions that gfortran lacks, or that older ones do not know, and one whose derivative is not that of its value
    let untested = ["ieee_fma", "with_partial"];
    for id in all() {
        let row = id.row();
        let formulas = matches!(row.rule, Rule::Partials(_) | Rule::Choice(_));
        assert!(
            !formulas || !row.probes.smooth.is_empty() || untested.contains(&row.name),
            "`{}` has formulas and no probe point",
            row.name
        );
    }
}

#[test]
fn optional_arguments_of_functions_come_last() {
    for id in all() {
        let row = id.row();
        let first = row.args.iter().position(|a| a.optional).unwrap_or(row.args.len());
        if row.is_function() && row.name != "findloc" && row.name != "reduce" {
            assert!(row.args[first..].iter().all(|a| a.optional), "{}", row.name);
        }
    }
}

/// `docs/reference/intrinsics.md` equals the table. To regenerate it: `ADC_BLESS=1 cargo test -p adc-frontend`.
#[test]
fn the_reference_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/intrinsics.md");
    let wanted = doc::reference();
    if std::env::var_os("ADC_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/reference/intrinsics.md is not what the table says; run the test with ADC_BLESS=1"
    );
}

#[test]
fn modules_have_their_constants() {
    use adc_frontend::intrinsics::modules::{builtin_type_of, builtin_types, Value};
    let value = |module, name| {
        let constants = intrinsics::builtin_module(module).unwrap();
        constants.iter().find(|c| c.0 == name).map(|c| c.2)
    };
    assert_eq!(value("iso_fortran_env", "real64"), Some(Value::Int(8)));
    assert_eq!(value("iso_fortran_env", "iostat_end"), Some(Value::Int(-1)));
    assert_eq!(value("iso_c_binding", "c_double_complex"), Some(Value::Int(8)));
    assert_eq!(value("iso_c_binding", "c_null_char"), Some(Value::Char(0)));
    assert_eq!(value("ieee_arithmetic", "ieee_quiet_nan"), Some(Value::Opaque));
    assert!(intrinsics::builtin_module("my_kinds").is_none());
    for module in [
        "iso_fortran_env",
        "iso_c_binding",
        "ieee_arithmetic",
        "ieee_exceptions",
        "ieee_features",
    ] {
        let mut seen = HashSet::new();
        for (name, _, value) in intrinsics::builtin_module(module).unwrap() {
            assert!(seen.insert(name), "{name}");
            if *value == Value::Opaque {
                let ty = builtin_type_of(name).unwrap_or_else(|| panic!("`{name}` has no type"));
                assert!(builtin_types(module).contains(&ty), "{module} has no {ty}");
            } else {
                assert!(value.expr().is_some());
            }
        }
    }
    assert!(intrinsics::in_module("iso_c_binding").any(|id| id.name() == "c_loc"));
}
