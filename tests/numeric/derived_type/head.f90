! A local variable of derived type, and components passed on.
! head: foo(y)/(x)
! module m
! arg x real8(2)
! arg y real8
module m
   implicit none
   type cell
      real(8) :: mass, speed(2)
      integer :: label
   end type cell
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      type(cell) :: c
      c%label = 3
      c%mass = x(1)**2
      c%speed(1) = x(2)/x(1)
      c%speed(2) = x(1)*c%mass
      call energy(c, y)
      y = y*c%label
   end subroutine foo

   subroutine energy(c, e)
      type(cell), intent(in) :: c
      real(8), intent(out) :: e
      e = 0.5d0*c%mass*(c%speed(1)**2 + c%speed(2)**2)
   end subroutine energy
end module m
