! Single and double precision, integers and reals in one expression.
! head: foo(y)/(x, s)
! arg x real8 1.5
! arg s real 0.75
! arg k integer 3
! arg y real8
subroutine foo(x, s, k, y)
   implicit none
   real(8), intent(in) :: x
   real, intent(in) :: s
   integer, intent(in) :: k
   real(8), intent(out) :: y
   real(8) :: t
   t = x*s + k
   y = k*t**k/2 + s*x**2
   y = y - real(k, 8)/x
end subroutine foo
