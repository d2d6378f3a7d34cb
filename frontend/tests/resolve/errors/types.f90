module generics
  implicit none
  interface swap
    module procedure swap_int, swap_real
  end interface swap
  interface operator(.cross.)
    module procedure cross
  end interface operator(.cross.)
  type :: point
    real :: x, y
  end type point
contains
  subroutine swap_int(a, b)
    integer, intent(inout) :: a, b
  end subroutine swap_int
  subroutine swap_real(a, b)
    real, intent(inout) :: a, b
  end subroutine swap_real
  function cross(a, b)
    real, intent(in) :: a(3), b(3)
    real :: cross(3)
    cross = a*b
  end function cross
end module generics

subroutine check(a, n, p)
  use generics
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n, n)
  type(point) :: p
  logical :: flag
  character(len=4) :: text
  real :: v(3), w(2)
  integer :: i
  i = 'text'
  text = 3
  flag = a(1, 1)
  a = v
  a(1) = 0
  a(1, 2.5) = 0
  v = v + a
  if (n) flag = .true.
  do while (v > 0)
  end do
  i = flag + 1
  p = 3
  p = p + p
  text = text // 1
  call swap(i, v(1))
  call swap(i)
  call swap_int(i, b=i, c=i)
  call swap_int(i, 1.5)
  call swap_int(v, i)
  v = v .cross. i
  v = v .dot. w
  v = sin(text)
  v(1) = sqrt(1., 2.)
  v = check
  select case (v(1))
  case (1)
  end select
  do v = 1, 2
  end do
  i = p%z
  p = point(1., 2., 3.)
  p = point(1., 'a')
  call external_one(1)
  i = external_one(1, 2)
  call check
end subroutine check

subroutine external_one(a, b)
  real a, b
  a = b
end subroutine external_one

recursive integer function itself(n)
  integer, intent(in) :: n
  itself = 1
  if (n > 1) itself = n*itself(n - 1)
end function itself

! polymorphic components
subroutine holders
  type law
     real :: a
  end type
  type, extends(law) :: holder
     class(law) :: inner
     class(*) :: anything
     class(law), allocatable :: made
     class(law), pointer :: shown => null()
  end type
  type(holder) :: h
  h%a = 1
end subroutine

! names that a type gives twice
module twice_bound
  type law
     real :: a, a
   contains
     procedure :: rate
     procedure :: rate => other_rate
     procedure, nopass :: a => other_rate
  end type
contains
  real function rate(self)
    class(law), intent(in) :: self
    rate = self%a
  end function
  real function other_rate(self)
    class(law), intent(in) :: self
    other_rate = 2*self%a
  end function
end module

! types that hold themselves, or what follows; statements about memory
subroutine held
  type chain
     type(chain) :: next
     type(chain), pointer :: more => null()
     type(follows) :: later
     type(follows), allocatable :: made
     real :: a
  end type
  type, extends(follows) :: early
  end type
  type follows
     type(chain) :: first
  end type
  type(chain) :: c
  real :: z(3)
  real, allocatable :: w(:)
  real, pointer :: p
  allocate (z(3), w(3), p)
  allocate (w(2, 2))
  allocate (8, c%a, c%made, c%more)
  deallocate (z, w)
  nullify (w, p, c%more)
  read (*, *) 8, z
end subroutine

! what asks for an interface, called without one
subroutine perhaps(a)
  real, optional :: a
  if (present(a)) a = 1
end subroutine
subroutine calls_perhaps
  double precision :: d
  call perhaps(d)
end subroutine

! arguments of intrinsic procedures that must be variables
subroutine moved
  real :: z(3)
  real, allocatable :: w(:)
  call move_alloc(z, w)
  if (allocated(z)) z = 1
  call random_number(2.0)
end subroutine
