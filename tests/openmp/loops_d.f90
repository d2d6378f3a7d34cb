program drive
  use loops
  use loops_d
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer :: rep
  integer, parameter :: n = 203, m = 57
  real(8) :: x(n), xd(n), y(n), yd(n), a, ad, s, sd
  real(8) :: u(n,m), ud(n,m), v(n,m), vd(n,m)
  integer :: rp(n+1), col(5*n), i, k
  real(8) :: va(5*n), vad(5*n)
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
  do i = 1, n
    x(i) = 0.3d0 + 0.01d0*i; y(i) = 0.2d0 + 0.003d0*i; yd(i) = 1 + 0.1d0*sin(1d0*i); xd(i) = cos(1d0*i)
  end do
  ad = 3; a = 1.3d0
  call saxpy_d(n, a, ad, x, xd, y, yd)
  print '(a,3es24.15)', 'saxpy', sum(y*x), sum(yd*x)
  y = 0.1d0*x
  call dot_d(n, x, xd, y, yd, s, sd)
  print '(a,3es24.15)', 'dot', s, sd
  call rec_d(n, x, xd, y, yd)
  print '(a,3es24.15)', 'rec', sum(y*x), sum(yd*x**2)
  do k = 1, m; do i = 1, n
    u(i,k) = sin(1d0*i)+cos(2d0*k); ud(i,k) = 1 + 0.1d0*sin(1d0*i*k)
  end do; end do
  call stencil_d(n, m, u, ud, v, vd)
  print '(a,3es24.15)', 'stencil', sum(v*u), sum(vd*u**2)
  do i = 1, n+1; rp(i) = 1 + 5*(i-1); end do
  do k = 1, 5*n; col(k) = 1 + mod(7*k*k, n); va(k) = 0.1d0*k; vad(k) = cos(1d0*k); end do
  call spmv_d(n, 5*n, rp, col, va, vad, x, xd, y, yd)
  print '(a,3es24.15)', 'spmv', sum(y*x), sum(yd*x)
  end do
end program
