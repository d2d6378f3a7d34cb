!> The eval `lstm`: a recurrent network.
module lstm_case
   use harness
   implicit none
   integer :: l, c, b
   real(8), allocatable :: cells(:, :, :, :), ends(:, :), cellsb(:, :, :, :), endsb(:, :), state(:, :, :), text(:, :)
   real(8) :: loss
contains
   subroutine primal()
      call lstm(l, c, b, cells, ends, state, text, loss)
   end subroutine primal

   subroutine gradient()
      real(8) :: lossb
      lossb = 1
      call lstm_b(l, c, b, cells, cellsb, ends, endsb, state, text, loss, lossb)
   end subroutine gradient
end module lstm_case

program run
   use lstm_case
   implicit none
   call begin()
   read (input) l, c, b
   allocate (cells(b, 4, 2, l), ends(b, 3), cellsb(b, 4, 2, l), endsb(b, 3), state(b, 2, l), text(b, c))
   read (input) cells, ends, state, text
   select case (requested())
   case ('objective')
      call measure(primal)
      write (output) loss
   case ('jacobian')
      call measure(gradient)
      write (output) cellsb, endsb
   case default
      call unknown()
   end select
end program run
