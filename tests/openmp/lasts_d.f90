program drive
  use lasts_d
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 103
  real(8) :: x(n), xd(n), y(n), yd(n), z, zd
  integer :: i, rep
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
    do i = 1, n
      x(i) = 0.3d0 + 0.01d0*i
    end do
    xd = cos(x); zd = 4
    call after_d(n, x, xd, z, zd)
    print '(a,2es24.15)', 'after', z, zd
    xd = cos(x); yd = 4; zd = 4
    call both_d(n, x, xd, y, yd, z, zd)
    print '(a,4es24.15)', 'both', sum(y*x), sum(yd*x), z, zd
    xd = cos(x); yd = 4; zd = 4
    call hard_d(n, x, xd, y, yd, z, zd)
    print '(a,4es24.15)', 'hard', sum(y*x), sum(yd*x), z, zd
  end do
end program
