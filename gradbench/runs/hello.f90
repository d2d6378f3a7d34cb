!> The eval `hello`: a square and its derivative.
module hello
   use harness
   implicit none
   real(8) :: x, y, xb
contains
   subroutine primal()
      call square(x, y)
   end subroutine primal

   subroutine derivative()
      real(8) :: yb
      yb = 1
      call square_b(x, xb, y, yb)
   end subroutine derivative
end module hello

program run
   use hello
   implicit none
   call begin()
   read (input) x
   select case (requested())
   case ('square')
      call measure(primal)
      write (output) y
   case ('double')
      call measure(derivative)
      write (output) xb
   case default
      call unknown()
   end select
end program run
