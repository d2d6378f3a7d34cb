!> Logarithm of the posterior of a mixture of k Gaussians in d dimensions, given n points, with a Wishart prior on
!! the precision matrices. The precision matrix of component c is transpose(L) L, where L is lower triangular with
!! the diagonal exp(q(:, c)), and l(:, c) below it, column by column.
!! Independents: alpha, mu, q, l. Dependent: y.
subroutine gmm(d, k, n, alpha, mu, q, l, x, gamma, m, y)
   implicit none
   integer, intent(in) :: d, k, n, m
   real(8), intent(in) :: alpha(k), mu(d, k), q(d, k), l(d*(d - 1)/2, k), x(d, n), gamma
   real(8), intent(out) :: y
   real(8), parameter :: pi = 3.14159265358979323846d0
   real(8) :: diagonal(d, k), log_determinant(k), centered(d), scaled(d), term(k)
   real(8), external :: log_sum_exp, log_multigamma
   integer :: c, i, j, p, entry
   do c = 1, k
      diagonal(:, c) = exp(q(:, c))
      log_determinant(c) = sum(q(:, c))
   end do
   y = 0
   do p = 1, n
      do c = 1, k
         centered = x(:, p) - mu(:, c)
         scaled = diagonal(:, c)*centered
         entry = 0
         do j = 1, d - 1
            do i = j + 1, d
               entry = entry + 1
               scaled(i) = scaled(i) + l(entry, c)*centered(j)
            end do
         end do
         term(c) = alpha(c) + log_determinant(c) - sum(scaled**2)/2
      end do
      y = y + log_sum_exp(k, term)
   end do
   y = y - n*(d*log(2*pi)/2 + log_sum_exp(k, alpha))
   do c = 1, k
      y = y - gamma**2/2*(sum(diagonal(:, c)**2) + sum(l(:, c)**2)) + m*log_determinant(c)
   end do
   y = y + k*((d + m + 1)*d*log(gamma/sqrt(2d0)) - log_multigamma((d + m + 1)/2d0, d))
end subroutine gmm

real(8) function log_sum_exp(n, v)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: v(n)
   real(8) :: largest, total
   integer :: i
   largest = maxval(v)
   total = 0
   do i = 1, n
      total = total + exp(v(i) - largest)
   end do
   log_sum_exp = largest + log(total)
end function log_sum_exp

!> Logarithm of the multivariate gamma function of dimension d.
real(8) function log_multigamma(a, d)
   implicit none
   real(8), intent(in) :: a
   integer, intent(in) :: d
   real(8), parameter :: pi = 3.14159265358979323846d0
   integer :: j
   log_multigamma = d*(d - 1)/4d0*log(pi)
   do j = 1, d
      log_multigamma = log_multigamma + log_gamma(a + (1 - j)/2d0)
   end do
end function log_multigamma
