! Derived types with KIND parameters: default values, two kinds of one type, a type inside of another, arrays, a module variable.
! head: foo(y)/(x)
! module m
! arg x real8(4)
! arg n integer 4
! arg y real8
module kinds
   implicit none
   integer, parameter :: dp = kind(1d0), sp = kind(1.0)
   type :: point(k, q)
      integer, kind :: k = dp
      integer, kind :: q = 2
      real(k) :: x
      real(k) :: a(q + 1)
   end type point
   type :: pair(k)
      integer, kind :: k
      type(point(k, 3)) :: left
      real(k) :: weight
   end type pair
   type :: state(k)
      integer, kind :: k
      real(k) :: x, a(3)
   end type state
   type(state(dp)) :: kept
end module kinds

module m
   use kinds, only: dp, sp, pair, spot => point, kept
   implicit none
contains
   subroutine foo(x, n, y)
      integer, intent(in) :: n
      real(dp), intent(in) :: x(n)
      real(dp), intent(out) :: y
      type :: own(kind_of_it)
         integer, kind :: kind_of_it = 4
         real(kind_of_it) :: v(2*kind_of_it)
      end type own
      type(spot) :: p, several(2)
      type(spot(sp, 1)) :: single
      type(pair(dp)) :: both
      type(own(dp)) :: mine
      integer :: i
      p%x = x(1)
      p%a = x(2)*x(1)
      do i = 1, n
         p%a(mod(i, p%q + 1) + 1) = p%a(mod(i, 3) + 1)*sin(x(i)) + 0.1_dp*p%k
      end do
      single%x = real(p%x, 4)
      single%a = real(p%a(1), sp)
      several(1) = p
      several(2) = several(1)
      call scale(several, size(several))
      call turn(several(2))
      both%left%x = several(2)%x
      both%left%a = x*several(1)%a(2)
      both%weight = several(1)%x
      call weigh(both)
      mine%v = x(3)
      mine%v(size(mine%v)) = exp(mine%v(1)*both%weight)
      kept%x = several(1)%x
      kept%a = several(1)%a
      call keep(x(4))
      y = sum(several(1)%a)*several(2)%x + single%x*1d-3 + several(2)%a(2)**2 + both%weight + kept%x
      y = y + mine%v(16)*mine%v(2) + single%a(2)*1d-3*x(2)
   end subroutine foo

   subroutine scale(q, n)
      integer, intent(in) :: n
      type(spot(dp)), intent(inout) :: q(n)
      integer :: i
      do i = 1, n
         q(i)%x = q(i)%x*q(i)%a(1)
         q(i)%a = exp(-q(i)%x)*q(i)%a
      end do
   end subroutine scale

   subroutine turn(q)
      type(spot(q=2, k=dp)), intent(inout) :: q
      q%x = cos(q%x*q%a(2))
   end subroutine turn

   subroutine weigh(b)
      type(pair(dp)), intent(inout) :: b
      integer :: i
      do i = 1, size(b%left%a)
         b%weight = b%weight*cos(b%left%a(i)) + b%left%x**2/b%left%q
      end do
   end subroutine weigh

   subroutine keep(t)
      real(dp), intent(in) :: t
      kept%a = kept%a*t
      kept%x = kept%x*sum(kept%a**2)
   end subroutine keep
end module m
