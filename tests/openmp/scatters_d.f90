program drive
  use scatters
  use scatters_d
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 4000, ne = 12000, nz = 20000
  integer :: l(2,ne), edges(2,ne), first(3), conn(3,n/3), rp(n+1), len(n), at(50), odd(n), i, k, rep
  real(8) :: x(n), xd(n), y(n), yd(n), s(2,ne), sd(2,ne), r(2,n), rd(2,n), a(nz), ad(nz), sum1, sum1d, c(3), cd(3)
  do i = 1, n
    x(i) = 0.3d0 + 0.5d0*sin(1d0*i)
    odd(i) = 1 + mod(i, 7)
  end do
  odd(1::64) = [(i, i = 100, 100 + (n - 1)/64)]
  do i = 1, ne
    l(:, i) = [1 + mod(7*mod(i, 4000)*mod(i, 4000), n), 1 + mod(11*i, n)]
    s(:, i) = [cos(0.1d0*i), sin(0.2d0*i)]
  end do
  ! two colors: edges from odd to even nodes, and from even to odd nodes
  first = [1, 1 + n/2, n]
  do i = 1, n/2
    edges(:, i) = [2*i - 1, 2*i]
  end do
  do i = 1, n/2 - 1
    edges(:, n/2 + i) = [2*i, 2*i + 1]
  end do
  do i = 1, n/3
    conn(:, i) = [i, i + n/3, i + 2*(n/3)]
  end do
  rp(1) = 1
  do i = 1, n
    len(i) = mod(i, 9)
    rp(i+1) = rp(i) + len(i)
  end do
  do i = 1, nz
    a(i) = 0.1d0 + 0.01d0*cos(1d0*i)
  end do
  at = [(1 + mod(i*i, 20), i = 1, 50)]
  do rep = 1, 3
    call omp_set_num_threads(threads(rep))
    xd = cos(x); ad = sin(a); sd = cos(s)
    call pairs_d(n, ne, l, x, xd, y, yd, sum1, sum1d, c, cd)
    print '(a,3es24.15)', 'pairs', sum(y*x), sum(yd*x), sum1d + sum(cd)
    y = 1 + x**2; yd = x
    call green_d(n, 2, n - 1, first, edges, s, sd, y, yd, x, xd, r, rd)
    print '(a,3es24.15)', 'green', sum(r), sum(rd(1,:)*x), sum(rd(2,:)*x)
    y = x; yd = x
    call elements_d(n, n/3, conn, x, xd, y, yd)
    print '(a,3es24.15)', 'elements', sum(y), sum(yd), sum(yd*x)
    call partly_d(n, n/3, conn, x, xd, y, yd)
    print '(a,3es24.15)', 'partly', sum(y), sum(yd), sum(yd*x)
    call rarely_d(n, n, odd, x, xd, y, yd, r(1, :), rd(1, :))
    print '(a,3es24.15)', 'rarely', sum(y), sum(yd), sum(yd*x)
    call rows_d(n, nz, rp, len, a, ad, x, xd, y, yd)
    print '(a,3es24.15)', 'rows', sum(y), sum(yd), sum(yd*x)
    call table_d(n, 50, at, x, xd, y(:50), yd(:50))
    print '(a,3es24.15)', 'table', sum(y(:50)), sum(yd(:50))
    call blocks_d(n, x, xd, y, yd)
    print '(a,3es24.15)', 'blocks', sum(y), sum(yd), sum(yd*x)
    call columns_d(n, s(:, :n), sd(:, :n), y, yd)
    print '(a,3es24.15)', 'columns', sum(y), sum(yd), sum(yd*x)
  end do
end program
