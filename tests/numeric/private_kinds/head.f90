! Constants that are private: kinds of literals, variables, constructors and allocations, numbers, tables and texts.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
  implicit none
  private
  public :: head
  integer, parameter :: wp = 8, n = 3
  real(wp), parameter :: k = 2.5_wp, low = -k
  real(wp), parameter :: table(n) = [1.0_wp, k, 3.0_wp]
  character(*), parameter :: word = 'cube'
contains
  subroutine head(x, y)
    real(wp), intent(in) :: x(n)
    real(wp), intent(out) :: y
    real(wp), allocatable :: a(:)
    real(wp) :: t(n)
    allocate (real(wp) :: a(2))
    a = [real(wp) :: x(1)*x(2), 2]
    t = table*x**low
    y = sum(a)*a(1) + 2.5_wp*a(1)**2 + sum(t)
    call pass(k, word, y)
    y = y*table(2)
  end subroutine
  subroutine pass(a, w, y)
    real(wp), intent(in) :: a
    character(*), intent(in) :: w
    real(wp), intent(inout) :: y
    if (w == word) y = a*y**3
  end subroutine
end module
