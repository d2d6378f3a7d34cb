! Lists of neighbours as compressed rows: integers computed from positions.
module neighbours
  use box, only: dp, np, side, cutoff, skin, max_near
  implicit none
  integer :: first(np + 1), near(np*max_near)
  real(dp) :: distance2
  integer :: rebuilt
contains
  subroutine build_lists(x)
    real(dp), intent(in) :: x(3, np)
    real(dp) :: d(3)
    integer :: i, j, n
    n = 0
    do i = 1, np
      first(i) = n + 1
      do j = i + 1, np
        d = x(:, j) - x(:, i)
        d = d - side*anint(d/side)
        distance2 = sum(d**2)
        if (distance2 < (cutoff + skin)**2 .and. n < np*max_near) then
          n = n + 1
          near(n) = j
        end if
      end do
    end do
    first(np + 1) = n + 1
    rebuilt = rebuilt + 1
  end subroutine build_lists
end module neighbours
