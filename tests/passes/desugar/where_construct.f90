! A WHERE construct becomes single assignments; its mask is saved, since the first one changes an operand of the mask.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(5)
  real(8), intent(inout) :: y(5)
  where (y > 1)
    y = x*y
  elsewhere
    y = x
  end where
end subroutine
