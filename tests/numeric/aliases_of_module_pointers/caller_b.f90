subroutine outer_@(x, x@, y, y@)
  use ties
  use aliases_of_module_pointers_m
  use aliases_of_module_pointers_m_@
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: x@(6)
  real(8), intent(inout) :: y(7, 6), y@(7, 6)
  real(8), target :: t(6), o(7), t@(6), o@(7)
  integer :: k
  x@ = 0
  do k = 1, 6
    t = x
    o = [0.8d0, 1.2d0, 0.5d0, 0.9d0, 0.6d0, 1.1d0, 0.3d0]
    t@ = 17
    o@ = -x(1)
    call tie(k, t, o, p, q, one)
    call tie(k, t@, o@, p@, q@, one@)
    call head_@(t, t@, y(:, k), y@(:, k))
    x@ = x@ + t@
  end do
end subroutine outer_@
