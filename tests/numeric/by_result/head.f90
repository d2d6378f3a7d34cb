! Derivatives by the results of assignments: operands that are overwritten, other elements of the same array, one of
! them perhaps the same, a root of zero, results that are overwritten later, complex quotients.
! head: f(a, y)/(a, x)
! arg n integer 4
! arg j integer(4) 2 2 4 1
! arg a real8(4) 1.5 2.5 0.5 1.25
! arg x real8(4) 0.7 0.3 0.9 1.1
! arg z real8 0.0
! arg y real8(4)
subroutine f(n, j, a, x, z, y)
  implicit none
  integer, intent(in) :: n, j(n)
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: x(n), z
  real(8), intent(out) :: y(n)
  integer :: i, k
  real(8) :: t, s, r
  complex(8) :: c
  s = 0.75d0
  c = (1.0d0, 0.5d0)
  do i = 1, n
    t = tanh(x(i)*a(i))
    y(i) = t*a(i)
    t = t/a(i)
    s = s/(t + x(i))
    y(i) = y(i)*s + t**2
    s = exp(-s)
    c = c/cmplx(x(i), s, 8)
    c = exp(c/4)
    y(i) = y(i) + real(c*c)
  end do
  do i = 2, n
    a(i) = a(i)/a(i-1)
  end do
  do i = 1, n
    a(i) = a(i)/a(j(i))
    y(i) = y(i)*a(i)
  end do
  do k = 1, n - 1
    do i = k + 1, n
      a(i) = sqrt(a(i)/a(k) + 1.0d0)
      y(k) = y(k) + a(i)**2
    end do
  end do
  r = z*x(1)
  do i = 1, n
    r = sqrt(r*r*x(i) + r*r)
    y(i) = y(i) + r*a(i)
    r = r**2
  end do
end subroutine f
