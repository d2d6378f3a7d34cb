//! Jacobians (`--jacobian`) of heads with branches, which become merges.

use crate::jacobians::{argument, compare, input, output};

/// Compares the Jacobian with tangents; it has no branch.
#[track_caller]
fn is_one_graph(source: &str, args: &[crate::jacobians::Argument]) -> String {
    let text = compare(source, "f", args, 8);
    assert!(text.contains("merge(") && !text.contains("call "), "{text}");
    assert!(!text.contains("if (") && !text.contains("else"), "{text}");
    text
}

/// Upwind fluxes and limiters: arms that assign the same variables, tests after tests, branches in arms.
#[test]
fn jacobians_of_upwind_fluxes() {
    let source = "\
pure subroutine f(q, u, flux)
  real(8), intent(in) :: q(4), u(2)
  real(8), intent(out) :: flux(2)
  real(8) :: a, b, slope(2), r
  integer :: i
  do i = 1, 2
    a = q(i+1) - q(i)
    b = q(i+2) - q(i+1)
    if (a*b <= 0) then
      slope(i) = 0
    else if (abs(a) < abs(b)) then
      slope(i) = a*(1 + a)
    else
      r = a*b
      if (r > 2) then
        slope(i) = 2*r
      else
        slope(i) = b + r*r
      end if
    end if
    if (i == 1) then
      flux(i) = slope(i)
    else
      flux(i) = slope(i) + slope(i-1)
    end if
    if (u(i) - 1 > 0) then
      flux(i) = flux(i) + u(i)*(q(i) + 0.5d0*slope(i))
    else
      flux(i) = flux(i)*u(i) + u(i)**2*(q(i+1) - 0.5d0*slope(i))
    end if
    if (u(i) > 0.7d0) flux(i) = flux(i)*q(4)
  end do
end subroutine
";
    let text = is_one_graph(source, &[input("q", 4), input("u", 2), output("flux", 2)]);
    assert!(text.contains("pure subroutine f_j("), "{text}");
}

/// Arms that are not taken, and would stop the program or compute infinite derivatives.
#[test]
fn arms_that_are_not_taken_are_finite() {
    let source = "\
subroutine f(x, z, y)
  real(8), intent(in) :: x(3), z
  real(8), intent(out) :: y(4)
  real(8) :: t, only, zero
  zero = (x(1) - x(1))*z
  t = z
  if (x(1) < 0) then
    t = sqrt(-x(1) - 5) + 1/zero + log(zero)*exp(1.0d6*x(2))
    only = x(2)**(-2) + (zero - x(1))**0.3d0
    t = t*only + acos(2 + x(3))
  end if
  y(1) = t*x(2)
  if (x(1) > 0) then
    y(2) = 1/x(1) + sqrt(x(2))*log(x(3))
    y(3) = x(1)**1.5d0
  else
    y(2) = x(1)/zero
    y(3) = zero**(-1.5d0)
  end if
  y(4) = x(1)
  if (zero > 0 .or. x(3) < 0) y(4) = y(3)/zero
  y(4) = y(4)*y(2)
end subroutine
";
    let args = [input("x", 3), argument("z", None, true, false), output("y", 4)];
    is_one_graph(source, &args);
}

/// Arms with calls that may stop, with elements beyond bounds, or with integers stay branches.
#[test]
fn other_branches_stay() {
    let arms = [
        "y(1) = gamma_of(x(1))",
        "n = int(x(1))\n    y(1) = n*x(2)",
        "y(1) = x(1)*mod(x(2), x(3))",
        "y(1) = w(3)*x(1)",
    ];
    for arm in arms {
        let source = format!(
            "\
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: w(2)
  integer :: n
  w = x(1)
  n = 3
  y = x(2)
  if (x(1) > 5) then
    {arm}
  end if
  y(2) = y(1)*w(2)
contains
  real(8) function gamma_of(a)
    real(8), intent(in) :: a
    integer :: k
    gamma_of = a
    do k = 1, n
      gamma_of = gamma_of*a
    end do
  end function
end subroutine
"
        );
        let text = compare(&source, "f", &[input("x", 3), output("y", 2)], 8);
        assert!(text.contains("call f_dv("), "{arm}: {text}");
    }
}
