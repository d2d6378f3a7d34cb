! FORALL blocks whose masks and limits read what they assign; nested; strides.
! head: head(y)/(x)
! arg n integer 5
! arg x real8(5)
! arg y real8
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n), b(n), c(n,n)
  integer :: i, j, m(3)
  a = x
  b = 1
  c = 0.5d0
  m = [1, 5, 2]
  forall (i = 1:n, a(i) > 0.7d0)
    a(i) = a(i) - 1.5d0*x(n+1-i)
    b(i) = a(i)*x(i)
  end forall
  forall (i = m(1):m(2):m(3), b(i) > -3) b(i) = b(m(3)+m(2)-i-1)**2
  forall (i = 2:n, a(i-1) < 10)
    a(i) = a(i-1)*b(i)
    forall (j = 1:n, c(i-1,j) < 0.9d0 .and. a(i) > -5)
      c(i,j) = x(j)*c(i,j) + c(i-1,j)
    end forall
  end forall
  y = sum(a) + 2*sum(b) + sum(c*c)
end subroutine
