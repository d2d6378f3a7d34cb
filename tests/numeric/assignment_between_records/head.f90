! The user has a procedure for `=` between records of one type; what derivatives assign besides means all components as they are.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
   implicit none
   type field
      real(8) :: v = 0
      integer :: copies = 0
      real(8), allocatable :: rest(:)
   end type field
   type counter
      real(8) :: v = 0
   contains
      procedure, private :: assign
      generic :: assignment(=) => assign
   end type counter
   interface assignment(=)
      module procedure copy
   end interface
   interface operator(+)
      module procedure add
   end interface
contains
   subroutine copy(a, b)
      type(field), intent(inout) :: a
      type(field), intent(in) :: b
      a%v = b%v
      a%rest = b%rest
      a%copies = a%copies + 1
      if (a%copies > 1) a%v = a%v/2
   end subroutine copy
   function add(a, b) result(c)
      type(field), intent(in) :: a, b
      type(field) :: c
      c%v = a%v*b%v
      c%rest = a%rest + b%rest*c%v
   end function add
   subroutine assign(a, b)
      class(counter), intent(inout) :: a
      type(counter), intent(in) :: b
      a%v = 2*b%v
   end subroutine assign
   elemental function twice(a) result(b)
      type(counter), intent(in) :: a
      type(counter) :: b
      b%v = a%v**2
   end function twice
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y(2)
      type(field) :: a, b, c
      type(counter) :: p
      integer :: i
      a%v = x(1)
      b%v = x(2)
      a%rest = x(2:3)
      b%rest = x(1:2)
      do i = 1, 3
         c = a + b + a
         a = b
         b = c
      end do
      p%v = x(3)
      p = twice(p)
      y(1) = a%v*p%v + sum(c%rest)
      y(2) = b%v*c%v
   end subroutine head
end module m
