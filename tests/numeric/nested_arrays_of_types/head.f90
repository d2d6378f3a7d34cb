! Arrays of types that hold arrays of types that hold arrays: zeros, copies, pushes and calls.
! head: foo(y)/(x)
! module nested
! arg x real8(3) 0.4 0.7 1.1
! arg y real8
module nested
   implicit none
   type inner
      real(8) :: c(3)
      integer :: k
   end type inner
   type outer
      type(inner) :: pos(0:1)
      real(8) :: w
      real(8) :: m(2, 2)
   end type outer
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(outer) :: p(2:3), q, r(2)
      integer :: i, j
      do i = 2, 3
         do j = 0, 1
            p(i)%pos(j)%c = x*i + j
            p(i)%pos(j)%k = i + j
         end do
         p(i)%w = x(1)**2
         p(i)%m = x(2)*i
      end do
      q = p(3)
      p(2) = q
      r = p
      r(2)%pos(1)%c(2) = r(1)%pos(0)%c(3)*q%w
      y = sum(p(2)%pos(0)%c*p(3)%pos(1)%c) + q%w*p(2)%w
      do i = 1, 3
         y = y + energy(r)*x(i)
         call relax(r, x(i))
         p = r
         q = p(3)
         y = y*q%pos(1)%c(1)
      end do
      p%w = p%w*2
      y = y + sum(p%w) + q%pos(1)%k*q%m(1, 2)
   end subroutine foo

   real(8) function energy(r)
      type(outer), intent(in) :: r(:)
      integer :: i
      energy = 0
      do i = 1, size(r)
         energy = energy + r(i)%w*sum(r(i)%pos(1)%c**2) + sum(r(i)%m)
      end do
   end function energy

   subroutine relax(r, t)
      type(outer), intent(inout) :: r(:)
      real(8), intent(in) :: t
      type(outer) :: s
      s = r(1)
      r(1) = r(2)
      r(1)%pos(0)%c = s%pos(0)%c*t
      r(2) = s
      r(2)%m = r(2)%m**2*t
   end subroutine relax
end module nested
