//! Derivatives of programs whose modules have been prepared before the head is called, as the drivers of the other numeric checks cannot do it.

use std::process::Command;

use crate::support::cli::Sandbox;
use crate::support::numeric::build;

const PROGRAM: &str = "\
module state
   implicit none
   real(8), allocatable :: w(:)
contains
   subroutine prepare(n)
      integer, intent(in) :: n
      if (allocated(w)) deallocate(w)
      allocate(w(0:n - 1))
   end subroutine prepare
   subroutine squares(x)
      real(8), intent(in) :: x(4)
      integer :: i
      do i = 1, 4
         w(i) = x(i)**2
      end do
   end subroutine squares
end module state

subroutine head(x, y)
   use state, only: squares, w
   implicit none
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y
   call squares(x)
   y = sum(w(1:4))
end subroutine head
";

/// The derivative of a sum of squares, twice, with another shape the second time.
const DRIVER: &str = "\
program driver
   use state, only: prepare
   implicit none
   real(8) :: x(4), xd(4), y, yd
   integer :: n
   do n = 5, 6
      x = [1d0, 2d0, 3d0, 4d0]
      xd = 1
      call prepare(n)
      call head_d(x, xd, y, yd)
      if (yd /= 20) error stop 'tangent'
      yd = 1
      call head_b(x, xd, y, yd)
      if (any(xd /= 2*x)) error stop 'adjoint'
   end do
end program driver
";

#[test]
fn shadows_of_allocatable_arrays_follow_the_state_of_the_module() {
    let s = Sandbox::with(&[("state.f90", PROGRAM), ("driver.f90", DRIVER)]);
    for mode in ["--tangent", "--reverse"] {
        s.works(&format!("adc {mode} state.f90 --head 'head(y)/(x)' -o state{mode}.f90"));
    }
    let tape = build::tape().unwrap();
    let mut command = build::gfortran();
    command.args(["-O0", "-fcheck=all", "-I"]).arg(&tape.folder);
    command.args(["state.f90", "state--tangent.f90", "state--reverse.f90", "driver.f90"]);
    command.args(&tape.objects).args(["-o", "driver.exe"]);
    let folder = s.path("");
    build::run(&mut command, &folder).unwrap();
    build::run(&mut Command::new(s.path("driver.exe")), &folder).unwrap();
}
