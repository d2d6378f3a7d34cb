!> Square of the place where the path of a charged particle crosses the first axis, by Euler's method. The force is
!! minus the gradient of the potential, which is itself a derivative by adc.
!! Independent: w. Dependent: y.
subroutine crossing(forward, w, y)
   implicit none
   logical, intent(in) :: forward
   real(8), intent(in) :: w
   real(8), intent(out) :: y
   real(8), parameter :: dt = 0.1d0
   real(8) :: x(2), v(2), gradient(2)
   x = [0d0, 8d0]
   v = [0.75d0, 0d0]
   do
      call slope(forward, x, w, gradient)
      x = x + dt*v
      if (x(2) <= 0) exit
      v = v - dt*gradient
   end do
   y = (x(1) - x(2)/v(2)*v(1))**2
end subroutine crossing

!> Gradient of the potential by its tangent in two directions, or by its adjoint.
subroutine slope(forward, x, w, gradient)
   implicit none
   logical, intent(in) :: forward
   real(8), intent(in) :: x(2), w
   real(8), intent(out) :: gradient(2)
   real(8) :: p, weight, directions(2, 2)
   if (forward) then
      directions = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
      call potential_dv(x, directions, w, p, gradient, 2)
   else
      weight = 1
      call potential_b(x, gradient, w, p, weight)
   end if
end subroutine slope
