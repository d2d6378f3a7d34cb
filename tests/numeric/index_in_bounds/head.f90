! Loops whose bounds are computed from their own index, which is used before and behind them.
! head: head(y)/(x)
! arg n integer 5
! arg x real8(5) 0.7 1.3 0.9 1.1 0.6
! arg y real8(5)
! before n 4
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: w(n), t
  integer :: l, m
  w = sin(x)
  t = 0.0d0
  ! run in both sweeps; the index is needed behind it
  m = 3
  t = t + m*w(m)**2
  do m = m - 1, min(n, m), 1
    w(m) = w(m)*x(m)
  end do
  t = t + m*w(m - 1)**2
  ! with a stride
  m = 4
  t = t + m*w(m)
  do m = m - 3, n, m - 2
    w(m) = w(m)*cos(w(m))
  end do
  ! left early
  m = 2
  t = t + m*w(m)**2
  do m = m, m + 3
    w(m) = w(m)**2
    if (w(m) > 0.5d0) exit
  end do
  ! with snapshots
  m = 3
  !$adc binomial-ckp snapshots=1
  do m = m - 2, min(n, m + 1)
    t = t + sin(t)*w(m)
  end do
  y = w*t
  ! run in the reverse sweep alone
  l = 3
  t = l*w(l)
  y(1) = y(1) + t**2
  do l = l - 2, min(n, l)
    y(l) = y(l) + x(l)*w(l)
  end do
end subroutine head
