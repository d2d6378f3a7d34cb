! Figures 2 and 5: the statements of figure 1 with *z between which the pointer may have moved: elements whose
! subscripts may or may not be equal.
subroutine figure2(x, z, i, j, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: z(9)
  integer, intent(in) :: i, j
  real(8), intent(out) :: y
  z(i) = -(z(i)*x)
  y = z(j)/x
end subroutine
