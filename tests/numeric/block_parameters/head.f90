! Derived types with parameters whose values are constants of a BLOCK, by names that its procedure has for something else.
! head: foo(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
   implicit none
   type :: vector(k, n)
      integer, kind :: k
      integer, len :: n
      real(k) :: a(n)
   end type vector
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(4)
      real(8), intent(out) :: y
      integer, parameter :: few = 2
      type(vector(8, few)) :: r
      r%a = x(1:few)*x(3)
      block
         integer, parameter :: few = 4
         type(vector(8, few)) :: r
         r%a = x**2
         y = few*sin(r%a(1))*r%a(4) + size(r%a)*x(2)
      end block
      y = y + few*sum(r%a)*r%a(2)
   end subroutine foo
end module m
