!> The eval `ba`: bundle adjustment. The input is one camera, point, weight and feature, which are repeated. The
!! Jacobian is a sparse matrix by rows, without its blocks of zeros: two rows of 15 entries for each observation, and
!! then one of one entry. Numbers of rows and columns start with 0.
module ba_case
   use harness
   implicit none
   integer :: n, m, p
   real(8), allocatable :: cameras(:, :), points(:, :), weights(:), features(:, :), errors(:, :), weight_errors(:)
   integer, allocatable :: camera(:), point(:), rows(:), columns(:)
   real(8), allocatable :: values(:)
contains
   subroutine primal()
      integer :: i
      do i = 1, p
         call reprojection(cameras(:, camera(i)), points(:, point(i)), weights(i), features(:, i), errors(:, i))
      end do
      do i = 1, p
         call regularization(weights(i), weight_errors(i))
      end do
   end subroutine primal

   subroutine jacobian()
      real(8) :: by_camera(2, 11), by_point(2, 3), by_weight(2), one(2, 2)
      integer :: i, j, row, entry
      if (allocated(rows)) deallocate (rows, columns, values)
      allocate (rows(3*p + 1), columns(31*p), values(31*p))
      rows(1) = 0
      do i = 1, p
         one = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
         call reprojection_bv2(cameras(:, camera(i)), by_camera, points(:, point(i)), by_point, weights(i), by_weight, &
                               features(:, i), errors(:, i), one)
         do row = 1, 2
            entry = rows(2*i + row - 2)
            columns(entry + 1:entry + 15) = [(11*(camera(i) - 1) + j, j=0, 10), &
                                             (11*n + 3*(point(i) - 1) + j, j=0, 2), 11*n + 3*m + i - 1]
            values(entry + 1:entry + 15) = [by_camera(row, :), by_point(row, :), by_weight(row)]
            rows(2*i + row - 1) = entry + 15
         end do
      end do
      do i = 1, p
         entry = rows(2*p + i)
         columns(entry + 1) = 11*n + 3*m + i - 1
         call regularization_d(weights(i), 1d0, weight_errors(i), values(entry + 1))
         rows(2*p + i + 1) = entry + 1
      end do
   end subroutine jacobian

   subroutine read_and_repeat()
      real(8) :: one_camera(11), one_point(3), one_weight, one_feature(2)
      integer :: i
      read (input) n, m, p
      read (input) one_camera, one_point, one_weight, one_feature
      cameras = spread(one_camera, 2, n)
      points = spread(one_point, 2, m)
      weights = [(one_weight, i=1, p)]
      features = spread(one_feature, 2, p)
      camera = [(mod(i - 1, n) + 1, i=1, p)]
      point = [(mod(i - 1, m) + 1, i=1, p)]
      allocate (errors(2, p), weight_errors(p))
   end subroutine read_and_repeat
end module ba_case

program run
   use ba_case
   implicit none
   call begin()
   call read_and_repeat()
   select case (requested())
   case ('objective')
      call measure(primal)
      write (output) errors(:, 1), weight_errors(1)
   case ('jacobian')
      call measure(jacobian)
      write (output) real(rows(:30), 8), real(rows(3*p + 1), 8), real(columns(:30), 8), real(columns(31*p), 8), &
         values(:30), values(31*p)
   case default
      call unknown()
   end select
end program run
