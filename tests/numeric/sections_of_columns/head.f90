! Calls that save one column of a module array: by an argument, by a module variable that changes between calls, through two levels, by an element of an array. Where the access is
! guarded, or the column changes in the callee, they save all.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(4)
module columns
  implicit none
  integer, parameter :: nz = 3, nc = 4
  real(8) :: t(nz, nc), q(nz, nc), ground(nc)
  integer :: now
contains
  subroutine heat(i, dt)
    integer, intent(in) :: i
    real(8), intent(in) :: dt
    integer :: k
    if (ground(i) > 0.8d0) then
      ground(i) = ground(i) + dt*sin(t(nz, i))
    end if
    do k = 1, nz
      t(k, i) = t(k, i) + dt*cos(t(k, i))*q(k, i)
    end do
  end subroutine heat

  subroutine moisten()
    integer :: k
    do k = nz - 1, 1, -1
      q(k, now) = q(k, now)*(1 + 0.1d0*q(k + 1, now)) + 0.01d0*t(k, now)**2
    end do
  end subroutine moisten

  subroutine column(i, dt)
    integer, intent(in) :: i
    real(8), intent(in) :: dt
    call heat(i, dt)
    call moisten()
    if (ground(i) > 1) call heat(i, 0.5d0*dt)
  end subroutine column

  subroutine behind(i)
    integer, intent(in) :: i
    if (i >= 1) t(:, i) = t(:, i)*(1 + 0.1d0*t(:, i))
  end subroutine behind

  subroutine next(i)
    integer, intent(inout) :: i
    i = mod(i, nc) + 1
    q(:, i) = sqrt(q(:, i))
  end subroutine next

  real(8) function mean(i)
    integer, intent(in) :: i
    mean = sum(t(:, i))/nz
    q(1, i) = q(1, i)*mean
  end function mean
end module columns

subroutine head(x, y)
  use columns
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  integer :: i, k, step, order(nc)
  real(8) :: m
  order = [3, 1, 4, 2]
  do i = 1, nc
    t(:, i) = x*(1 + 0.1d0*i)
    q(:, i) = 0.2d0*x(1) + 0.05d0*i
    ground(i) = x(2) + 0.2d0*i
  end do
  k = 2
  do step = 1, 2
    do i = 1, nc
      now = i
      call column(i, 0.1d0*x(3))
      now = nc + 1 - i
      call moisten()
      call behind(i - 1)
      call heat(order(i), 0.05d0)
      call next(k)
      k = mod(k + step, nc) + 1
      call heat(k, 0.02d0)
      m = mean(k)
      t(1, i) = t(1, i) + 0.1d0*m**2
    end do
  end do
  y = sum(t, 1)*ground + sum(q**2, 1)
end subroutine head
