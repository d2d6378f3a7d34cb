program drive
  use bodies
  use bodies_d
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer :: rep
  integer, parameter :: n = 203, m = 57, h = 14
  real(8) :: x(n), xd(n), y(n), yd(n), s, sd, e, ed
  real(8) :: u(n,m), ud(n,m), c(h,h,h), cd(h,h,h), v(h,h,h), vd(h,h,h), q(n), qd(n)
  integer :: cell(n), i, k, l
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
  do i = 1, n
    x(i) = 0.3d0 + 0.01d0*i; xd(i) = 1 + 0.1d0*sin(1d0*i)
    cell(i) = 1 + mod(7*i*i, n-1)
  end do
  q = cos(x); qd = sin(x)
  call deposit_d(n, n, cell, x, xd, q, qd, y, yd)
  print '(a,3es24.15)', 'deposit', sum(y), sum(yd)
  call nbody_d(n, x, xd, e, ed)
  print '(a,3es24.15)', 'nbody', e, ed
  call roots_d(n, x, xd, y, yd)
  print '(a,3es24.15)', 'roots', sum(y*x), sum(yd)
  do k = 1, m; do i = 1, n
    u(i,k) = 0.5d0+0.3d0*sin(1d0*i)+0.1d0*cos(2d0*k); ud(i,k) = 1 + 0.1d0*sin(1d0*i*k)
  end do; end do
  call steps_d(n, m, u, ud)
  print '(a,3es24.15)', 'steps', sum(u*cos(ud)), sum(ud)
  s = 0.4d0; sd = 9
  call first_d(n, s, sd, x, xd, y, yd)
  print '(a,3es24.15)', 'first', sum(y*x), sum(yd)
  do l = 1, h; do k = 1, h; do i = 1, h
   c(i,k,l) = 0.01d0*(i+2*k+3*l)/h; v(i,k,l) = sin(1d0*i*k)+cos(1d0*l); vd(i,k,l)=cos(1d0*i+k*l); cd(i,k,l) = 8
  end do; end do; end do
  call heat3_d(h, c, cd, v, vd)
  print '(a,3es24.15)', 'heat3', sum(v), sum(vd*cos(v))
  call lastp_d(n, x, xd, y(1), yd(1))
  print '(a,3es24.15)', 'lastp', y(1), yd(1)
  call biggest_d(n, x, xd, y(1), yd(1))
  print '(a,3es24.15)', 'biggest', y(1), yd(1)
  end do
end program
