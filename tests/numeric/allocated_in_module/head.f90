! Module arrays that procedures allocate, move and deallocate, time and again.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
  real(8), allocatable :: u(:), v(:,:)
  integer, allocatable :: idx(:)
contains
  subroutine cleanup()
    if (allocated(u)) deallocate(u)
    if (allocated(v)) deallocate(v)
    deallocate(idx)
  end subroutine
  subroutine order(n)
    integer, intent(in) :: n
    integer :: i
    if (allocated(idx)) deallocate(idx)
    allocate(idx(n))
    do i = 1, n
      idx(i) = 1 + mod(i, 3)
    end do
  end subroutine
  subroutine fill(x, n)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3)
    integer :: i
    allocate(u(0:n), v(n, -1:1))
    u = x(1)
    do i = 1, n
      u(i) = u(i-1)*x(idx(i))
      v(i,:) = x*u(i)
    end do
  end subroutine
  subroutine shrink()
    real(8), allocatable :: w(:)
    w = u(:size(u)-2)*u(2)
    call move_alloc(w, u)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    integer :: n
    y = 1
    do n = 2, 4
      call order(n)
      call fill(x, n)
      if (n > 2) call shrink()
      y(1) = y(1)*sum(u) + v(1,0)
      y(2) = y(2)*u(idx(1)-1) + sum(v*v)
      call cleanup()
    end do
  end subroutine
end module
