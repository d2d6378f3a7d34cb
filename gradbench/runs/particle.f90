!> The eval `particle`: steepest descent in a parameter of a charged particle's path. The first letter of a function
!! says how its gradient is computed, forward or in reverse, the second how that of the potential is.
module particle_case
   use harness
   use descent
   implicit none
   real(8) :: start, w(1)
   logical :: forward_outside, forward_inside
contains
   subroutine find()
      w = start
      call descend(value, slope, w)
   end subroutine find

   subroutine value(x, y)
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: y
      call crossing(forward_inside, x(1), y)
   end subroutine value

   subroutine slope(x, gradient)
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: gradient(:)
      real(8) :: y, yb
      if (forward_outside) then
         call crossing_d(forward_inside, x(1), 1d0, y, gradient(1))
      else
         yb = 1
         call crossing_b(forward_inside, x(1), gradient(1), y, yb)
      end if
   end subroutine slope
end module particle_case

program run
   use particle_case
   implicit none
   call begin()
   read (input) start
   select case (requested())
   case ('ff', 'fr', 'rf', 'rr')
      forward_outside = index(requested(), 'f') == 1
      forward_inside = index(requested(), 'f', back=.true.) == 2
      call measure(find)
      write (output) w
   case default
      call unknown()
   end select
end program run
