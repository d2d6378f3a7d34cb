! The head is an ENTRY, and jumps back to what it shares with its procedure.
! head: middle(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg y real8(3)
! before n 2
subroutine first(n, x, y, s)
  implicit none
  integer :: n, i
  real(8) :: x(n), y(n), s
  real(8) :: t
  t = s
  goto 10
  entry middle(n, x, y)
  t = 2*x(1)
10 do i = 1, n
     y(i) = x(i)**2*t
     if (i == 3) goto 20
  end do
  return
20 y(1) = y(1)*y(3)
end subroutine
