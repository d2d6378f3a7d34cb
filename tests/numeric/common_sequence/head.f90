! A COMMON block of sequence types of one layout, declared in each unit or in a module, under other names.
! head: head(y)/(x)
! arg x real8(3) 0.7 1.2 0.4
! arg y real8
module types
   implicit none
   type place
      sequence
      real(8) :: at(2)
      integer :: cell
      character(4) :: name
   end type place
end module types

subroutine head(x, y)
   use types
   implicit none
   type point
      sequence
      real(8) :: a, b(2)
      integer :: n
      type(place) :: p
   end type point
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   type(point) :: p, q(2)
   real(8) :: s
   common /blk/ p, s, q
   p%a = x(1)*x(2)
   p%b = x(2:3)
   p%n = 2
   p%p = place([x(1), 2d0], 3, 'here')
   s = x(3)
   q(1) = p
   q(2) = p
   call below(y)
   call below(y)
   y = y + q(2)%a*q(1)%p%at(2)*p%b(1)
end subroutine head

subroutine below(y)
   implicit none
   type spot
      sequence
      real(8) :: at(2)
      integer :: k
      character(4) :: text
   end type spot
   type dot
      sequence
      real(8) :: a, b(2)
      integer :: n
      type(spot) :: s
   end type dot
   real(8), intent(inout) :: y
   type(dot) :: p, q(2)
   real(8) :: s
   common /blk/ p, s, q
   y = p%a*p%b(1) + p%b(2)**p%n + s*q(2)%s%at(1)
   q(1)%s%at(2) = q(1)%s%at(2)*sin(y)*s
   q(2)%a = q(2)%a*y**2
   p = q(1)
   p%n = 3
   s = s*q(1)%a
end subroutine below
