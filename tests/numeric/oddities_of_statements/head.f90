! Nested WHERE with elemental and array functions, FORALL with dependencies, DO CONCURRENT over two indices, NAMELIST and internal files for parameters, statement functions with elements.
! head: head(y)/(x)
! module m
! arg n integer 4
! arg x real8(4)
! arg y real8(6)
! before n 3
module m
  implicit none
  real(8) :: scale = 1
  integer :: order = 2
  namelist /par/ scale, order
contains
  elemental real(8) function f(a)
    real(8), intent(in) :: a
    f = a*sqrt(a)
  end function
  function g(a) result(b)
    real(8), intent(in) :: a(:)
    real(8) :: b(size(a))
    b = a(size(a):1:-1)
  end function
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(6)
    real(8) :: a(n), b(n, n), st, aa, bb
    character(40) :: text
    integer :: i, j
    st(aa, bb) = aa*bb + aa**2
    text = '&par scale=2.5, order=3 /'
    read (text, nml=par)
    write (text, '(i4)') order
    read (text, *) j
    y = 0
    a = x
    where (a > x(2))
      a = f(a)
      where (a > 1.2d0)
        a = g(a)*a
      elsewhere
        a = a*2
      end where
    elsewhere (a < 0.1d0)
      a = 0
    elsewhere
      a = g(x)
    end where
    y(1) = sum(a)*scale**order
    forall (i=1:n, j=1:n, i /= j) b(i, j) = x(i)*x(j)
    forall (i=1:n) b(i, i) = a(i)
    forall (i=2:n) a(i) = a(i - 1)*a(i)
    y(2) = sum(b) + sum(a)
    do concurrent (i=1:n, j=1:n, i < j)
      b(i, j) = b(j, i)*a(i)
    end do
    y(3) = sum(b**2)*j
    y(4) = st(a(1), x(2)) + st(b(1, 2), a(2))
    y(5) = dot_product(a, matmul(b, x))
    y(6) = maxval(a) + minval(b, mask=b > x(1)) + sum(b(:, 2), mask=a > a(1)) + norm2(x)
  end subroutine
end module
