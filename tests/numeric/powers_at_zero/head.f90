! Real powers at zero, where some have an infinite slope, and of a negative base, which has a value for exponents that are integral.
! head: f(y)/(x)
! arg x real8(3) 0.7 -1.5 0.0
! arg p real8(6) 0.0 1.0 2.0 -1.0 0.5 1.5
! arg y real8(6)
subroutine f(x, p, y)
  implicit none
  real(8), intent(in) :: x(3), p(6)
  real(8), intent(out) :: y(6)
  real(8) :: nothing
  ! its derivative is zero, which an infinite slope must not make a NaN
  nothing = x(1) - x(1)
  y(1) = nothing**p(1) + nothing**p(5) + nothing**p(6) + nothing**0.5d0 + nothing**(p(5)*x(1))
  y(2) = x(3)**p(2) + x(3)**p(3)
  y(3:5) = x(2)**p(2:4)
  y(6) = x(1)**p(1) + x(1)**p(5) + x(1)**x(1)
end subroutine f
