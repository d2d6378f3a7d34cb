! Powers whose derivatives share them: by base and exponent, of expressions, of zero and of negative bases, with literal exponents that differ by integers, in branches, in loops that end early, and where base or exponent change in between.
! head: f(y, z)/(x, p, q)
! arg n integer 4
! arg x real8(4) 0.7 1.3 2.1 0.4
! arg p real8(4) 1.6 -0.7 2.5 0.3
! arg q real8 2.0
! arg y real8(12)
! arg z real4(3)
subroutine f(n, x, p, q, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), p(n), q
  real(8), intent(out) :: y(12)
  real(4), intent(out) :: z(3)
  real(8) :: b, s, t, e
  real(4) :: single
  integer :: i, k
  y = 0
  ! base and exponent active, also in an expression
  b = 3 - x(1)
  y(1) = x(2)*(1 - b**p(1)) + b**p(1)
  y(2) = (x(3)*q)**(-p(2)) + q**p(2)
  ! bases that are not positive: integral exponents
  e = 2
  s = -x(1)
  y(3) = s**e*q
  s = x(1) - x(1)
  e = 3
  y(4) = s**e + x(2)*s**p(1)
  ! literal exponents that differ by integers, roots
  y(5) = p(2)*q**1.2d0 + x(1)*q**2.2d0 + q**0.2d0
  y(6) = x(1)*x(2)**1.5d0 + sqrt(x(2)) + x(3)*x(2)**0.25d0
  y(7) = x(3)*x(4)**(-1.5d0) + x(4)**(-0.5d0)
  ! the base changes in between
  s = x(1)
  y(8) = p(3)*s**1.7d0
  s = x(2)*s
  y(8) = y(8) + p(3)*s**0.7d0 + s**p(4)
  ! branches
  if (q > 1) then
    t = q**p(3)
    y(9) = t*x(1)
  else
    y(9) = q**p(4)
  end if
  ! a loop that ends early, in a loop that is reversed in place
  do i = 1, n
    s = x(i) + 1
    t = s
    do k = 1, 20
      e = t - (t**p(1) - s)/(p(1)*t**(p(1) - 1))
      if (abs(e - t) < 1d-13) exit
      t = e
    end do
    y(10) = y(10) + t*x(i)
    y(11) = y(11) + s**p(i)/s**2 + p(i)/s
  end do
  single = real(x(1)*p(1), 4)
  z(1) = single**1.25 + single**0.25
  z(2) = single**single
  z(3) = single**real(p(4), 4)*real(q, 4)
end subroutine f
