program drive
  use teams_d
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 103
  real(8) :: x(n), xd(n), y(n), yd(n), s, sd
  integer :: i, rep
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
    do i = 1, n
      x(i) = 0.3d0 + 0.01d0*i
    end do
    xd = cos(x); yd = 4
    call bare_d(n, x, xd, y, yd)
    print '(a,3es24.15)', 'bare', sum(y*x), sum(yd*x), sum(yd*x**2)
    xd = cos(x); yd = 4
    call orphan_d(n, x, xd, y, yd)
    print '(a,3es24.15)', 'orphan', sum(y*x), sum(yd*x), sum(yd*x**2)
    y = sin(3*x); yd = cos(x)
    call waves_d(n, 4, y, yd)
    print '(a,2es24.15)', 'waves', sum(yd*x), sum(yd*x**2)
    xd = cos(x); sd = 4
    call sums_d(n, x, xd, s, sd)
    print '(a,2es24.15)', 'sums', s, sd
    xd = cos(x); sd = 4
    call locked_d(n, x, xd, s, sd)
    print '(a,2es24.15)', 'locked', s, sd
  end do
end program
