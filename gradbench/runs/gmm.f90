!> The eval `gmm`: a mixture of Gaussians.
module gmm_case
   use harness
   implicit none
   integer :: d, k, n, m
   real(8), allocatable, dimension(:) :: alpha, alphab
   real(8), allocatable, dimension(:, :) :: mu, q, l, mub, qb, lb, x
   real(8) :: gamma, y
contains
   subroutine primal()
      call gmm(d, k, n, alpha, mu, q, l, x, gamma, m, y)
   end subroutine primal

   subroutine gradient()
      real(8) :: yb
      yb = 1
      call gmm_b(d, k, n, alpha, alphab, mu, mub, q, qb, l, lb, x, gamma, m, y, yb)
   end subroutine gradient
end module gmm_case

program run
   use gmm_case
   implicit none
   call begin()
   read (input) d, k, n, m
   allocate (alpha(k), mu(d, k), q(d, k), l(d*(d - 1)/2, k), x(d, n))
   allocate (alphab(k), mub(d, k), qb(d, k), lb(d*(d - 1)/2, k))
   read (input) alpha, mu, q, l, x, gamma
   select case (requested())
   case ('objective')
      call measure(primal)
      write (output) y
   case ('jacobian')
      call measure(gradient)
      write (output) alphab, mub, qb, lb
   case default
      call unknown()
   end select
end program run
