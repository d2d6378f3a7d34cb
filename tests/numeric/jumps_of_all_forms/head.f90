! Jumps of all forms.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(6)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(6)
  integer :: i, j, k, n
  real(8) :: t
  y = 0
  t = x(1)
  i = 0
10 i = i + 1
  t = t*x(2) + sin(t)
  if (i < 3) goto 10
  y(1) = t
  k = 2
  goto (20, 30, 40), k
20 y(2) = x(1)
  goto 50
30 y(2) = x(2)*t
40 y(2) = y(2) + x(3)
50 continue
  if (t - 1d9) 60, 70, 80
60 y(3) = t*t
  goto 90
70 y(3) = t
80 y(3) = 1
90 continue
  outer: do i = 1, 4
    do j = 1, 4
      if (j == 3) cycle outer
      if (i == 3) exit outer
      y(4) = y(4) + x(1)*x(2)**i*t/j
    end do
  end do outer
  select case (k)
  case (:0)
    y(5) = 1
  case (1:2, 7)
    y(5) = x(3)**2*y(4)
  case default
    y(5) = 2
  end select
  n = 3
  do i = 1, n
    n = 1
    if (i == 2) goto 100
    y(6) = y(6) + x(i)*y(5)
    blk: block
      if (x(1) > 100) exit blk
      y(6) = y(6)*x(2)
    end block blk
  end do
100 if (y(6) > 1d10) then
    y(6) = 0
    return
  end if
  if (i == 77) goto 110
  y(6) = y(6)*x(i)
  goto 120
110 y(6) = 3
  goto 100
120 if (y(6) /= y(6)) error stop 'nan'
end subroutine head
