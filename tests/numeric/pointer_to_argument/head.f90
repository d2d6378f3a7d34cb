! Procedures that read what they are given, and what a module holds, by pointers of their own only: values before the calls are needed.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
  integer, target :: order(2) = 1
contains
  subroutine look(k, j)
    integer, intent(in), target :: k(2)
    integer, intent(out) :: j
    integer, pointer :: p(:), q(:)
    p => k
    q => order
    j = p(1) + q(2)
  end subroutine
  subroutine weigh(k, x, y)
    integer, intent(in), target :: k(2)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    integer, pointer :: p(:)
    p => k(2:1:-1)
    y = y*x(p(1))**2
    y = y*sin(y)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    integer, target :: k(2)
    integer :: i, j
    k = 2
    order = 1
    call look(k, j)
    y = x(j)
    do i = 1, 2
      k = 3 - i
      call weigh(k, x, y(i))
    end do
    k = 1
    order = 2
    y = y*y*x(1)
  end subroutine
end module
