!> Sum of the squared distances of n points from the nearest of k centroids, in d dimensions.
!! Independent: centroids. Dependent: cost.
subroutine kmeans(d, k, n, points, centroids, cost)
   implicit none
   integer, intent(in) :: d, k, n
   real(8), intent(in) :: points(d, n), centroids(d, k)
   real(8), intent(out) :: cost
   real(8) :: distance, least
   integer :: i, j, nearest
   cost = 0
   do i = 1, n
      nearest = 1
      least = huge(least)
      do j = 1, k
         distance = sum((points(:, i) - centroids(:, j))**2)
         if (distance < least) then
            least = distance
            nearest = j
         end if
      end do
      cost = cost + sum((points(:, i) - centroids(:, nearest))**2)
   end do
end subroutine kmeans
