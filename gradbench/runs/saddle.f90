!> The eval `saddle`: the lowest of the highest values of a paraboloid. The first letter of a function says how the
!! gradient of the highest values is computed, forward or in reverse, the second how that of the paraboloid is.
module saddle_case
   use harness
   use descent
   implicit none
   real(8) :: start(2), x(2), y(2)
   logical :: forward_outside, forward_inside
contains
   subroutine find()
      real(8) :: z
      x = start
      call descend(value, slope, x)
      call highest(forward_outside, x, start, y, z)
   end subroutine find

   subroutine value(at, z)
      real(8), intent(in) :: at(:)
      real(8), intent(out) :: z
      call highest(forward_inside, at, start, y, z)
   end subroutine value

   subroutine slope(at, gradient)
      real(8), intent(in) :: at(:)
      real(8), intent(out) :: gradient(:)
      real(8) :: z, zb, directions(2, 2)
      if (forward_outside) then
         directions = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
         call highest_dv(forward_inside, at, directions, start, y, z, gradient, 2)
      else
         zb = 1
         call highest_b(forward_inside, at, gradient, start, y, z, zb)
      end if
   end subroutine slope
end module saddle_case

program run
   use saddle_case
   implicit none
   call begin()
   read (input) start
   select case (requested())
   case ('ff', 'fr', 'rf', 'rr')
      forward_outside = index(requested(), 'f') == 1
      forward_inside = index(requested(), 'f', back=.true.) == 2
      call measure(find)
      write (output) x, y
   case default
      call unknown()
   end select
end program run
