! Runs the adjoint that is named on the command line.
program astray_check
   use mpi
   use astray
   use astray_b
   implicit none
   integer :: error
   real(8) :: x(n), xb(n), y(n), yb(n)
   character(20) :: name
   call mpi_init(error)
   call get_command_argument(1, name)
   x = [0.5d0, 0.6d0, 0.7d0]
   yb = 1
   select case (name)
   case ('unlike')
      call unlike_b(x, xb, y, yb)
   case ('pipelined')
      call pipelined_b(x, xb, y, yb)
   case ('any_order')
      call any_order_b(x, xb, y, yb)
   end select
   print *, 'not stopped', xb
   call mpi_finalize(error)
end program astray_check
