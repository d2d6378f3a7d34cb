module a
  use missing
  implicit none
  integer :: from_a = 1
end module a

module b
  implicit none
  private
  integer, parameter, public :: wp = 8
  integer :: hidden
  type, public :: t
    real :: x
  end type t
  real, public :: wp2, wp2
  integer(wp3) :: k
  real(3) :: odd
  integer, parameter :: noconst = nint(odd)
  real(noconst) :: z
contains
  subroutine s(x, x)
    real :: x
  end subroutine s
  subroutine s(y)
    real :: y
  end subroutine s
end module b

module c1
  use c2
end module c1
module c2
  use c3
end module c2
module c3
  use c1
end module c3

subroutine first(arg, other)
  use b, only: wp, hidden, t, nothing
  implicit none
  real(wp) :: x
  real :: wp
  type(t) :: v
  type(unknown) :: u
  x = undeclared + 1
  undeclared = 2
  x = v%y + v%x%z
  x = f(x)
  array(3) = x
  hidden = nothing
  u%whatever = 1
  x(1) = 2
  call x(1)
  goto 99
end subroutine first

! nothing can be known about names while a module is missing
subroutine second
  use a
  implicit none
  unknown1 = unknown2(3)
  call unknown3
end subroutine second
