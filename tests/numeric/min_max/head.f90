! Functions with kinks, away from the kinks: min and max of several arguments, abs, sign, mod, dim, merge.
! head: foo(y)/(x)
! arg x real8(4) 0.3 1.7 -0.6 2.2
! arg y real8(6)
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y(6)
   y(1) = max(x(1), x(2)*x(3), x(4))
   y(2) = min(x(1), x(2), x(3)*x(4))
   y(3) = abs(x(3))*x(1)
   y(4) = sign(x(1), x(3)) + mod(x(4), x(1))
   y(5) = dim(x(2), x(1)) + dim(x(3), x(4))
   y(6) = merge(x(1)**2, x(2)**3, x(3) > 0.0d0)
end subroutine foo
