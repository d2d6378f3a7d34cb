! Assumed shape with other bounds, assumed size, automatic, zero size, contiguous, strides.
! module m
! head: head(y)/(x)
! arg n integer 4
! arg x real8(0:3)
! arg y real8(3)
module m
  implicit none
contains
  subroutine shift(a, r)
    real(8), intent(inout) :: a(-1:)
    real(8), intent(out) :: r
    integer :: i
    r = 1
    do i = lbound(a,1), ubound(a,1)
      r = r*a(i) + i
      a(i) = a(i)*r
    end do
  end subroutine
  subroutine size_of(n, a, r)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(*)
    real(8), intent(inout) :: r
    real(8) :: w(2*n)
    w(1:n) = a(1:n)**2
    w(n+1:) = w(n:1:-1)*a(1)
    r = r + sum(w)
    a(1:n) = w(2:2*n:2)
  end subroutine
  subroutine empty(a, r)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: r
    r = r + sum(a) + product(a) + size(a)
    if (size(a) > 0) r = r*maxval(a)
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n-1)
    real(8), intent(out) :: y(3)
    real(8) :: b(n,n)
    integer :: i
    do i = 1, n
      b(:,i) = x*i
    end do
    call shift(b(2,:), y(1))
    call shift(b(n:1:-2,3), y(2))
    call size_of(n, b(1,2), y(1))
    call size_of(3, b(2:,4), y(2))
    y(3) = x(1)
    call empty(b(1:0,1), y(3))
    call empty(b(:,2), y(3))
    y(3) = y(3) + sum(b)
  end subroutine
end module m
