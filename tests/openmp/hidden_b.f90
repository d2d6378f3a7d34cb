program drive
  use hidden_b
  implicit none
  integer, parameter :: n = 9
  real(8) :: x(n), xb(n), y(n), yb(n), w(n), expected(n), c, cb
  integer :: i
  do i = 1, n
    x(i) = 0.3d0 + 0.1d0*i; w(i) = cos(1d0*i)
  end do
  xb = 7; yb = w
  call inside_b(n, x, xb, y, yb)
  print *, maxval(abs(xb - 2*x*w)) < 1d-14
  xb = 7; yb = w
  call around_b(n, x, xb, y, yb)
  expected = 2*x(2)*w
  expected(1) = 2*x(1)*w(1)
  expected(2) = expected(2) + 2*sum(x(2:)*w(2:))
  print *, maxval(abs(xb - expected)) < 1d-14
  xb = 7; yb = w; c = 0.6d0; cb = 7
  call argument_b(n, x, xb, c, cb, y, yb)
  expected = 2*x*w
  expected(1) = 0
  print *, maxval(abs(xb - expected)) < 1d-14 .and. abs(cb - 2*c*w(1)) < 1d-14
  xb = 7; yb = w
  call by_default_b(n, x, xb, y, yb)
  expected = 4*x*w
  expected(1) = 3*x(2)*w(1)
  expected(2) = expected(2) + 3*x(1)*w(1)
  print *, maxval(abs(xb - expected)) < 1d-14
end program
