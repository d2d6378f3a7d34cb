! Procedures that move pointers which outlive them, with local variables of derived type and local arrays that they allocate.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
  type cell
    real(8) :: a = 1, b(2) = 0.5d0
    integer :: k = 0
    real(8), allocatable :: w(:)
  end type
  real(8), pointer :: now(:), next(:)
  real(8), target :: first(3), second(3)
contains
  subroutine step(x)
    real(8), intent(in) :: x(3)
    real(8), pointer :: t(:)
    type(cell) :: c(2), d
    real(8), allocatable :: v(:), u(:), none(:)
    integer :: i
    allocate (v(0:2))
    v = now*x
    u = v**2
    if (size(u) > 5) none = u
    c(2)%w = u*x(1)
    do i = 1, 2
      c(i)%a = now(i)*x(i)*c(i)%b(1)
      c(i)%b = c(i)%a**2*x(3)
      c(i)%k = i + 1
    end do
    d = c(2)
    d%a = d%a*c(1)%b(2)
    do i = 1, 2
      next(c(i)%k) = now(i)*c(i)%a + d%a*c(i)%b(1)
    end do
    next(1) = d%b(2)*now(3)
    t => now
    now => next
    next => t
    c(1)%a = d%a*now(2)
    next(3) = c(1)%a**2*v(1) + sum(u)*c(2)%w(3)
    deallocate (v)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    integer :: i
    first = x
    second = x**2
    now => first
    next => second
    do i = 1, 3
      call step(x)
    end do
    y(1) = sum(now*x)
    y(2) = sum(next**2)
  end subroutine
end module
