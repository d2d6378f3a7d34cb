! Calls that save a tile of an array that they are given: through two levels, with other lower bounds, with a size that is not known, of columns and without any.
! head: head(y)/(x)
! module tiles
! arg n integer 3
! arg m integer 6
! arg x real8(3)
! arg y real8(6)
module tiles
  implicit none
  integer :: first, last
contains
  subroutine smooth(n, m, jlo, jhi, u, w)
    integer, intent(in) :: n, m, jlo, jhi
    real(8), intent(inout) :: u(n, m)
    real(8), intent(in) :: w(n)
    integer :: i, j
    do j = jlo, jhi
      do i = 1, n
        u(i, j) = u(i, j) + 0.1d0*sin(u(i, j))*w(i)
      end do
    end do
  end subroutine smooth

  subroutine inner(n, m, lo, hi, u, w)
    integer, intent(in) :: n, m, lo, hi
    real(8), intent(inout) :: u(n, m)
    real(8), intent(in) :: w(n)
    call smooth(n, m, lo + 1, hi, u, w)
    call smooth(n, m, lo + 1, hi, u, u(:, lo))
  end subroutine inner

  subroutine shifted(j, v)
    integer, intent(in) :: j
    real(8), intent(inout) :: v(:, 0:)
    v(2:, j) = v(2:, j)*cos(v(1, j))
  end subroutine shifted

  subroutine unsized(n, j, v)
    integer, intent(in) :: n, j
    real(8), intent(inout) :: v(n, *)
    v(:, j) = v(:, j)**2
  end subroutine unsized

  subroutine through(n, j, v)
    integer, intent(in) :: n, j
    real(8), intent(inout) :: v(n, *)
    call unsized(n, j, v)
    call unsized(n, j + 1, v)
  end subroutine through

  subroutine window(v)
    real(8), intent(inout) :: v(:, :)
    v(:, first:last) = v(:, first:last)*(1 + 0.1d0*v(:, first:last))
  end subroutine window

  subroutine line(v)
    real(8), intent(inout) :: v(3)
    v = v*(1 + 0.2d0*v(1))
  end subroutine line

  subroutine head(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(6)
    real(8) :: u(n, m), v(n, -1:m - 2)
    integer :: j
    do j = 1, m
      u(:, j) = x*(1 + 0.1d0*j)
    end do
    v = 0.5d0*u
    do j = 1, m, 2
      call smooth(n, m, j, j + 1, u, x)
      call inner(n, m, j, j + 1, u, x)
      call shifted(j - 1, u)
      call shifted(j, v)
      call through(n, j, u)
      ! no columns, and none that exist
      call smooth(n, m, m + 2, m + 1, u, x)
      first = j
      last = j + 1
      call window(u)
      call window(v(:, :))
      call line(u(:, j))
      u(:, j) = u(:, j) + v(:, j - 1)**2
    end do
    y = sum(u, 1) + sum(v**2, 1)
  end subroutine head
end module tiles
