program drive
  use scatters
  use scatters_b
  use omp_lib, only: omp_set_num_threads
  implicit none
  integer, parameter :: threads(3) = [1, 2, 8]
  integer, parameter :: n = 4000, ne = 12000, nz = 20000
  integer :: l(2,ne), edges(2,ne), first(3), conn(3,n/3), rp(n+1), len(n), at(50), odd(n), i, k, rep
  real(8) :: x(n), xb(n), y(n), yb(n), s(2,ne), sb(2,ne), r(2,n), rb(2,n), a(nz), ab(nz), sum1, sum1b, c(3), cb(3)
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
    do i = 1, n; yb(i) = 1 + 0.1d0*cos(1d0*i); rb(:, i) = [yb(i), 2*yb(i)]; end do
    xb = 7; sum1b = 1.5d0; cb = [1, 2, 3]
    call pairs_b(n, ne, l, x, xb, y, yb, sum1, sum1b, c, cb)
    print '(a,3es24.15)', 'pairs', sum(xb*x), sum(xb*x**2), sum(yb)+sum1b+sum(cb)
    xb = 7; sb = 8; yb = 9; y = 1 + x**2
    call green_b(n, 2, n - 1, first, edges, s, sb, y, yb, x, xb, r, rb)
    print '(a,3es24.15)', 'green', sum(xb*x), sum(sb(:,:n-1)*s(:,:n-1)), sum(yb*y)
    yb = 1 + x; xb = 3; y = x
    call elements_b(n, n/3, conn, x, xb, y, yb)
    print '(a,3es24.15)', 'elements', sum(xb*x), sum(xb*x**2), sum(yb)
    yb = 1 + x; xb = 3; y = x
    conn(3, :) = 1 + mod([(i*i, i = 1, n/3)], 11)
    call partly_b(n, n/3, conn, x, xb, y, yb)
    print '(a,3es24.15)', 'partly', sum(xb*x), sum(xb*x**2), sum(yb)
    conn(3, :) = [(i + 2*(n/3), i = 1, n/3)]
    yb = 1 + x; xb = 3; y = x; rb(1, :) = x
    call rarely_b(n, n, odd, x, xb, y, yb, r(1, :), rb(1, :))
    print '(a,3es24.15)', 'rarely', sum(xb*x), sum(xb*x**2), sum(yb)
    yb = 1 + x; xb = 3; ab = 4
    call rows_b(n, nz, rp, len, a, ab, x, xb, y, yb)
    print '(a,3es24.15)', 'rows', sum(xb*x), sum(ab*a), sum(ab*a**3)
    ! rows that share elements
    rp(10:20) = rp(10); len(10:19) = 3
    yb = 1 + x; xb = 3; ab = 4
    call rows_b(n, nz, rp, len, a, ab, x, xb, y, yb)
    print '(a,3es24.15)', 'shared', sum(xb*x), sum(ab*a), sum(ab*a**3)
    do i = 1, n
      len(i) = mod(i, 9)
      rp(i+1) = rp(i) + len(i)
    end do
    yb(:50) = 1 + x(:50); xb = 3
    call table_b(n, 50, at, x, xb, y(:50), yb(:50))
    print '(a,3es24.15)', 'table', sum(xb*x), sum(xb*x**2), sum(yb(:50))
    yb = 1 + x; xb = 3
    call blocks_b(n, x, xb, y, yb)
    print '(a,3es24.15)', 'blocks', sum(xb*x), sum(xb*x**2), sum(yb)
    yb = 1 + x; sb = 3
    call columns_b(n, s(:, :n), sb(:, :n), y, yb)
    print '(a,3es24.15)', 'columns', sum(sb(:, :n)*s(:, :n)), sum(sb(1, :n)), sum(yb)
  end do
end program
