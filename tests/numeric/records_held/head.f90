! Variables of derived type with allocatable components of derived type, assigned as a whole and element by element.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
  type field
    real(8), allocatable :: v(:)
    real(8) :: scale = 1
    integer :: level = 0
  end type
  type state
    type(field), allocatable :: f(:)
    real(8) :: t = 0
    real(8), allocatable :: w
  end type
contains
  subroutine create(s, n, x)
    type(state), intent(out) :: s
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: i
    allocate (s%f(0:2))
    do i = 0, 2
      allocate (s%f(i)%v(n + i))
      s%f(i)%v = 1
      s%f(i)%v(1:n) = x*(i + 1)
      s%f(i)%level = i
    end do
    s%t = x(1)
  end subroutine
  subroutine step(s, dt)
    type(state), intent(inout) :: s
    real(8), intent(in) :: dt
    type(state) :: old
    integer :: i
    old = s
    do i = lbound(s%f, 1), ubound(s%f, 1)
      s%f(i)%v = old%f(i)%v + dt*old%f(0)%v(1)*old%f(i)%v**2
      s%f(i)%scale = s%f(i)%scale*sum(old%f(i)%v)
    end do
    if (.not. allocated(s%w)) then
      s%w = dt*s%t
    else
      s%w = s%w*old%w
    end if
    s%t = s%t + dt
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(3)
    type(state) :: s, r
    integer :: i
    call create(s, n, x)
    do i = 1, 2
      call step(s, 0.1d0*x(2))
    end do
    y(1) = s%f(0)%scale*s%f(1)%v(1) + s%w
    ! other shapes on the left
    r = s
    call create(r, 2, x(2:3))
    deallocate (r%f(1)%v)
    r%f(2) = s%f(0)
    r%f(1) = r%f(2)
    r%f(2)%v(1) = r%f(2)%v(1)*r%f(1)%v(3)
    y(2) = sum(r%f(1)%v) + r%f(2)%v(1)*r%f(0)%v(2)
    s = r
    s%f(0:1) = s%f(1:2)
    y(3) = s%f(0)%v(2)*s%f(1)%v(1)*s%f(0)%level
  end subroutine
end module
