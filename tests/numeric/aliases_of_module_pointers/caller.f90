module ties
  implicit none
contains
  ! The same pointers for values and for shadows.
  subroutine tie(k, t, o, p, q, one)
    integer, intent(in) :: k
    real(8), target :: t(:), o(:)
    real(8), pointer :: p(:), q(:), one
    p => o(1:3)
    q => o(4:6)
    one => o(7)
    select case (k)
    case (1)
      p => t
      q => t
      one => t(1)
    case (2)
      p => t(1:5:2)
      q => t(6:1:-1)
    case (3)
      p => t(2:4)
      q => p
      one => p(2)
    case (4)
      q => o(2:5)
      one => q(1)
    case (5)
      q => t(6:4:-1)
      one => t(5)
    end select
  end subroutine tie

  ! The same for shadows of many directions.
  subroutine tie_shadows(k, t, o, p, q, one)
    integer, intent(in) :: k
    real(8), target :: t(:, :), o(:, :)
    real(8), pointer :: p(:, :), q(:, :), one(:)
    p => o(:, 1:3)
    q => o(:, 4:6)
    one => o(:, 7)
    select case (k)
    case (1)
      p => t
      q => t
      one => t(:, 1)
    case (2)
      p => t(:, 1:5:2)
      q => t(:, 6:1:-1)
    case (3)
      p => t(:, 2:4)
      q => p
      one => p(:, 2)
    case (4)
      q => o(:, 2:5)
      one => q(:, 1)
    case (5)
      q => t(:, 6:4:-1)
      one => t(:, 5)
    end select
  end subroutine tie_shadows
end module ties

subroutine outer(x, y)
  use ties
  use aliases_of_module_pointers_m
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(7, 6)
  real(8), target :: t(6), o(7)
  integer :: k
  do k = 1, 6
    t = x
    o = [0.8d0, 1.2d0, 0.5d0, 0.9d0, 0.6d0, 1.1d0, 0.3d0]
    call tie(k, t, o, p, q, one)
    call head(t, y(:, k))
  end do
end subroutine outer
