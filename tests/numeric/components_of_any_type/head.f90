! A record of a module has allocatable components, one of any type; neither is there when the head begins.
! module store
! head: head(y)/(x)
! arg x real8(3) 0.5 1.2 0.7
! arg y real8(2)
module store
  implicit none
  type held
    real(8), allocatable :: a(:)
    class(*), allocatable :: extra
  end type held
  type(held), save, target :: st
contains
  subroutine init(v)
    real(8), intent(in) :: v(:)
    if (allocated(st%a)) deallocate(st%a)
    allocate(st%a(size(v)))
    st%a = v
  end subroutine init
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    integer :: i
    call init(x)
    do i = 1, 3
      st%a(i) = st%a(i)*sum(st%a*x)
    end do
    y(1) = sum(st%a)
    y(2) = st%a(1)*st%a(3)
  end subroutine head
end module store
