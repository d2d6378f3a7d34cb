! Pointers to allocatable variables that are deallocated: what the adjoint needs is read by the name of the variable, or
! before the pointer refers to other memory.
! head: head(y)/(x)
! module target_deallocated
! arg x real8(6)
! arg y real8
module target_deallocated
  implicit none
  real(8), allocatable, target :: table(:)
  real(8), pointer :: column(:)
contains
  subroutine fill(n)
    integer, intent(in) :: n
    if (allocated(table)) deallocate (table)
    allocate (table(n))
    table = 0.25d0*n
    column => table(2:)
  end subroutine fill

  subroutine weigh(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y
    real(8), allocatable, target :: w(:)
    real(8), pointer :: p(:)
    integer :: i
    allocate (w(n))
    w = [(0.1d0*i, i=1, n)]
    p => w(2:)
    ! w is deallocated at the end, after the reverse sweep
    y = y*sum(p*x(:n - 1)**2)
  end subroutine weigh

  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    integer :: k
    y = x(6)
    do k = 2, 4
      call fill(k)
      ! its derivative needs no value of column
      y = y*x(k) + column(1)
      y = y + sum(table*x(:k)**2)
      call weigh(k, x, y)
    end do
    deallocate (table)
    y = y*x(1)
  end subroutine head
end module target_deallocated
