subroutine outer_@(x, x@, y, y@)
  use ties
  use aliases_of_arguments_m
  use aliases_of_arguments_m_@
  implicit none
  real(8), intent(in) :: x(6), x@(6)
  real(8), intent(out), target :: y(6, 6), y@(6, 6)
  real(8), target :: t(6), o(6), n(3), t@(6), o@(6), n@(3)
  real(8), pointer :: a(:), b(:), a@(:), b@(:)
  integer :: k
  do k = 1, 6
    t = x
    t@ = x@
    o = x*x
    o@ = 2*x*x@
    n = [0.8d0, 1.2d0, 0.5d0]
    n@ = -x(1)
    y@(:, k) = -x(2)
    call tie(k, t, o, y(:, k), n, a, b, r)
    call tie(k, t@, o@, y@(:, k), n@, a@, b@, r@)
    call head_@(a, a@, b, b@, t, t@, y(:, k), y@(:, k))
  end do
end subroutine outer_@
