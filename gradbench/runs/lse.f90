!> The eval `lse`: logarithm of a sum of exponentials.
module lse_case
   use harness
   implicit none
   integer :: n
   real(8), allocatable :: x(:), xb(:)
   real(8) :: y
contains
   subroutine primal()
      call lse(n, x, y)
   end subroutine primal

   subroutine gradient()
      real(8) :: yb
      yb = 1
      call lse_b(n, x, xb, y, yb)
   end subroutine gradient
end module lse_case

program run
   use lse_case
   implicit none
   call begin()
   read (input) n
   allocate (x(n), xb(n))
   read (input) x
   select case (requested())
   case ('primal')
      call measure(primal)
      write (output) y
   case ('gradient')
      call measure(gradient)
      write (output) xb
   case default
      call unknown()
   end select
end program run
