!> A function with a saddle point at 0: the smallest in x of the largest values in y.
!! Independent: y. Dependent: z.
subroutine paraboloid(x, y, z)
   implicit none
   real(8), intent(in) :: x(2), y(2)
   real(8), intent(out) :: z
   z = sum(x**2) - sum(y**2)
end subroutine paraboloid
