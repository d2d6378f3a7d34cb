module ties
  implicit none
contains
  ! The same pointers for values and for shadows.
  subroutine tie(k, t, o, y, n, a, b, r)
    integer, intent(in) :: k
    real(8), target :: t(:), o(:), y(:), n(:)
    real(8), pointer :: a(:), b(:), r(:)
    a => o(1:3)
    b => o(4:6)
    r => n
    select case (k)
    case (1)
      a => t(1:3)
      b => t(1:3)
      r => y(1:3)
    case (2)
      a => t(1:5:2)
      b => t(6:4:-1)
      r => y(5:1:-2)
    case (3)
      a => o(2:4)
      b => o(3:5)
      r => y(2:3)
    case (4)
      a => t
      b => o(2:4)
    case (5)
      b => t(2:4)
      r => y(1:2)
    end select
  end subroutine tie

  ! The same for shadows of many directions.
  subroutine tie_shadows(k, t, o, y, n, a, b, r)
    integer, intent(in) :: k
    real(8), target :: t(:, :), o(:, :), y(:, :), n(:, :)
    real(8), pointer :: a(:, :), b(:, :), r(:, :)
    a => o(:, 1:3)
    b => o(:, 4:6)
    r => n
    select case (k)
    case (1)
      a => t(:, 1:3)
      b => t(:, 1:3)
      r => y(:, 1:3)
    case (2)
      a => t(:, 1:5:2)
      b => t(:, 6:4:-1)
      r => y(:, 5:1:-2)
    case (3)
      a => o(:, 2:4)
      b => o(:, 3:5)
      r => y(:, 2:3)
    case (4)
      a => t
      b => o(:, 2:4)
    case (5)
      b => t(:, 2:4)
      r => y(:, 1:2)
    end select
  end subroutine tie_shadows
end module ties

subroutine outer(x, y)
  use ties
  use aliases_of_arguments_m
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out), target :: y(6, 6)
  real(8), target :: t(6), o(6), n(3)
  real(8), pointer :: a(:), b(:)
  integer :: k
  do k = 1, 6
    t = x
    o = x*x
    n = [0.8d0, 1.2d0, 0.5d0]
    call tie(k, t, o, y(:, k), n, a, b, r)
    call head(a, b, t, y(:, k))
  end do
end subroutine outer
