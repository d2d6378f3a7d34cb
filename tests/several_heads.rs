//! Several heads in one run: each derivative is what a run for its head alone makes.

use crate::support::cli::Sandbox;
use crate::support::fixtures::{adc, fixtures, name_of};
use crate::support::numeric::build::is_fixed;
use crate::support::numeric::check_fixture;
use crate::support::numeric::spec::Spec;
use crate::support::parallel;
use adc_frontend::ir::{Intent, Program, Storage, SymbolId, Ty, Unit, UnitKind};
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{Form, SourceMap};
use std::path::Path;

/// Other procedures of a fixture, as heads with all arguments that they may have as such.
fn others(source: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(source).unwrap();
    let form = if is_fixed(source) { Form::Fixed } else { Form::Free };
    let mut map = SourceMap::default();
    let file = map.add("head", &*text, form);
    let options = ParseOptions::default();
    let (_, program, _) = adc_frontend::load(&mut map, &[file], &options, &mut |_, _, _| None);
    let head = Spec::read(source).unwrap().head;
    let units = program.units.iter().map(|(_, u)| u);
    let procedure = head.split(['(', ' ']).next().unwrap_or_default().to_lowercase();
    let own = procedure.rsplit('%').next().unwrap_or_default();
    let all = units.filter(|u| !u.name.eq_ignore_ascii_case(own));
    all.filter_map(|u| as_head(&program, u)).collect()
}

fn as_head(program: &Program, unit: &Unit) -> Option<String> {
    let module = match unit.parent.map(|p| &program.units[p]) {
        None => String::new(),
        Some(m) if m.kind == UnitKind::Module => format!("{}%", m.name),
        Some(_) => return None,
    };
    if !unit.is_procedure() || !unit.is_definition() {
        return None;
    }
    let is_number = |s: &SymbolId| matches!(program.symbols[*s].ty(), Ty::Real(_) | Ty::Complex(_));
    let args: Vec<SymbolId> = unit.args.iter().flatten().copied().filter(is_number).collect();
    let names = |without: Intent| -> Vec<&str> {
        let has = |s: &SymbolId| {
            let v = program.symbols[*s].variable();
            v.is_some_and(|v| v.storage == Storage::Dummy && v.attrs.intent != Some(without))
        };
        args.iter()
            .copied()
            .filter(has)
            .map(|s| program.symbols[s].name.as_str())
            .collect()
    };
    let independents = names(Intent::Out);
    let mut dependents = names(Intent::In);
    dependents.extend(unit.result.filter(is_number).map(|_| unit.name.as_str()));
    let is_head = !independents.is_empty() && !dependents.is_empty();
    is_head.then(|| {
        format!(
            "{module}{}({})/({})",
            unit.name,
            dependents.join(","),
            independents.join(",")
        )
    })
}

/// More is active with more heads, a procedure may be called by heads and be one, and what is unlisted for one head is
/// listed for another.
#[test]
fn another_head_changes_no_derivative() {
    let cases: Vec<_> = fixtures().into_iter().map(|f| (others(&f), f)).collect();
    let with_others: Vec<_> = cases.into_iter().filter(|(others, _)| !others.is_empty()).collect();
    let results = parallel::map(&with_others, |(others, source)| {
        let chosen: Vec<&str> = others.iter().flat_map(|h| ["--head", h]).collect();
        match check_fixture(&adc(), source, &chosen) {
            Ok(_) => Ok(true),
            // not everything can be a head
            Err(e) if e.contains("error[ADC") => Ok(false),
            Err(e) => Err(format!("{} with {others:?}:\n{e}\n", name_of(source))),
        }
    });
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}\n{wrong:#?}", wrong.len(), results.len());
    let compared = results.iter().filter(|r| **r == Ok(true)).count();
    assert!(
        4 * compared > 3 * results.len(),
        "only {compared} of {} compared",
        results.len()
    );
}

const TWO: &str = "module state
  implicit none
  real(8) :: a = 2, b = 3
end module state
subroutine first(x, y)
  use state, only: a
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
!$openad INDEPENDENT(x)
  a = a*x
  call shared(a, y)
!$openad DEPENDENT(y)
end subroutine first
subroutine second(x, y)
  use state, only: b
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
!$openad INDEPENDENT(x)
  b = b*x
  call shared(b, y)
!$openad DEPENDENT(y)
end subroutine second
subroutine shared(u, v)
  implicit none
  real(8), intent(in) :: u
  real(8), intent(out) :: v
  v = sin(u)*u
end subroutine shared
";

/// The text of a generated procedure.
fn procedure<'t>(text: &'t str, name: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("subroutine {name}(")).unwrap();
    rest.split_once(&format!("end subroutine {name}")).unwrap().0
}

/// What both need is there once, and neither sets shadows of the other to zero.
#[test]
fn heads_of_directives_share() {
    let s = Sandbox::with(&[("two.f90", TWO)]);
    s.works("adc --reverse two.f90");
    let text = s.text("two_b.f90");
    assert_eq!(text.matches("end subroutine shared_b").count(), 1, "{text}");
    let (first, second) = (procedure(&text, "first_b"), procedure(&text, "second_b"));
    assert!(first.contains("ab = 0.0d0") && !first.contains("bb"), "{first}");
    assert!(second.contains("bb = 0.0d0") && !second.contains("ab"), "{second}");
    let by_options = s
        .works("adc --reverse two.f90 --head 'first(y)/(x)' --head 'second(y)/(x)' -o -")
        .out;
    let body = |text: &str| text.split_once("module state_b").unwrap().1.to_string();
    assert_eq!(body(&text), body(&by_options));
}

/// Two requests for a procedure are one, with all variables of both.
#[test]
fn a_procedure_is_one_head() {
    let s = Sandbox::with(&[("two.f90", TWO)]);
    let of = |heads: &str| s.works(&format!("adc --tangent two.f90 {heads} -o -")).out;
    let both = of("--head 'first(y)/(x)' --head 'first(y)/(state%a)'");
    let one = of("--head 'first(y)/(x, state%a)'");
    let body = |text: &str| text.split_once("! Head").unwrap().1.to_string();
    assert_eq!(body(&both), body(&one));
}

/// Every wrong head is reported, and a Jacobian has one.
#[test]
fn wrong_heads() {
    let s = Sandbox::with(&[("two.f90", TWO)]);
    let heads = "--head 'firs(y)/(x)' --head 'second(z)/(x)' --head 'thrd(y)/(x)'";
    let outcome = s.fails(&format!("adc --reverse two.f90 {heads}"), 1, &["ADC0302", "ADC0302"]);
    assert!(
        outcome.err.contains("`firs`") && outcome.err.contains("`thrd`"),
        "{}",
        outcome.err
    );
    s.fails("adc --jacobian two.f90", 1, &["ADC0504"]);
}
