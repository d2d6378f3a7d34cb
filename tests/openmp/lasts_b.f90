program drive
  use lasts_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 103
  real(8) :: x(n), xb(n), y(n), yb(n), z, zb
  integer :: i, rep
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
    do i = 1, n
      x(i) = 0.3d0 + 0.01d0*i
    end do
    xb = 5; zb = 1.3d0
    call after_b(n, x, xb, z, zb)
    print '(a,3es24.15)', 'after', sum(xb*x), sum(xb*x**2), zb
    xb = 5; yb = 1 + x; zb = 1.3d0
    call both_b(n, x, xb, y, yb, z, zb)
    print '(a,3es24.15)', 'both', sum(xb*x), sum(xb*x**2), sum(yb) + zb
    xb = 5; yb = 1 + x; zb = 1.3d0
    call hard_b(n, x, xb, y, yb, z, zb)
    print '(a,3es24.15)', 'hard', sum(xb*x), sum(xb*x**2), sum(yb) + zb
  end do
end program
