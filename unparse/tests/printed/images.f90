! Coarrays and what images do together: printed, but not resolved further.
module about_images
  implicit none (type, external)
  real :: a[*]
  real, allocatable :: b[:, :], c(:)[:]
contains
  subroutine images(n, stat)
    integer, intent(in) :: n
    integer, intent(out) :: stat
    allocate (b[2, 3:*], c(n)[-1:*])
    critical
      a = 1
    end critical
    guarded: critical
      a = a[1] + b[1, 3] ! from the first
    end critical guarded
    sync all
    sync images (*)
    if (n > 3) stop 1, quiet=.true.
    error stop n + 1, quiet=(n == 0)
  end subroutine images
end module about_images
