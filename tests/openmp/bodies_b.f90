program drive
  use bodies
  use bodies_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 203, m = 57, h = 14
  real(8) :: x(n), xb(n), y(n), yb(n), s, sb, e, eb
  real(8) :: u(n,m), ub(n,m), c(h,h,h), cb(h,h,h), v(h,h,h), vb(h,h,h)
  integer :: cell(n), i, k, l, rep
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
  do i = 1, n
    x(i) = 0.3d0 + 0.01d0*i; y(i) = 0.2d0 + 0.003d0*i; yb(i) = 1 + 0.1d0*sin(1d0*i)
    cell(i) = 1 + mod(7*i*i, n-1)
  end do
  xb = 7
  block; real(8) :: q(n), qb(n)
  q = cos(x); qb = 5
  call deposit_b(n, n, cell, x, xb, q, qb, y, yb)
  print '(a,3es24.15)', 'deposit', sum(xb*x), sum(qb*q), sum(yb)
  end block
  eb = 1.3d0; xb = 7
  call nbody_b(n, x, xb, e, eb)
  print '(a,3es24.15)', 'nbody', sum(xb*x), sum(xb*x**2), eb
  yb = 1+x; xb=5
  call roots_b(n, x, xb, y, yb)
  print '(a,3es24.15)', 'roots', sum(xb*x), sum(xb*x**2), sum(yb)
  do k = 1, m; do i = 1, n
    u(i,k) = 0.5d0+0.3d0*sin(1d0*i)+0.1d0*cos(2d0*k); ub(i,k) = 1 + 0.1d0*sin(1d0*i*k)
  end do; end do
  call steps_b(n, m, u, ub)
  print '(a,3es24.15)', 'steps', sum(ub*cos(ub)), sum(ub)
  yb = 1+x; xb=5; s = 0.4d0; sb = 9
  call first_b(n, s, sb, x, xb, y, yb)
  print '(a,3es24.15)', 'first', sum(xb*x), sb, sum(yb)
  do l = 1, h; do k = 1, h; do i = 1, h
   c(i,k,l) = 0.01d0*(i+2*k+3*l)/h; v(i,k,l) = sin(1d0*i*k)+cos(1d0*l); vb(i,k,l)=cos(1d0*i+k*l); cb(i,k,l) = 8
  end do; end do; end do
  call heat3_b(h, c, cb, v, vb)
  print '(a,3es24.15)', 'heat3', sum(cb*c), sum(vb*cos(vb)), sum(cb)
  yb(1) = 1.2d0; xb = 3
  call lastp_b(n, x, xb, y(1), yb(1))
  print '(a,3es24.15)', 'lastp', sum(xb*x), sum(xb)
  yb(1) = 1.2d0; xb = 3
  call biggest_b(n, x, xb, y(1), yb(1))
  print '(a,3es24.15)', 'biggest', sum(xb*x), sum(xb)
  end do
end program
