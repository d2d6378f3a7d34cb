subroutine outer_@(x, x@, y, y@)
  use ties
  use aliases_of_components_m
  use aliases_of_components_m_@
  implicit none
  real(8), intent(in) :: x(6), x@(6)
  real(8), intent(out) :: y(6, 7), y@(6, 7)
  real(8), target :: t(6), o(3), n(9), t@(6), o@(3), n@(9)
  type(view) :: box, box@
  type(view), target :: alone, alone@
  type(field), target :: g, g@
  integer :: k
  alone%v => n(8:9)
  alone@%v => n@(8:9)
  do k = 1, 7
    t = x
    o = x(1:3)**2
    n = 0.7d0
    g%values = [0.4d0, 0.9d0]
    g%a = 1.1d0
    store%a = [0.3d0, 0.8d0, 0.6d0]
    store%values = [0.2d0, 0.5d0]
    n@ = -x(1)
    g@%values = [-x(1), x(1)]
    g@%a = x(2)
    store@%a = 0
    if (k /= 3) store@%a = x(3)
    store@%values = [-x(1), x(1)]
    t@ = x@
    o@ = 2*x(1:3)*x@(1:3)
    call tie(k, t, o, store%a, n, seen, more, box)
    call tie(k, t@, o@, store@%a, n@, seen@, more@, box@)
    box@%weight = 0
    more@%weight = x(1)
    more%weight = 0.6d0
    alone%weight = 0.9d0
    any => more(1 + mod(k, 2))
    any@ => more@(1 + mod(k, 2))
    if (k == 7) any => alone
    if (k == 7) any@ => alone@
    f => store
    f@ => store@
    if (k > 5) f => g
    if (k > 5) f@ => g@
    call head_@(t, t@, box, box@, y(:, k), y@(:, k))
  end do
end subroutine outer_@
