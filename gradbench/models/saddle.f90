!> The largest value of the paraboloid over y, by steepest ascent from y = start. Its gradient is itself a derivative
!! by adc. The step grows after ten steps that ascend, and shrinks after one that does not.
!! Independent: x. Dependent: z.
subroutine highest(forward, x, start, y, z)
   implicit none
   logical, intent(in) :: forward
   real(8), intent(in) :: x(2), start(2)
   real(8), intent(out) :: y(2), z
   real(8), parameter :: tolerance = 1d-5
   real(8) :: gradient(2), next(2), step, z_next
   integer :: ascents
   step = 1d-5
   ascents = 0
   y = start
   call paraboloid(x, y, z)
   call slope(forward, x, y, gradient)
   do
      if (norm2(gradient) <= tolerance) exit
      if (ascents == 10) then
         step = 2*step
         ascents = 0
      end if
      next = y + step*gradient
      if (norm2(next - y) <= tolerance) exit
      call paraboloid(x, next, z_next)
      if (z_next > z) then
         y = next
         z = z_next
         call slope(forward, x, y, gradient)
         ascents = ascents + 1
      else
         step = step/2
         ascents = 0
      end if
   end do
end subroutine highest

!> Gradient of the paraboloid in y by its tangent in two directions, or by its adjoint.
subroutine slope(forward, x, y, gradient)
   implicit none
   logical, intent(in) :: forward
   real(8), intent(in) :: x(2), y(2)
   real(8), intent(out) :: gradient(2)
   real(8) :: z, weight, directions(2, 2)
   if (forward) then
      directions = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
      call paraboloid_dv(x, y, directions, z, gradient, 2)
   else
      weight = 1
      call paraboloid_b(x, y, gradient, z, weight)
   end if
end subroutine slope
