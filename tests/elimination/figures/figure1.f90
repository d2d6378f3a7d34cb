! Figure 1: scalars. Both uses of x are one vertex; the use of z in a2 is the result of a1.
subroutine figure1(x, z, y)
  real(8), intent(in) :: x
  real(8), value :: z
  real(8), intent(out) :: y
  z = -(z*x)
  y = z/x
end subroutine
