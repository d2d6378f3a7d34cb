//! Derivatives of programs whose modules have been prepared before the head is called, as the drivers of the other numeric checks cannot do it.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

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

/// Arrays of a module that are assigned as wholes, by the head and by what it calls.
const WHOLE: &str = "\
module state
   implicit none
   real(8), allocatable :: w(:), z(:, :)
contains
   subroutine prepare(n)
      integer, intent(in) :: n
      if (allocated(w)) deallocate(w, z)
      allocate(w(n), z(2, 2))
   end subroutine prepare
   subroutine advance(i)
      integer, intent(in) :: i
      w = w*w(i)
      z = transpose(z)*w(i + 1)
   end subroutine advance
end module state

subroutine head(x, y)
   use state
   implicit none
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y
   integer :: i
   w = x**2
   z = 1
   do i = 1, 2
      z = z*w(i)
      call advance(i)
   end do
   y = sum(w**2) + z(1, 2)
end subroutine head
";

/// Tangent against central differences, adjoint against the tangent; then the arrays have another shape before, and the adjoint gives it back to them.
const WHOLE_DRIVER: &str = "\
program driver
   use state, only: prepare, w
   implicit none
   real(8) :: x(4), xd(4), xb(4), again(4), y, yd, yb, above, below, h
   integer :: i
   call prepare(4)
   x = [0.9d0, 1.1d0, 0.7d0, 1.2d0]
   h = 1d-5
   yb = 1
   call head_b(x, xb, y, yb)
   do i = 1, 4
      xd = 0
      xd(i) = 1
      call head_d(x, xd, y, yd)
      call head(x + h*xd, above)
      call head(x - h*xd, below)
      if (abs(yd - (above - below)/(2*h)) > 1d-7*abs(yd) + 1d-7) error stop 'tangent'
      if (abs(yd - xb(i)) > 1d-12*abs(yd) + 1d-12) error stop 'adjoint'
   end do
   call prepare(5)
   yb = 1
   call head_b(x, again, y, yb)
   if (any(abs(again - xb) > 1d-12)) error stop 'again'
   if (size(w) /= 5) error stop 'shape'
end program driver
";

#[test]
fn shadows_of_allocatable_arrays_follow_the_state_of_the_module() {
    run(PROGRAM, DRIVER);
}

#[test]
fn arrays_of_modules_are_assigned_as_wholes() {
    run(WHOLE, WHOLE_DRIVER);
}

/// A module, its submodules and the head in files of their own. The second submodule is not needed, and could not stand in the module.
const TANK: &str = "\
module tank
   implicit none
   interface
      module subroutine fill(x, y)
         real(8), intent(in) :: x
         real(8), intent(out) :: y
      end subroutine fill
      module subroutine start()
      end subroutine start
      module subroutine count(n)
         integer, intent(out) :: n
      end subroutine count
   end interface
end module tank
";

const FILLING: &str = "\
module scales
   implicit none
   real(8) :: scale = 2
end module scales
submodule (tank) filling
   use scales
   implicit none
   real(8) :: state = 0
contains
   module procedure start
      state = 0
   end procedure start
   module procedure fill
      state = state + scale*x*x
      y = state*x
   end procedure fill
end submodule filling
";

const COUNTING: &str = "\
module counters
   use tank
   implicit none
contains
   subroutine twice(n)
      integer, intent(out) :: n
      call count(n)
      call count(n)
   end subroutine twice
end module counters
submodule (tank) counting
   use counters
   implicit none
   integer :: state = 0
contains
   module procedure count
      state = state + 1
      n = state
      if (n < 0) call twice(n)
   end procedure count
end submodule counting
";

const TANK_HEAD: &str = "\
subroutine head(x, y)
   use tank
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: a
   call start()
   call fill(x, a)
   call fill(a, y)
end subroutine head
";

/// With `a = 2*x**3` and `y = 2*(x**2 + a**2)*a`.
const TANK_DRIVER: &str = "\
program driver
   use counters, only: twice
   implicit none
   real(8) :: x, xd, y, yd, slope
   integer :: n
   call twice(n)
   if (n /= 2) error stop 'counting'
   x = 0.5d0
   slope = 2*(2*x*2*x**3 + (x**2 + 3*(2*x**3)**2)*6*x**2)
   do n = 1, 2
      xd = 1
      yd = 1
      call DERIVATIVE(x, xd, y, yd)
      if (abs(RESULT - slope) > 1d-12) error stop 'derivative'
   end do
end program driver
";

#[test]
fn submodules_in_files_of_their_own_become_parts_of_the_module() {
    for (mode, name, result) in [("--tangent", "head_d", "yd"), ("--reverse", "head_b", "xd")] {
        let s = Sandbox::with(&[
            ("tank.f90", TANK),
            ("filling.f90", FILLING),
            ("counting.f90", COUNTING),
            ("head.f90", TANK_HEAD),
        ]);
        let files = "tank.f90 filling.f90 counting.f90 head.f90";
        s.works(&format!("adc {mode} {files} --head 'head(y)/(x)' -o out.f90"));
        let driver = TANK_DRIVER.replace("DERIVATIVE", name).replace("RESULT", result);
        printed(&s, &["out.f90", "counting.f90", "head.f90"], &driver);
    }
}

#[test]
fn submodules_that_use_their_module_by_others_are_refused() {
    let counting = COUNTING.replace("n = state", "n = state\n      if (present(y)) y = y*state*y");
    let tank = TANK.replace(
        "module subroutine count(n)",
        "module subroutine count(n, y)\n         real(8), intent(inout), optional :: y",
    );
    let head = TANK_HEAD.replace(
        "   call fill(a, y)\n",
        "   call fill(a, y)\n   call count(n, y)\n   call count(n, y)\n",
    );
    let head = head.replace("real(8) :: a", "real(8) :: a\n   integer :: n");
    let s = Sandbox::with(&[
        ("tank.f90", &tank),
        ("filling.f90", FILLING),
        ("counting.f90", &counting),
        ("head.f90", &head),
    ]);
    let files = "tank.f90 filling.f90 counting.f90 head.f90";
    s.fails(
        &format!("adc --reverse {files} --head 'head(y)/(x)' -o out.f90"),
        1,
        &["ADC0313"],
    );
}

fn run(program: &str, driver: &str) -> String {
    let s = Sandbox::with(&[("state.f90", program)]);
    for mode in ["--tangent", "--reverse"] {
        s.works(&format!("adc {mode} state.f90 --head 'head(y)/(x)' -o state{mode}.f90"));
    }
    printed(&s, &["state.f90", "state--tangent.f90", "state--reverse.f90"], driver)
}
