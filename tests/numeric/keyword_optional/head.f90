! Arguments by keyword, and optional ones, present and absent.
! head: foo(y)/(x)
! module m
! arg x real8(2)
! arg y real8
module m
   implicit none
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      real(8) :: a, b
      call power(base=x(1), res=a)
      call power(res=b, exponent=x(2), base=x(1))
      y = a*b
   end subroutine foo

   subroutine power(base, exponent, res)
      real(8), intent(in) :: base
      real(8), intent(in), optional :: exponent
      real(8), intent(out) :: res
      if (present(exponent)) then
         res = base**exponent
      else
         res = base**3
      end if
   end subroutine power
end module m
