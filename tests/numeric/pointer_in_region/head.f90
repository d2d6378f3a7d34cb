! Targets of pointers overwritten in regions that run again, in a program where other procedures have pointers, too.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8(2)
module total_of
contains
  subroutine total(p, s)
    real(8), pointer, intent(in) :: p(:)
    real(8), intent(out) :: s
    s = sum(p*p)
  end subroutine
end module
subroutine head(x, y)
  use total_of
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(2)
  real(8), target :: a(4)
  real(8), pointer :: q(:)
  integer :: i
  a = x
  q => a(1:3)
  call total(q, y(1))
  !$adc checkpoint-start
  a = a*x + sin(a)
  !$adc checkpoint-end
  call total(q, y(2))
  !$adc binomial-ckp 2
  do i = 1, 4
    a = a*cos(x)
    a(1) = a(2)*a(1)
  end do
  y(2) = y(2)*sum(q)
end subroutine head
