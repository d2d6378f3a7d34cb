! A section that is all of an array, in a procedure that calls itself: what is assigned behind the call needs no record.
! head: head(y)/(u)
! module m
! arg u real8 0.8
! arg y real8(4)
module m
  implicit none
  integer, parameter :: n = 4
  real(8) :: g
contains
  recursive subroutine fill(k, b, c, e)
    integer, intent(in) :: k
    real(8), intent(inout) :: b(0:n-1)
    real(8), intent(in) :: c
    real(8), intent(inout) :: e(n)
    real(8) :: t, q(4, 4)
    t = b(3)
    q = t*b(1)
    b(0:3) = g*c
    b(3) = c + t
    g = sqrt(b(1))
    if (k > 0) call fill(k - 1, b, e(3), q(:, 2))
    e(2) = e(2)*b(2)
    b(0) = t*q(3, 2)
  end subroutine fill

  subroutine head(u, y)
    real(8), intent(in) :: u
    real(8), intent(out) :: y(n)
    real(8) :: w(n)
    w = 0.7d0 + u
    g = 1.1d0*u
    y = 1
    y(2) = u
    call fill(2, y, u*u, w)
    y(3) = y(3)*w(2)
  end subroutine head
end module m
