! Derived types with parameters, arguments that are passed in another way, elements of constant arrays.
module rows
  implicit none
  integer, parameter :: wp = 8
  type :: row(k, n)
    integer, kind :: k = 4
    integer, len :: n
    real(k) :: a(n) = 0
    character(n) :: name
  end type row
  type, extends(row) :: wide
    integer :: i
  end type wide
contains
  subroutine use_rows(r, m)
    integer, intent(in) :: m
    type(row(wp, *)), intent(inout) :: r
    type(row(k=4, n=3)) :: own
    type(row(wp, :)), allocatable :: other
    integer(8) :: at
    r%a = m
    own = row(4, 3)([1.0, 2.0, 3.0], 'row')
    if (r%k == 8) r%a(1) = own%n
    allocate (row(wp, 2) :: other)
    at = %loc(m)
    call by_value(%val(m), %ref(at))
  end subroutine use_rows
end module rows

program kinds
  use, intrinsic :: iso_fortran_env, only: real_kinds
  use, intrinsic :: ieee_arithmetic
  use, intrinsic :: ieee_exceptions
  implicit none
  integer, parameter :: j(size(real_kinds) + 2) = [real_kinds, [4, 8]]
  logical :: flag
  print *, real(1.0, kind=j(2)), real(2.0d0, kind=j(5)), 'abc'(2:)
  call ieee_get_flag(ieee_overflow, flag)
end program kinds
