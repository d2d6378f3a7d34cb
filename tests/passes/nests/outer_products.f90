! An outer product needs no arrays for its factors; a transpose of a product is a product.
! head: f(y)/(a, b, x)
subroutine f(n, m, a, b, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), b(m, n), x(m)
  real(8), intent(out) :: y(n)
  real(8) :: c(n, n), s(m)
  y = matmul(a, x)
  c = matmul(a, transpose(matmul(a, matmul(b, a))))
  s = sum(a, 1)
  y = y + sum(c, 2) + sum(s*s)
end subroutine
