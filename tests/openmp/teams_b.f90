program drive
  use teams_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 103
  real(8) :: x(n), xb(n), y(n), yb(n), s, sb
  integer :: i, rep
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
    do i = 1, n
      x(i) = 0.3d0 + 0.01d0*i
    end do
    xb = 5; yb = 1 + x
    call bare_b(n, x, xb, y, yb)
    print '(a,3es24.15)', 'bare', sum(xb*x), sum(xb*x**2), sum(yb)
    xb = 5; yb = 1 + x
    call orphan_b(n, x, xb, y, yb)
    print '(a,3es24.15)', 'orphan', sum(xb*x), sum(xb*x**2), sum(yb)
    y = sin(3*x); yb = 1 + x
    call waves_b(n, 4, y, yb)
    print '(a,2es24.15)', 'waves', sum(yb*x), sum(yb*x**2)
    xb = 5; sb = 1.3d0
    call sums_b(n, x, xb, s, sb)
    print '(a,3es24.15)', 'sums', sum(xb*x), sum(xb*x**2), sb
    xb = 5; sb = 1.3d0
    call locked_b(n, x, xb, s, sb)
    print '(a,3es24.15)', 'locked', sum(xb*x), sum(xb*x**2), sb
  end do
end program
