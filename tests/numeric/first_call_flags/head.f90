! A flag of a first call beside a table that the reverse sweep restores: the second call of an adjoint begins as the
! first one did.
! head: head(y)/(x)
! arg x real8(4) 0.6 0.8 1.2 0.9
! arg y real8
module tables
  implicit none
  real(8), private :: table(3)
  logical, private :: first = .true.
contains
  subroutine look(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    integer :: k
    if (first) then
      do k = 1, 3
        table(k) = 0.3d0*k
      end do
      first = .false.
    end if
    k = 1 + int(2*x - 0.01d0)
    y = y*sin(table(k)*x)/(1 + table(k))
  end subroutine look
end module tables
subroutine head(x, y)
  use tables
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, 4
    call look(x(i), y)
  end do
end subroutine head
