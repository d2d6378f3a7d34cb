program drive
  use regions
  use regions_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 103, m = 17
  real(8) :: x(n), xb(n), y(n), yb(n), s, sb, a(n,m), ab(n,m), z(m), zb(m)
  integer :: i, k, rep
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
  do i = 1, n
    x(i) = 0.3d0 + 0.01d0*i; y(i) = 0.2d0 + 0.003d0*i; yb(i) = 1 + 0.1d0*sin(1d0*i)
  end do
  xb = 7; sb = 1.4d0
  call region_b(n, 3, x, xb, y, yb, s, sb)
  print '(a,3es24.15)', 'region', sum(xb*x), sum(yb), sb
  yb = 1+x; xb=5
  call bare_b(n, x, xb, y, yb)
  print '(a,3es24.15)', 'bare', sum(xb*x), sum(xb*x**2), sum(yb)
  sb = 1.4d0; xb=5
  call crit_b(n, x, xb, s, sb)
  print '(a,3es24.15)', 'crit', sum(xb*x), sum(xb*x**2), sb
  do k = 1, m; do i = 1, n; a(i,k) = sin(1d0*i+k); ab(i,k) = 4; end do; z(k) = 0.1d0*k; zb(k) = 3; end do
  yb = 1+x
  call cols_b(n, m, a, ab, z, zb, y, yb)
  print '(a,3es24.15)', 'cols', sum(ab*a), sum(zb*z), sum(yb)
  end do
end program
