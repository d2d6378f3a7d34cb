! Quotients that share one division, and some that must not: indices of implied DO, divisors that change, inverses that the original has and overwrites, masks.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.2 0.9 1.6
! arg y real8(6)
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(6)
  real(8) :: r, v, w, s, z(n)
  complex(8) :: c
  integer :: k, l
  l = 2
  k = 3
  ! under the index of an implied DO, the divisor is another one each time
  z = [(atan2(x(1), x(l)), l = 1, n)]
  z = z + atan2(x(2), x(l))*[(x(k)/x(l), k = 1, n)]
  y(1) = sum(z*[(x(k)/x(l) + atan2(x(l), x(k)), k = 1, n)]) + x(1)/x(k) + atan2(x(4), x(k))
  ! a divisor that changes, and one of an element whose subscript does
  r = 1 + x(1)**2
  v = x(2)/r
  r = r + v
  y(2) = x(3)/r + x(4)/x(l)**2
  l = 3
  y(2) = y(2)*x(3)/x(l)**2 + v
  ! the original has the inverse, until it is something else
  v = 1/r
  y(3) = x(1)*v + x(2)/r
  s = x(4)/r + hypot(x(2), r)/r
  v = v*s
  y(3) = y(3) + v*s/r
  ! what no branch may share with another one
  do k = 1, n
    if (x(k) > 1) then
      s = s + x(k)/(x(k) - 1)*r/(x(k) - 1)
    else
      s = s + x(k)/(x(k) + 1)*r/(x(k) + 1)
    end if
  end do
  y(4) = s
  c = cmplx(x(1), x(2), 8)
  y(5) = real(x(3)/c + r/c**2) + abs(c)/x(3)
  ! a mask selects elements of arrays alone
  where (z > 0.5d0)
    z = hypot(x(1), r) + z/x(2) + atan2(z, x(2))
  end where
  y(5) = y(5) + sum(z)
  ! branches with inverses of their own stand between those that share one, and jumps lead past some
  v = x(1)/r
  w = 0
  if (x(3) > 0.5d0) then
    v = v + x(1)/s
    w = x(4)/s
  end if
  y(4) = y(4) + v + w + x(2)/r
  k = 1
10 v = v + x(1)/z(k)
  w = w + x(2)/z(k)
  k = k + 1
  if (k <= n) goto 10
  if (w > 100) goto 20
  if (v < 1d4) goto 30
20 v = v + w/z(1)
30 w = w + v/z(1)
  if (x(1) > 0) goto 40
  v = x(3)/z(2)
40 y(3) = y(3) + v/100 + w/z(2)
  y(6) = x(2)*(7/l) + x(3)**(5/l)/(x(1) + 5/l)
end subroutine head
