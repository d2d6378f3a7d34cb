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
  integer, save :: counter[*]
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
    call atomic_add(counter[n], 1)
    call atomic_fetch_or(counter, 6, stat)
    call atomic_cas(counter[1], stat, 7, 0)
    stat = team_number() + image_status(n) + size(failed_images()) + size(stopped_images(kind=8))
    stop 1, quiet=.true.
  end subroutine exchange
end module images
