//! A head whose independents and dependents are components: only these components of the shadow matter.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

const HEAD: &str = "\
module m
   implicit none
   type state
      real(8) :: t, q
      real(8) :: v(2)
   end type state
contains
   subroutine step(s)
      type(state), intent(inout) :: s
      s%q = s%q*s%t
      s%v(2) = s%q*s%v(1)
      s%v(1) = s%t
   end subroutine step
end module m
";

/// With t = 2, q = 3, v(1) = 5: v = (t, q t v1), so dv/dt = (1, q v1) = (1, 15). The values of other components in the
/// shadows must not matter.
const TANGENT: &str = "\
program driver
   use m
   use m_d
   type(state) :: s, sd
   s = state(2d0, 3d0, [5d0, 7d0])
   sd = state(1d0, 99d0, [98d0, 97d0])
   call step_d(s, sd)
   print '(2f8.3)', sd%v
end program driver
";

const ADJOINT: &str = "\
program driver
   use m
   use m_b
   type(state) :: s, sb
   s = state(2d0, 3d0, [5d0, 7d0])
   sb = state(99d0, 98d0, [10d0, 1d0])
   call step_b(s, sb)
   print '(f8.3)', sb%t
end program driver
";

fn derivative(mode: &str, driver: &str, suffix: &str) -> String {
    let s = Sandbox::with(&[("m.f90", HEAD)]);
    let out = format!("m_{suffix}.f90");
    s.works(&format!("adc {mode} m.f90 --head 'step(s%v)/(s%t)' -o {out}"));
    printed(&s, &["m.f90", &out], driver).trim().to_string()
}

#[test]
fn other_components_are_no_independents() {
    let printed = derivative("--tangent", TANGENT, "d");
    assert_eq!(printed.split_whitespace().collect::<Vec<_>>(), ["1.000", "15.000"]);
}

#[test]
fn other_components_are_no_dependents() {
    let printed = derivative("--reverse", ADJOINT, "b");
    assert_eq!(printed, "25.000");
}

/// A recursive type is one zone: assigning one component leaves the others unchanged.
#[test]
fn one_of_several_components_is_not_all() {
    let list = "\
module m
   type node
      real(8) :: v, w
      type(node), pointer :: next => null()
   end type node
contains
   subroutine head(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      type(node) :: a
      a%w = x*x
      a%v = 2d0
      y = a%w*a%v
   end subroutine head
end module m
";
    let s = Sandbox::with(&[("list.f90", list)]);
    s.works("adc --tangent list.f90 --head 'head(y)/(x)' -o list_d.f90");
    let text = std::fs::read_to_string(s.path("list_d.f90")).unwrap();
    assert!(text.contains("yd = a%v*ad%w"), "{text}");
}
