! The value of a function goes to an element whose subscript nothing else in the forward sweep needs.
! head: f(y)/(x)
! arg x real8(3) 0.7 1.3 0.9
! arg y real8
subroutine f(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8), external :: g
   real(8) :: v(3), t
   integer :: i, k
   v = 0.5d0
   y = 0
   do i = 1, 3
      k = mod(i, 3) + 1
      t = x(i)*2
      v(k) = g(t, v(k))
      y = y + v(k)**2
   end do
end subroutine f
real(8) function g(a, b)
   implicit none
   real(8), intent(in) :: a, b
   real(8) :: s
   s = a*b
   s = sin(s)*a
   g = s*s + b
end function g
