module ties
  use aliases_of_components_m, only: view
  implicit none
contains
  ! The same components for values and for shadows.
  subroutine tie(k, t, o, a, n, seen, more, box)
    integer, intent(in) :: k
    real(8), target :: t(:), o(:), a(:), n(:)
    type(view) :: seen, more(2), box
    seen%v => n(1:3)
    box%v => o
    more(1)%v => n(4:5)
    more(2)%v => n(6:7)
    select case (k)
    case (1)
      seen%v => t(1:3)
      box%v => t(2:4)
      more(1)%v => t(5:6)
      more(2)%v => t(1:2)
    case (2)
      seen%v => t(6:4:-1)
      box%v => t(1:5:2)
      more(2)%v => more(1)%v
    case (3)
      seen%v => a
      box%v => a(3:1:-1)
    case (4)
      more(2)%v => a(2:3)
      more(1)%v => o(1:2)
    case (5)
      box%v => t(3:5)
      more(2)%v => t(2:1:-1)
    case (6)
      seen%v => box%v
      more(1)%v => box%v(2:3)
    end select
  end subroutine tie
end module ties

subroutine outer(x, y)
  use ties
  use aliases_of_components_m
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(6, 7)
  real(8), target :: t(6), o(3), n(9)
  type(view) :: box
  type(view), target :: alone
  type(field), target :: g
  integer :: k
  alone%v => n(8:9)
  g%values = [0.4d0, 0.9d0]
  do k = 1, 7
    t = x
    o = x(1:3)**2
    n = 0.7d0
    g%values = [0.4d0, 0.9d0]
    g%a = 1.1d0
    store%a = [0.3d0, 0.8d0, 0.6d0]
    store%values = [0.2d0, 0.5d0]
    call tie(k, t, o, store%a, n, seen, more, box)
    more%weight = 0.6d0
    alone%weight = 0.9d0
    any => more(1 + mod(k, 2))
    if (k == 7) any => alone
    f => store
    if (k > 5) f => g
    call head(t, box, y(:, k))
  end do
end subroutine outer
