//! An adjoint prints what its primal prints: each line once, in the same order.

use crate::support::cli::Sandbox;
use crate::support::numeric::build;
use crate::support::program::printed;

const PRIMAL: &str = "\
program driver
   real(8) :: x(2), y
   x = [1.5d0, 0.5d0]
   call head(x, y)
end program driver
";

const ADJOINT: &str = "\
program driver
   real(8) :: x(2), xb(2), y, yb
   x = [1.5d0, 0.5d0]
   yb = 1
   call head_b(x, xb, y, yb)
end program driver
";

#[track_caller]
fn prints_as_often(text: &str) {
    let s = Sandbox::with(&[("head.f90", text)]);
    s.works("adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90");
    let primal = printed(&s, &["head.f90"], PRIMAL);
    let replaced = build::replaces(&s.path("head_b.f90"), &s.path("head.f90"));
    let files: &[&str] = if replaced {
        &["head_b.f90"]
    } else {
        &["head.f90", "head_b.f90"]
    };
    let adjoint = printed(&s, files, ADJOINT);
    assert!(primal.lines().count() > 5, "{primal}");
    assert_eq!(primal, adjoint);
}

#[test]
fn of_procedures_of_all_kinds() {
    prints_as_often(include_str!("numeric/output_levels/head.f90"));
}

#[test]
fn of_procedures_that_keep_values() {
    prints_as_often(include_str!("numeric/output_state/head.f90"));
}

#[test]
fn of_procedures_that_run_once() {
    prints_as_often(
        &include_str!("numeric/passive_counter/head.f90").replace("print *, 'count', k", "print *, k\n  print *, n"),
    );
}

const BOUND: &str = "\
module m
   type :: t
      integer :: k = 1
   contains
      procedure :: show
   end type t
contains
   subroutine show(self)
      class(t), intent(inout) :: self
      print *, self%k
      self%k = 2
   end subroutine show
   subroutine inner(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      type(t) :: a
      integer :: i
      do i = 1, 6
         call a%show()
      end do
      y = x**a%k
   end subroutine inner
end module m
subroutine head(x, y)
   use m
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   call inner(x(1), y)
   y = y*x(2)
end subroutine head
";

#[test]
fn of_type_bound_procedures() {
    prints_as_often(BOUND);
}

/// A message names adjoints that print nothing.
#[test]
fn what_prints_nothing_is_named() {
    let recursive = "\
recursive subroutine head(x, n, y)
   real(8), intent(in) :: x
   integer, intent(in) :: n
   real(8), intent(out) :: y
   print *, n
   y = x
   if (n > 0) call head(x*x, n - 1, y)
end subroutine head
";
    let s = Sandbox::with(&[("recursive.f90", recursive)]);
    let messages = s
        .works("adc --reverse recursive.f90 --head 'head(y)/(x)' -o out.f90")
        .err;
    assert!(messages.contains("its adjoint does not print"), "{messages}");
}

#[test]
fn of_procedures_with_private_needs() {
    prints_as_often(include_str!("numeric/output_private/head.f90"));
}

#[test]
fn of_procedures_with_interfaces() {
    prints_as_often(include_str!("numeric/output_interfaces/head.f90"));
}
