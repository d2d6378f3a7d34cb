! head: rec(y)/(x)
! arg n integer 4
! arg x real8 0.7
! arg y real8
recursive subroutine rec(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  if (n <= 0) then
    y = x
  else
    call rec(n-1, x*0.9d0, t)
    y = sin(t)*x + t*t
  end if
end subroutine rec
