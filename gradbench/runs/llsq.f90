!> The eval `llsq`: a polynomial fitted to the sign function.
module llsq_case
   use harness
   implicit none
   integer :: m, n
   real(8), allocatable :: x(:), xb(:)
   real(8) :: y
contains
   subroutine primal()
      call llsq(m, n, x, y)
   end subroutine primal

   subroutine gradient()
      real(8) :: yb
      yb = 1
      call llsq_b(m, n, x, xb, y, yb)
   end subroutine gradient
end module llsq_case

program run
   use llsq_case
   implicit none
   call begin()
   read (input) m, n
   allocate (x(m), xb(m))
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
