program drive
  use loops
  use loops_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 203, m = 57
  real(8) :: x(n), xb(n), y(n), yb(n), a, ab, s, sb
  real(8) :: u(n,m), ub(n,m), v(n,m), vb(n,m)
  integer :: rp(n+1), col(5*n), i, k, rep
  real(8) :: va(5*n), vab(5*n)
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
  do i = 1, n
    x(i) = 0.3d0 + 0.01d0*i; y(i) = 0.2d0 + 0.003d0*i; yb(i) = 1 + 0.1d0*sin(1d0*i)
  end do
  xb = 7; ab = 3; a = 1.3d0
  call saxpy_b(n, a, ab, x, xb, y, yb)
  print '(a,3es24.15)', 'saxpy', ab, sum(xb*x), sum(yb*x)
  y = 0.1d0*x; sb = 1.7d0
  call dot_b(n, x, xb, y, yb, s, sb)
  print '(a,3es24.15)', 'dot', sum(xb*x), sum(yb*x), sb
  yb = 1+x; xb=5
  call rec_b(n, x, xb, y, yb)
  print '(a,3es24.15)', 'rec', sum(xb*x), sum(xb*x**2), sum(yb)
  do k = 1, m; do i = 1, n
    u(i,k) = sin(1d0*i)+cos(2d0*k); vb(i,k) = 1 + 0.1d0*sin(1d0*i*k); ub(i,k) = 4
  end do; end do
  call stencil_b(n, m, u, ub, v, vb)
  print '(a,3es24.15)', 'stencil', sum(ub*u), sum(ub*u**2), sum(vb)
  do i = 1, n+1; rp(i) = 1 + 5*(i-1); end do
  do k = 1, 5*n; col(k) = 1 + mod(7*k*k, n); va(k) = 0.1d0*k; vab(k) = 9; end do
  yb = 1 + x; xb = 8
  call spmv_b(n, 5*n, rp, col, va, vab, x, xb, y, yb)
  print '(a,3es24.15)', 'spmv', sum(xb*x), sum(vab*va), sum(yb)
  end do
end program
