!> The eval `det`: a determinant by expansion. The columns of a are the rows of the eval's matrix, which has the same
!! determinant.
module det_case
   use harness
   implicit none
   integer :: n
   real(8), allocatable :: a(:, :), ab(:, :)
   real(8) :: y
contains
   subroutine primal()
      call det(n, a, y)
   end subroutine primal

   subroutine gradient()
      real(8) :: yb
      yb = 1
      call det_b(n, a, ab, y, yb)
   end subroutine gradient
end module det_case

program run
   use det_case
   implicit none
   call begin()
   read (input) n
   allocate (a(n, n), ab(n, n))
   read (input) a
   select case (requested())
   case ('primal')
      call measure(primal)
      write (output) y
   case ('gradient')
      call measure(gradient)
      write (output) ab
   case default
      call unknown()
   end select
end program run
