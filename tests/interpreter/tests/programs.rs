//! Small programs: what they show, and the faults that end them.

use adc_interpreter::source::{read, Source};
use adc_interpreter::stop::Stop;
use adc_interpreter::{run, undefined, Shown};

/// The module of drivers, whose procedures the interpreter has itself.
const TOOLS: &str = "module driver_tools
   implicit none
   integer, parameter :: dp = kind(1.0d0)
contains
   subroutine show(name, values)
      character(len=*), intent(in) :: name
      real(dp), intent(in) :: values(:)
   end subroutine show
end module driver_tools
";

fn outcome(text: &str) -> Result<Shown, Stop> {
    let source = |name, text| Source {
        name,
        text,
        fixed: false,
    };
    let program = read(&[source("tools.f90", TOOLS), source("program.f90", text)]);
    let program = program.map_err(Stop::Fault)?;
    run(&program, &[]).map_err(|ended| ended.why)
}

/// What a main program with these declarations and statements shows, in one vector.
fn shown(body: &str) -> Vec<f64> {
    let text = format!("program p\nuse driver_tools, only: show\nimplicit none\n{body}\nend program p\n");
    let all = outcome(&text).unwrap_or_else(|e| vec![(e.to_string(), vec![])]);
    all.into_iter()
        .flat_map(|(name, values)| if values.is_empty() { panic!("{name}") } else { values })
        .collect()
}

fn fault(body: &str) -> String {
    let text = format!("program p\nuse driver_tools, only: show\nimplicit none\n{body}\nend program p\n");
    match outcome(&text) {
        Err(Stop::Fault(what)) => what,
        other => format!("no fault: {other:?}"),
    }
}

#[test]
fn sections_vectors_and_masks() {
    let body = "real(8) :: a(3, 4), v(4)
integer :: i, k(2)
a = reshape([(1.0d0*i, i = 1, 12)], [3, 4])
k = [3, 1]
v = a(2, 4:1:-1)
where (v > 5)
  v = -v
elsewhere
  v = 10*v
end where
a(k, 2) = a([1, 2], 3)
call show('v', v)
call show('a', a(:, 2))";
    assert_eq!(shown(body), [-11.0, -8.0, 50.0, 20.0, 8.0, 5.0, 7.0]);
}

