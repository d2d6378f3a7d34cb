subroutine outer_@(x, xb, y, yb, nd)
  use ties
  use aliases_of_arguments_m
  use aliases_of_arguments_m_@
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: xb(nd, 6)
  real(8), intent(inout), target :: y(6, 6), yb(nd, 6, 6)
  real(8), target :: t(6), o(6), n(3), tb(nd, 6), ob(nd, 6), nb(nd, 3)
  real(8), pointer :: a(:), b(:), ab(:, :), bb(:, :)
  integer :: k, j
  xb = 0
  do k = 1, 6
    t = x
    o = x*x
    n = [0.8d0, 1.2d0, 0.5d0]
    call tie(k, t, o, y(:, k), n, a, b, r)
    call tie_shadows(k, tb, ob, yb(:, :, k), nb, ab, bb, rb)
    ob = 0
    tb = 17
    ab = 18
    bb = -19
    nb = -x(1)
    call head_@(a, ab, b, bb, t, tb, y(:, k), yb(:, :, k), nd)
    do j = 1, nd
      xb(j, :) = xb(j, :) + tb(j, :) + 2*x*ob(j, :)
    end do
  end do
end subroutine outer_@
