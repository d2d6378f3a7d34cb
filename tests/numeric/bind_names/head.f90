! External procedures that C knows by other names: interfaces in derivatives say so.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
subroutine head(x, y)
   use, intrinsic :: iso_c_binding, only: c_double
   implicit none
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   interface
      function weight(v) result(w) bind(c, name='c_weight')
         import :: c_double
         real(c_double), value :: v
         real(c_double) :: w
      end function weight
      subroutine shift(a, by) bind(c)
         import :: c_double
         real(c_double), intent(inout) :: a(2)
         real(c_double), value :: by
      end subroutine shift
   end interface
   real(8) :: a(2)
   a = x*weight(2d0)
   call shift(a, x(1))
   call shift(a, a(2))
   y = a(1)*weight(a(2)) + a(2)
end subroutine head

function weight(v) result(w) bind(c, name='c_weight')
   use, intrinsic :: iso_c_binding, only: c_double
   implicit none
   real(c_double), value :: v
   real(c_double) :: w
   w = v*v + 1
end function weight

subroutine shift(a, by) bind(c)
   use, intrinsic :: iso_c_binding, only: c_double
   implicit none
   real(c_double), intent(inout) :: a(2)
   real(c_double), value :: by
   by = by*a(2)
   a = a*by
end subroutine shift
