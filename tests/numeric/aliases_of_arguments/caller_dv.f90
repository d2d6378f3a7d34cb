subroutine outer_@(x, xd, y, yd, nd)
  use ties
  use aliases_of_arguments_m
  use aliases_of_arguments_m_@
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(6), xd(nd, 6)
  real(8), intent(out), target :: y(6, 6), yd(nd, 6, 6)
  real(8), target :: t(6), o(6), n(3), td(nd, 6), od(nd, 6), nn(nd, 3)
  real(8), pointer :: a(:), b(:), ad(:, :), bd(:, :)
  integer :: k, j
  do k = 1, 6
    t = x
    td = xd
    o = x*x
    do j = 1, nd
      od(j, :) = 2*x*xd(j, :)
    end do
    n = [0.8d0, 1.2d0, 0.5d0]
    nn = -x(1)
    yd(:, :, k) = -x(2)
    call tie(k, t, o, y(:, k), n, a, b, r)
    call tie_shadows(k, td, od, yd(:, :, k), nn, ad, bd, rd)
    call head_@(a, ad, b, bd, t, td, y(:, k), yd(:, :, k), nd)
  end do
end subroutine outer_@
