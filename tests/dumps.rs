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
