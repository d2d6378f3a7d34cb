! TRANSFER between complex numbers and reals becomes their parts or a constructor.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  complex(8) :: c
  c = transfer(x, c)
  c = c*c
  y = transfer(c, y)
end subroutine
