! head: fac(fac)/(x)
! arg n integer 3
! arg x real8 0.7
! result fac real8
recursive function fac(n, x) result(r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8) :: r
  if (n <= 0) then
    r = 1.0d0
    return
  end if
  r = x*fac(n-1, x + 0.1d0)
end function fac
