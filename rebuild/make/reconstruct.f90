! States at the faces, from the cells beside them, with limited slopes.
module reconstruct
  use types, only: dp, cells, ghosts, primitive
  implicit none
contains
  ! A slope between two differences.
  function limited(a, b, kind_of_limiter) result(s)
    real(dp), intent(in) :: a, b
    integer, intent(in) :: kind_of_limiter
    real(dp) :: s, r
    select case (kind_of_limiter)
    case (0)
      s = 0.0_dp
    case (1) ! minmod
      if (a*b <= 0.0_dp) then
        s = 0.0_dp
      else if (abs(a) < abs(b)) then
        s = a
      else
        s = b
      end if
    case (2) ! van Albada
      r = 1.0e-6_dp
      s = (a*(b**2 + r) + b*(a**2 + r))/(a**2 + b**2 + 2.0_dp*r)
    case default
      s = 0.5_dp*(a + b)
    end select
  end function limited

  subroutine slopes(w, which, dw)
    type(primitive), intent(in) :: w(1 - ghosts:cells + ghosts)
    integer, intent(in) :: which
    type(primitive), intent(out) :: dw(0:cells + 1)
    integer :: i
    do i = 0, cells + 1
      dw(i)%rho = limited(w(i)%rho - w(i - 1)%rho, w(i + 1)%rho - w(i)%rho, which)
      dw(i)%vel = limited(w(i)%vel - w(i - 1)%vel, w(i + 1)%vel - w(i)%vel, which)
      dw(i)%prs = limited(w(i)%prs - w(i - 1)%prs, w(i + 1)%prs - w(i)%prs, which)
      dw(i)%snd = 0.0_dp
    end do
  end subroutine slopes
end module reconstruct
