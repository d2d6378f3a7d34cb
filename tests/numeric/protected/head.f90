! Protected variables of a module, which its procedures change, and derivatives of others have to put back.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module settings
   implicit none
   real(8), protected :: rate = 0.3d0, table(3) = 1
   integer, protected :: calls = 0
contains
   subroutine start(v)
      real(8), intent(in) :: v
      rate = v
      table = v*v
      calls = 0
   end subroutine start
   subroutine learn(v)
      real(8), intent(in) :: v
      calls = calls + 1
      rate = rate + v*table(2)/10
      table(mod(calls, 3) + 1) = table(mod(calls + 1, 3) + 1)*v + rate
   end subroutine learn
end module settings
module m
   use settings, only: start, learn, rate, seen => table
   implicit none
contains
   function apply(a) result(r)
      real(8), intent(in) :: a
      real(8) :: r
      r = a*rt() + sum(seen)
      call learn(r/10)
   end function apply
   function rt()
      real(8) :: rt
      rt = rate*rate
   end function rt
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y(2)
      integer :: i
      call start(x(3))
      y = 0
      do i = 1, 3
         y(1) = y(1) + apply(x(i)*y(1) + 1)
         call learn(y(1)/100)
      end do
      y(2) = rate**2
   end subroutine head
end module m
