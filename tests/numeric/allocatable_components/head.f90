! Allocatable components, in parts and in arrays of types, that procedures allocate, change and deallocate.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
  type part
    character(8) :: name = 'none'
    logical :: on = .true.
    real(8), allocatable :: w(:,:)
    real(8) :: c = 1
  end type
  type state
    integer :: n = 0
    real(8), allocatable :: v(:)
    type(part) :: p
    type(part) :: q(2)
  end type
  type(state) :: shared
contains
  subroutine create(s, n)
    type(state), intent(inout) :: s
    integer, intent(in) :: n
    integer :: k
    s%n = n
    allocate(s%v(n), s%p%w(2, n))
    s%v = 1
    s%p%w = 0
    do k = 1, 2
      allocate(s%q(k)%w(n, k))
      s%q(k)%w = k
      s%q(k)%c = 0.5d0*k
    end do
  end subroutine
  subroutine advance(s, x)
    type(state), intent(inout) :: s
    real(8), intent(in) :: x(3)
    integer :: i
    do i = 1, s%n
      s%v(i) = s%v(i)*s%v(1)*x(1) + x(i)
      s%p%w(:, i) = s%p%w(:, i) + s%v(i)**2
      s%q(2)%w(i, :) = s%q(2)%w(i, 1)*x(2)*s%v(i)
    end do
    s%p%c = s%p%c*s%v(2)
    s%q%c = s%q%c*x(3)
  end subroutine
  subroutine free(s)
    type(state), intent(inout) :: s
    deallocate(s%v, s%p%w)
    s%n = 0
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    type(state) :: s
    integer :: i
    call create(s, 3)
    if (allocated(shared%v)) deallocate(shared%v)
    allocate(shared%v(2))
    shared%v = x(1:2)**2
    do i = 1, 2
      call advance(s, x)
      s%v = s%v*shared%v(i)
      shared%v(i) = sum(s%v)
    end do
    y(1) = sum(s%v*x) + sum(s%p%w(1, :)) + s%p%c + sum(shared%v)
    call free(s)
    s%v = x*y(1)
    if (s%p%on .and. s%p%name == 'none') y(2) = s%v(1)*s%v(3) + sum(s%q(2)%w)*s%q(1)%c*s%q(2)%c
  end subroutine
end module
