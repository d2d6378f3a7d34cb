! A procedure that prints, in a module whose private variables its silent copy needs.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
module log_m
  implicit none
  private
  integer :: level = 2
  integer, parameter :: unit_no = 6
  public :: trace
contains
  subroutine trace(k, n)
    integer, intent(inout) :: k
    integer, intent(out) :: n
    n = level
    write (unit_no, *) 'trace', k, level
    k = k + level
  end subroutine trace
end module log_m

subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  integer :: k
  y = 1
  do k = 1, 6
    !$adc checkpoint
    call mid(x, y)
  end do
end subroutine head

subroutine mid(x, y)
  use log_m
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(inout) :: y
  integer :: k, n
  k = 1
  call trace(k, n)
  y = y*x(1)**k + n*x(2)
end subroutine mid
