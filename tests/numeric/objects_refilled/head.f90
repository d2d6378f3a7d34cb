! An allocatable object of unknown type whose components a call allocates: what runs again from a snapshot finds them as they were.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
module objects_refilled
  implicit none
  type, abstract :: boundary
  contains
    procedure(apply), deferred :: apply
  end type boundary
  abstract interface
    subroutine apply(self, v)
      import
      class(boundary), intent(inout) :: self
      real(8), intent(inout) :: v(:)
    end subroutine apply
  end interface
  type, extends(boundary) :: delayed
    real(8), allocatable :: before(:)
  contains
    procedure :: apply => apply_delayed
  end type delayed
  type, extends(boundary) :: fixed
    real(8) :: value = 0.1d0
  contains
    procedure :: apply => apply_fixed
  end type fixed
  type solver
    class(boundary), allocatable :: at
  end type solver
contains
  subroutine apply_delayed(self, v)
    class(delayed), intent(inout) :: self
    real(8), intent(inout) :: v(:)
    if (allocated(self%before)) v = v + 0.1d0*self%before
    self%before = v*v(1)
  end subroutine apply_delayed

  subroutine apply_fixed(self, v)
    class(fixed), intent(inout) :: self
    real(8), intent(inout) :: v(:)
    v(1) = self%value*v(2)
    self%value = self%value + 0.1d0*v(3)
  end subroutine apply_fixed

  subroutine run(s, v)
    type(solver), intent(inout) :: s
    real(8), intent(inout) :: v(:)
    !$adc checkpoint
    if (allocated(s%at)) call s%at%apply(v)
    v = v*v(3:1:-1)*0.8d0 + 0.2d0
  end subroutine run
end module objects_refilled

subroutine head(x, y)
  use objects_refilled
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  type(solver) :: s
  integer :: k
  y = x
  do k = 1, 5
    if (k == 2) allocate (fixed :: s%at)
    if (k == 3) then
      deallocate (s%at)
      allocate (delayed :: s%at)
    end if
    call run(s, y)
  end do
end subroutine head
