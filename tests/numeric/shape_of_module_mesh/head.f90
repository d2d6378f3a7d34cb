! Loops over a mesh that a procedure without a derivative refines.
! head: head(y)/(x)
! module mesh
! arg x real8(9)
! arg y real8
module mesh
  implicit none
  type cell
    integer :: id
    integer, allocatable :: faces(:)
  end type
  type(cell), allocatable :: cells(:)
contains
  subroutine refine(n)
    integer, intent(in) :: n
    integer :: i
    if (allocated(cells)) deallocate (cells)
    allocate (cells(n))
    do i = 1, n
      cells(i)%id = i
      allocate (cells(i)%faces(i))
    end do
  end subroutine
  subroutine add(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y
    integer :: j
    do j = 1, size(cells)
      y = y*x(j) + size(cells(j)%faces)*x(j)**2
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(9)
    real(8), intent(out) :: y
    integer :: k
    y = 1
    do k = 2, 5
      call refine(k)
      call add(x, y)
      y = y*x(size(cells))
    end do
    call refine(1)
  end subroutine
end module
