! A WHERE construct becomes single assignments; its mask is kept, as the first one changes what the mask reads.
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
