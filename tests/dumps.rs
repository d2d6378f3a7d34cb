//! `adc dump`: plans and sweeps of derivatives.

use crate::support::cli::Sandbox;

const QUOTIENTS: &str = "
subroutine prod(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, n
    y = y/sin(x(i))
  end do
end subroutine
";

fn dump(options: &str) -> String {
    let s = Sandbox::with(&[("prod.f90", QUOTIENTS)]);
    s.works(&format!("adc dump prod.f90 --head 'prod(y)/(x)' {options}"))
        .out
}

#[test]
fn plans_have_decisions_and_adjoints() {
    let plan = dump("--stage plan");
    assert!(plan.starts_with("procedure prod\n  do i = 1, n: live"), "{plan}");
    assert!(
        plan.contains("live; records in an array y\n    after it: needs i, x, y\n      adjoint: tempb"),
        "{plan}"
    );
    let all = dump("--stage plan --no-opt liveness");
    assert!(all.contains("y = y / @sin(x[i])"), "{all}");
}

#[test]
fn sweeps_are_not_polished() {
    let sweeps = dump("--stage sweeps");
    assert!(
        sweeps.contains("ys(i) = y") && sweeps.contains("tempb = yb/sin(x(i))"),
        "{sweeps}"
    );
    let s = Sandbox::with(&[("prod.f90", QUOTIENTS)]);
    s.works("adc --reverse prod.f90 --head 'prod(y)/(x)' --no-opt by-result -o prod_b.f90");
    assert!(s.text("prod_b.f90").contains("tempb = yb*inverse"));
    let tangent = dump("--stage sweeps --mode tangent");
    assert!(tangent.contains("subroutine prod_d(n, x, xd, y, yd)"), "{tangent}");
}

#[test]
fn tangents_have_no_plan() {
    let s = Sandbox::with(&[("prod.f90", QUOTIENTS)]);
    let line = "adc dump --stage plan --mode tangent prod.f90 --head 'prod(y)/(x)'";
    let outcome = s.fails(line, 2, &[]);
    assert!(outcome.err.contains("a tangent has no plan"), "{}", outcome.err);
}

/// Sweeps have the sequences that the adjoint has found cheaper preaccumulated, but are not polished.
#[test]
fn sweeps_have_preaccumulated_sequences() {
    let source = "
subroutine state(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: h
  integer :: i
  do i = 1, n
    h = exp(-y*y) + cos(y)
    y = y + 0.1d0*h*x(i)
  end do
end subroutine
";
    let s = Sandbox::with(&[("state.f90", source)]);
    let head = "state.f90 --head 'state(y)/(x, y)'";
    let dump = |options: &str| s.works(&format!("adc dump --stage sweeps {head} {options}")).out;
    let sweeps = dump("");
    for line in [
        "entry = -sin(y) - partial*expv",
        "entrys(i) = entry",
        "yb = yb + entry*hb",
        "hb = hb + 0.1d0",
    ] {
        assert!(sweeps.contains(line), "{line}\n{sweeps}");
    }
    let without = dump("--no-opt preaccumulate");
    assert!(without.contains("ys(i) = y") && !without.contains("entry"), "{without}");
    s.works(&format!("adc --reverse {head} -o state_b.f90"));
    let polished = s.text("state_b.f90");
    assert!(
        polished.contains("yb = yb + entry*hb") && polished.contains("hb = 0.1d0"),
        "{polished}"
    );
}
