! WHERE and masked sums.
! head: foo(y)/(x)
! arg x real8(5) -1.0 0.5 2.0 -0.3 0.8
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(5)
   real(8), intent(out) :: y
   real(8) :: a(5)
   where (x > 0.0d0)
      a = x**2
   elsewhere
      a = -x
   end where
   y = sum(a, mask=x < 1.0d0) + maxval(a)
end subroutine foo