#[test]
fn sequences_and_copies_back() {
    let body = "real(8) :: a(2, 3)
a = 0
call fill(a(2, 1), 3)
call fill(a(1, :), 2)
call show('a', [a])
contains
subroutine fill(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + i
  end do
end subroutine fill";
    assert_eq!(shown(body), [1.0, 1.0, 4.0, 3.0, 0.0, 0.0]);
}

#[test]
fn storage_that_is_shared() {
    let body = "real(8) :: a(4), b(2), c
complex(8) :: z
equivalence (a(2), b(1)), (a(1), z)
common /block/ c
a = [1, 2, 3, 4]
b(2) = 7
c = aimag(z)
call show('a', [a, c, transfer(transfer(2.5d0, 1), 0.0d0)])";
    assert_eq!(shown(body)[..5], [1.0, 2.0, 7.0, 4.0, 2.0]);
}

#[test]
fn pointers_and_allocatables() {
    let body = "type t
  real(8), allocatable :: v(:)
  real(8), pointer :: p(:) => null()
end type
type(t) :: a, b
real(8), target :: x(4)
x = [1, 2, 3, 4]
a%v = x(2:3)
a%p(0:) => x(1:4:2)
b = a
a%v = [9.0d0, 8.0d0, 7.0d0]
b%p(1) = 30
call show('b', [b%v, x, real(lbound(b%p), 8), merge(1.0d0, 0.0d0, associated(a%p, b%p))])";
    assert_eq!(shown(body), [2.0, 3.0, 1.0, 2.0, 30.0, 4.0, 0.0, 1.0]);
}

#[test]
fn objects_find_their_procedures() {
    let text = "module m
  implicit none
  type base
    real(8) :: w = 2
  contains
    procedure :: area => square
  end type
  type, extends(base) :: disc
    real(8) :: r = 3
  contains
    procedure :: area => round
  end type
contains
  real(8) function square(self)
    class(base), intent(in) :: self
    square = self%w**2
  end function
  real(8) function round(self)
    class(disc), intent(in) :: self
    round = self%r*self%w
  end function
end module
program p
  use m
  use driver_tools, only: show
  class(base), allocatable :: o
  real(8) :: r(2)
  allocate (base :: o)
  r(1) = o%area()
  deallocate (o)
  allocate (disc :: o)
  r(2) = o%area()
  call show('r', r)
end program
";
    assert_eq!(outcome(text), Ok(vec![("r".to_owned(), vec![4.0, 6.0])]));
}

#[test]
fn jumps_and_loops() {
    let body = "integer :: i, k
k = 0
outer: do i = 1, 10
  if (i == 3) cycle outer
  select case (i)
  case (:2)
    k = k + 1
  case (5)
    exit outer
  case default
    k = k + 10
  end select
end do outer
10 k = k + 100
if (k < 300) goto 10
call show('k', [1.0d0*k, 1.0d0*i])";
    assert_eq!(shown(body), [312.0, 5.0]);
}

#[test]
fn the_tape_returns_what_it_was_given() {
    let body = "external :: pushreal8array, popreal8array, pushcontrol1b, popcontrol1b
real(8) :: a(3)
integer :: branch
a = [1, 2, 3]
call pushreal8array(a, 3)
call pushcontrol1b(1)
a = 0
call popcontrol1b(branch)
call popreal8array(a, 3)
call show('a', [a, 1.0d0*branch])";
    assert_eq!(shown(body), [1.0, 2.0, 3.0, 1.0]);
    let other = "external :: pushreal8, popinteger4\nreal(8) :: a\ninteger :: i\na = 1
call pushreal8(a)\ncall popinteger4(i)";
    assert_eq!(fault(other), "a pop of 1 integer4 where 1 real8 were pushed");
}

#[test]
fn faults() {
    let index = "real(8) :: a(3)\ninteger :: i\ni = 4\na(i) = 1";
    assert_eq!(fault(index), "the index 4 is out of bounds 1:3");
    let unallocated = "real(8), allocatable :: a(:)\na(1) = 1";
    assert_eq!(fault(unallocated), "`a` is not allocated or associated");
    let shapes = "real(8) :: a(3), b(2)\nb = 1\na = 2*b";
    assert!(fault(shapes).contains("is assigned to one of"), "{}", fault(shapes));
    let twice = "real(8), allocatable :: a(:)\nallocate (a(2))\nallocate (a(2))";
    assert_eq!(fault(twice), "ALLOCATE of what is allocated");
}

#[test]
fn vectors_of_subscripts_on_the_left() {
    let body = "type t
  real(8) :: w
end type
type(t) :: r(3)
complex(8) :: z(2)
integer :: k(2)
k = [3, 1]
r%w = 0
r(k) = [t(1.0d0), t(2.0d0)]
z = (1, 2)
call show('r', r%w)";
    assert_eq!(shown(body), [2.0, 0.0, 1.0]);
    let part = "complex(8) :: z(2)\ninteger :: k(2)\nk = [2, 1]\nz = 0\nz(k)%re = 1";
    let text = format!("program p\nimplicit none\n{part}\nend program p\n");
    assert!(matches!(outcome(&text), Err(Stop::Unsupported(_))));
}

#[test]
fn pointers_to_what_has_ended() {
    let body = "real(8), pointer :: p(:), q(:)
allocate (p(2))
p = 1
q => p
deallocate (p)
call show('q', q)";
    assert_eq!(fault(body), "an access outside of a variable");
}

#[test]
fn elemental_procedures_need_arrays_that_conform() {
    let body = "real(8) :: a(3), b(1)
a = 1
b = 2
a = sum_of(a, b)
contains
elemental real(8) function sum_of(x, y)
  real(8), intent(in) :: x, y
  sum_of = x + y
end function";
    assert_eq!(fault(body), "arguments of an elemental procedure that do not conform");
}

#[test]
fn numbers_that_need_more_bits() {
    let body = "call pushcontrol1b(2)";
    assert_eq!(
        fault(&format!("external :: pushcontrol1b\n{body}")),
        "[Int(2)] in 1 bits"
    );
}

#[test]
fn what_was_never_set_is_not_a_number() {
    assert!(shown("real(8) :: a\ncall show('a', [a])")[0].is_nan());
}

#[test]
fn what_is_lacking_is_no_fault() {
    let text = "program p\nreal(8) :: a\nread (*, *) a\nend program\n";
    assert_eq!(outcome(text), Err(Stop::Unsupported("input and output".to_owned())));
}

#[test]
fn procedures_without_source_are_found() {
    let text = "program p\nexternal :: there\ncall there()\ncall pushreal8(1.0d0)\nend program\n";
    let source = Source {
        name: "p.f90",
        text,
        fixed: false,
    };
    let found = read(&[source]).map(|program| undefined(&program));
    assert_eq!(
        found.map(|names| names.into_iter().collect()),
        Ok(vec!["there".to_owned()])
    );
}
