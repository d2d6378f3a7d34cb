!> The eval `kmeans`: a Newton step. The Hessian is diagonal, so its product with a vector of ones is its diagonal.
module kmeans_case
   use harness
   implicit none
   integer :: d, k, n
   real(8), allocatable :: points(:, :), centroids(:, :), ones(:, :), gradient(:, :), diagonal(:, :), step(:, :)
   real(8) :: cost
contains
   subroutine primal()
      call kmeans(d, k, n, points, centroids, cost)
   end subroutine primal

   subroutine direction()
      real(8) :: weight
      ones = 1
      weight = 1
      call kmeans_hv(d, k, n, points, centroids, ones, gradient, diagonal, cost, weight)
      step = gradient/diagonal
   end subroutine direction
end module kmeans_case

program run
   use kmeans_case
   implicit none
   call begin()
   read (input) d, k, n
   allocate (points(d, n), centroids(d, k), ones(d, k), gradient(d, k), diagonal(d, k), step(d, k))
   read (input) points, centroids
   select case (requested())
   case ('cost')
      call measure(primal)
      write (output) cost
   case ('dir')
      call measure(direction)
      write (output) step
   case default
      call unknown()
   end select
end program run
