! Understood, though nothing can be derived from it.
module images
  implicit none
  type :: cell
    real, allocatable :: x(:)[:]
  contains
    final :: clean
  end type cell
  real :: a(3)[*]
  real, codimension[*], save :: b
contains
  subroutine clean(c)
    type(cell), intent(inout) :: c
  end subroutine clean
  function place(n) result(p)
    integer, intent(in) :: n
    real, pointer :: p
    real, target, save :: t(3)
    p => t(n)
  end function place
  subroutine exchange(n, stat)
    integer, intent(in) :: n
    integer, intent(out) :: stat
    real, allocatable :: local[:, :]
    allocate (local[2, *], stat=stat)
    critical
      a(1) = b[1]
    end critical
    guarded: critical
      a(2) = a(3)[n]
      if (n > 1) exit guarded
    end critical guarded
    sync images (n)
    place(2) = 3
    stop 1, quiet=.true.
  end subroutine exchange
end module images
