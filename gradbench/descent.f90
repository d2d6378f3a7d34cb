!> Steepest descent from x, with the rules that GradBench gives for its evals `particle` and `saddle`: the step grows
!! after ten steps that descend, and shrinks after one that does not.
module descent
   implicit none
   private
   public :: descend

   abstract interface
      !> A function of x and its value.
      subroutine objective(x, y)
         real(8), intent(in) :: x(:)
         real(8), intent(out) :: y
      end subroutine objective
      !> Its gradient.
      subroutine slope(x, gradient)
         real(8), intent(in) :: x(:)
         real(8), intent(out) :: gradient(:)
      end subroutine slope
   end interface

   real(8), parameter :: tolerance = 1d-5

contains

   subroutine descend(f, df, x)
      procedure(objective) :: f
      procedure(slope) :: df
      real(8), intent(inout) :: x(:)
      real(8) :: gradient(size(x)), next(size(x)), y, y_next, step
      integer :: descents
      step = 1d-5
      descents = 0
      call f(x, y)
      call df(x, gradient)
      do
         if (norm2(gradient) <= tolerance) exit
         if (descents == 10) then
            step = 2*step
            descents = 0
         end if
         next = x - step*gradient
         if (norm2(next - x) <= tolerance) exit
         call f(next, y_next)
         if (y_next < y) then
            x = next
            y = y_next
            call df(x, gradient)
            descents = descents + 1
         else
            step = step/2
            descents = 0
         end if
      end do
   end subroutine descend
end module descent
