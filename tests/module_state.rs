//! Derivatives of programs whose modules are prepared before the head is called, which the drivers of the other numeric
//! checks cannot do.

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

/// Arrays of a module that the head and its callees assign as a whole.
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

/// Tangent against central differences, adjoint against the tangent; then the arrays have another shape on entry, which
/// the adjoint restores.
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

/// A module, its submodules and the head in files of their own. The second submodule is not needed, and could not be
/// merged into the module.
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
fn submodules_in_files_of_their_own_are_folded_into_the_module() {
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

/// Defined assignment, and an operator in a bound, in the submodule alone: the module's own text copies boxes without
/// change.
const BOXES: &str = "\
module boxes
   implicit none
   type box
      real(8) :: a = 0
   end type box
   interface
      module subroutine work(x, y)
         real(8), intent(in) :: x
         real(8), intent(out) :: y
      end subroutine work
   end interface
contains
   subroutine copy(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      type(box) :: a, b
      a%a = x*x
      b = a
      y = b%a
   end subroutine copy
end module boxes
submodule (boxes) working
   implicit none
   interface assignment(=)
      procedure twice
   end interface assignment(=)
   interface operator(+)
      procedure longer
   end interface operator(+)
   real(8) :: state = 0
   type(box) :: start = box(0)
contains
   module procedure work
      type(box) :: a, b
      real(8) :: w(start + 2)
      w = 0
      a%a = x
      b = a
      state = state + b%a
      y = state*x + sum(w)
   end procedure work
   pure integer function longer(b, n)
      type(box), intent(in) :: b
      integer, intent(in) :: n
      longer = n + int(0*b%a)
   end function longer
   subroutine twice(l, r)
      type(box), intent(out) :: l
      type(box), intent(in) :: r
      l%a = 2*r%a
   end subroutine twice
end submodule working
subroutine head(x, y)
   use boxes
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: a
   call work(x, a)
   call copy(a, y)
   call work(y, a)
   y = a
end subroutine head
";

#[test]
fn operators_of_folded_submodules_stay_their_own() {
    let s = Sandbox::with(&[("boxes.f90", BOXES)]);
    s.works("adc --tangent boxes.f90 --head 'head(y)/(x)' -o out.f90");
    let text = s.text("out.f90");
    assert!(text.contains("call twice(b, a)") && text.contains("b = a") && text.contains("w(longer(start, 2))"));
    assert!(!text.contains("interface assignment") && !text.contains("interface operator"));
    // a = 2*x**2, b = a**2, y = (2*x + 2*b)*b in the end
    let driver = "\
program driver
   implicit none
   real(8) :: x, y, yd, a, ad, b, bd
   x = 0.5d0
   call head_d(x, 1d0, y, yd)
   a = 2*x**2
   ad = 4*x
   b = a**2
   bd = 2*a*ad
   if (abs(y - (2*x + 2*b)*b) > 1d-12) error stop 'value'
   if (abs(yd - (2 + 2*bd)*b - (2*x + 2*b)*bd) > 1d-12) error stop 'derivative'
end program driver
";
    printed(&s, &["out.f90"], driver);
}

/// A sibling that stays in its file uses an intrinsic and a variable of implicit type; another one is empty.
#[test]
fn names_that_other_submodules_leave_to_their_hosts_are_taken() {
    let tank = TANK.replace("      module subroutine start()\n      end subroutine start\n", "");
    let filling = "\
submodule (tank) filling
   implicit none
   real(8) :: gamma = 2, k = 0.5d0
contains
   module procedure fill
      gamma = gamma + x
      k = k*gamma
      y = k*x
   end procedure fill
end submodule filling
";
    let counting = "\
submodule (tank) counting
   implicit integer (i-n)
contains
   module procedure count
      k = nint(gamma(5.0))
      n = k/4
   end procedure count
end submodule counting
";
    let head = TANK_HEAD.replace("   call start()\n", "");
    let s = Sandbox::with(&[
        ("tank.f90", &tank),
        ("filling.f90", filling),
        ("nothing.f90", "submodule (tank) nothing\nend submodule nothing\n"),
        ("counting.f90", counting),
        ("head.f90", &head),
    ]);
    let files = "tank.f90 filling.f90 nothing.f90 counting.f90 head.f90";
    s.works(&format!("adc --tangent {files} --head 'head(y)/(x)' -o out.f90"));
    let text = s.text("out.f90");
    assert!(text.contains("gamma_of_filling = 2") && !text.contains("nothing,") && !text.contains(", nothing"));
    let driver = "\
program driver
   use tank
   implicit none
   integer :: n
   call count(n)
   if (n /= 6) error stop 'counting'
end program driver
";
    printed(&s, &["out.f90", "nothing.f90", "counting.f90"], driver);
}

/// A submodule that writes `FIXED` or gives it to C, in a module with another one.
const FIXED: &str = "\
module tank
   implicit none
   integer :: FIXED = 7
   interface
      module subroutine fill(x, y)
         real(8), intent(in) :: x
         real(8), intent(out) :: y
      end subroutine fill
   end interface
contains
   integer function seven()
      seven = FIXED
   end function seven
end module tank
submodule (tank) filling
   implicit none
   real(8) :: state = 0, FIXED = 1
   namelist /settings/ FIXED
contains
   module procedure fill
      character(200) :: text
      write (text, nml=settings)
      state = state + x*FIXED
      y = state*x
   end procedure fill
end submodule filling
";

#[test]
fn submodules_with_names_that_cannot_be_others_are_refused_where_they_are_taken() {
    let label = "end procedure fill\n   subroutine fixed() bind(c)\n   end subroutine fixed";
    let procedure = FIXED
        .replace("state = 0, FIXED = 1\n   namelist /settings/ FIXED", "state = 0")
        .replace("write (text, nml=settings)", "call fixed()")
        .replace("x*FIXED", "x")
        .replace("end procedure fill", label);
    let group = FIXED
        .replace("integer :: FIXED", "integer :: settings")
        .replace("seven = FIXED", "seven = settings");
    let free = FIXED
        .replace("integer :: FIXED", "integer :: free")
        .replace("seven = FIXED", "seven = free");
    let head = TANK_HEAD.replace("   call start()\n", "");
    let dtio = "\
   interface write(formatted)
      procedure show
   end interface write(formatted)
";
    let show = "\
   subroutine show(dtv, unit, iotype, v_list, iostat, iomsg)
      class(thing), intent(in) :: dtv
      integer, intent(in) :: unit
      character(*), intent(in) :: iotype
      integer, intent(in) :: v_list(:)
      integer, intent(out) :: iostat
      character(*), intent(inout) :: iomsg
      write (unit, *, iostat=iostat, iomsg=iomsg) dtv%a
   end subroutine show
end submodule filling";
    let formatted = free
        .replace(
            "   real(8) :: state",
            &format!("   type thing\n      integer :: a\n   end type thing\n{dtio}   real(8) :: state"),
        )
        .replace("end submodule filling", show);
    for refused in [FIXED, &procedure, &group, &formatted] {
        let s = Sandbox::with(&[("tank.f90", refused), ("head.f90", &head)]);
        let line = "adc --reverse tank.f90 head.f90 --head 'head(y)/(x)' -o out.f90";
        let outcome = s.fails(line, 1, &["ADC0313"]);
        assert!(outcome.err.contains("cannot be folded into `tank`"), "{}", outcome.err);
    }
    let s = Sandbox::with(&[("tank.f90", &free), ("head.f90", &head)]);
    s.works("adc --reverse tank.f90 head.f90 --head 'head(y)/(x)' -o out.f90");
    let text = s.text("out.f90");
    assert!(text.contains("namelist /settings/ FIXED\n"));
}

fn run(program: &str, driver: &str) -> String {
    let s = Sandbox::with(&[("state.f90", program)]);
    for mode in ["--tangent", "--reverse"] {
        s.works(&format!("adc {mode} state.f90 --head 'head(y)/(x)' -o state{mode}.f90"));
    }
    printed(&s, &["state.f90", "state--tangent.f90", "state--reverse.f90"], driver)
}
