! A defined assignment between types that compilers would convert, and from an array to a scalar.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
module conversions
  implicit none
  real(8) :: total = 0
  interface assignment(=)
    module procedure from_logical
    module procedure from_array
  end interface
contains
  subroutine from_logical(k, l)
    integer, intent(out) :: k
    logical, intent(in) :: l
    k = merge(3, 2, l)
    total = total*k
  end subroutine from_logical

  subroutine from_array(s, a)
    real(8), intent(out) :: s
    real(8), intent(in) :: a(:)
    s = sum(a*a)
  end subroutine from_array
end module conversions

subroutine head(x, y)
  use conversions
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: s
  integer :: k
  total = x(1)
  k = .true.
  s = x
  y = total**k + s
  k = x(2) > 100
  y = y*total*k
end subroutine head
