! A private type with parameters: its module is written again, with the definition as it was.
! head: foo(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module cells
   implicit none
   private
   public :: put, taken
   integer, parameter :: own = kind(1d0)
   type :: cell(k, n, q)
      integer, kind :: k = own, q = 2
      integer, len :: n = 2
      real(k) :: t, a(3)
      real(k) :: b(n)
      integer :: used(2*q)
   end type cell
   type :: box(k)
      integer, kind :: k = own
      real(k) :: t
      real(k), private :: a(3)
   end type box
   type(box) :: kept
contains
   subroutine put(x)
      real(own), intent(in) :: x(:)
      kept%a = x
      kept%t = x(1)*x(2)
      call spread_out(kept)
   end subroutine put

   subroutine spread_out(b)
      type(box(own)), intent(inout) :: b
      b%a = b%a*b%t
   end subroutine spread_out

   function taken(x) result(t)
      real(own), intent(in) :: x
      real(own) :: t
      type(cell(own, n=4)) :: c
      integer :: i
      c%used = 1
      c%a = kept%a
      do i = 1, c%n
         c%b(i) = x**i*kept%t
      end do
      c%t = sum(c%a) + c%b(c%n)
      call turn(c)
      t = c%t*c%b(2) + c%used(size(c%used))
   end function taken

   subroutine turn(c)
      type(cell(own, *)), intent(inout) :: c
      integer :: i
      do i = 1, size(c%b)
         c%t = c%t*cos(c%b(i))
         c%b(i) = c%b(i)*c%t
      end do
   end subroutine turn
end module cells

module m
   use cells, only: put, taken
   implicit none
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      call put(x)
      y = taken(x(1))*taken(x(2)) + taken(x(3))
   end subroutine foo
end module m
