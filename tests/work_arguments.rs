//! Work arguments: arguments of the head that are in neither of its lists and carry derivatives inside. The drivers of
//! the other numeric checks cannot pass allocated arguments.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

const HEAD: &str = "\
module m
   implicit none
   type record
      real(8), allocatable :: a(:)
      real(8) :: c = 1
   end type record
contains
   subroutine head(x, y, a, s, r, t, p, o, q)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y(3)
      real(8), allocatable :: a(:), s
      type(record) :: r
      class(record) :: t
      real(8), pointer :: p(:)
      real(8), optional :: o(2:), q(:)
      real(8), target :: w(3)
      a = x*x(1)
      allocate (s)
      s = x(2)
      r%a = 2*x
      t%c = t%c*x(3)
      if (x(1) > 0) then
         p => w
      else
         nullify (p)
      end if
      if (present(o)) then
         o = x*x(3)
         p = o
      end if
      if (present(q)) p = p*q(1)
      y(1) = a(1)*a(0)
      y(2) = s*r%a(2)*t%c
      y(3) = p(1)*p(3)
   end subroutine head
end module m
";

/// A caller of the head: `a` has other bounds than the value assigned to it, `s` and `q` are absent.
fn driver(suffix: &str, shadow: &str, begin: &str) -> String {
    format!(
        "\
program driver
   use m
   use m_{suffix}
   implicit none
   real(8) :: x(3) = [2d0, 3d0, 5d0], y(3), xs(3), ys(3), o(3)
   real(8), allocatable :: a(:), s
   real(8), pointer :: p(:)
   type(record) :: r, t
   allocate (a(0:2), r%a(2), p(3))
   {begin}
   call head_{suffix}(x, xs, y, ys, a, s, r, t, p, o)
   print '(3f9.3)', {shadow}
end program driver
"
    )
}

fn derivative(mode: &str, suffix: &str, driver: &str) -> Vec<String> {
    let s = Sandbox::with(&[("m.f90", HEAD)]);
    let out = format!("m_{suffix}.f90");
    s.works(&format!("adc {mode} m.f90 --head 'head(y)/(x)' -o {out}"));
    let text = printed(&s, &["m.f90", &out], driver);
    text.split_whitespace().map(str::to_string).collect()
}

/// y = (x1^3 x2, 2 x2^2 x3, x1 x3^3)
#[test]
fn shadows_follow_work_arguments() {
    let tangent = derivative("--tangent", "d", &driver("d", "ys", "xs = 1"));
    assert_eq!(tangent, ["44.000", "78.000", "275.000"]);
    let adjoint = derivative("--reverse", "b", &driver("b", "xs", "ys = 1"));
    assert_eq!(adjoint, ["161.000", "68.000", "168.000"]);
}

/// Only the caller could say where the derivative of a pointer's target is stored.
#[test]
fn pointers_that_are_set_before_are_refused() {
    let asks_first = HEAD.replace(
        "if (x(1) > 0) then\n         p => w",
        "if (p(1) > 0) then\n         p => w",
    );
    assert_ne!(asks_first, HEAD);
    for mode in ["--tangent", "--reverse"] {
        let s = Sandbox::with(&[("m.f90", &asks_first)]);
        s.fails(
            &format!("adc {mode} m.f90 --head 'head(y)/(x)' -o out.f90"),
            1,
            &["ADC0309"],
        );
    }
}
