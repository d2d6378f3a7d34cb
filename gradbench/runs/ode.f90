!> The eval `ode`: the gradient of the last component of the solution.
module ode_case
   use harness
   implicit none
   integer :: n, s
   real(8), allocatable :: x(:), xb(:), y(:), yb(:)
contains
   subroutine primal()
      call ode(n, s, x, y)
   end subroutine primal

   subroutine gradient()
      yb = 0
      yb(n) = 1
      call ode_b(n, s, x, xb, y, yb)
   end subroutine gradient
end module ode_case

program run
   use ode_case
   implicit none
   call begin()
   read (input) n, s
   allocate (x(n), xb(n), y(n), yb(n))
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
