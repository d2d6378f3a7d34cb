! A function gives a record whose allocatable component carries a derivative only later: its shadow is allocated with it.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
   implicit none
   type cell
      real(8) :: q = 0
      real(8), allocatable :: history(:)
   end type cell
contains
   function fresh(n, q) result(c)
      integer, intent(in) :: n
      real(8), intent(in) :: q
      type(cell) :: c
      c%q = q
      allocate (c%history(n))
      c%history = 1
   end function fresh
   subroutine note(c, v)
      type(cell), intent(inout) :: c
      real(8), intent(in) :: v
      c%history(2) = c%history(1)*v
      c%history(1) = v*c%q
   end subroutine note
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(cell) :: c
      integer :: i
      c = fresh(3, x(1))
      do i = 2, 3
         call note(c, x(i))
      end do
      y = sum(c%history) + c%q
   end subroutine head
end module m
