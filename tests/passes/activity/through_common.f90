! Unchanged: the variable in COMMON is active, though no single procedure names it, the independent and the dependent.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call put(x)
  call get(y)
end subroutine
subroutine put(x)
  real(8), intent(in) :: x
  real(8) :: t
  common /store/ t
  t = x**2
end subroutine
subroutine get(y)
  real(8), intent(out) :: y
  real(8) :: t
  common /store/ t
  y = t**2
end subroutine
