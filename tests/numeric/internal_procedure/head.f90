! Internal procedures that see the variables of their host.
! head: foo(y)/(x)
! arg x real8(2)
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   real(8) :: total
   total = x(1)
   call add(x(2))
   call add(x(1)*x(2))
   y = total*half(total)
contains
   subroutine add(v)
      real(8), intent(in) :: v
      total = total + v*x(1)
   end subroutine add

   function half(v) result(r)
      real(8), intent(in) :: v
      real(8) :: r
      r = 0.5d0*v*v
   end function half
end subroutine foo
