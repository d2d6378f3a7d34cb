! Increments of one element are added up in a scalar, and once more with the sum of a loop: the two sums differ.
! head: f(b, q, c)/(x, y)
! arg n integer 3
! arg x real8(3) 0.6 0.7 0.5
! arg y real8(3) 1.1 1.2 0.9
! arg b real8(3)
! arg q real8(3)
! arg c real8(3,3)
subroutine f(n, x, y, b, q, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: b(n), q(n), c(n,n)
  integer :: i, j
  do i = 1, n
    b(i) = x(i)*y(1)
    q(i) = 0.5d0 + x(i)
    do j = 1, n
      c(j, i) = sin(x(i)*j)
    end do
  end do
end subroutine f
