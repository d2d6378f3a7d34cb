! An internal procedure as an argument of another one, both change the variables of their host; an assigned GOTO.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: acc, w(3), t
   integer :: i, l
   acc = 0
   w = x
   do i = 1, 3
      call add(w(i))
      t = touch(w(i))
      if (t > 4) goto 10
      y = acc*t
   end do
   goto 20
10 y = acc - t
20 continue
   assign 30 to l
   if (y > 0.5d0) assign 40 to l
   goto l, (30, 40)
30 y = y*w(1)
   return
40 y = y + w(2)*acc
   if (y > 1d6) error stop 'large'
   call each(add)
   y = y + acc
contains
   subroutine add(v)
      real(8), intent(inout) :: v
      acc = acc + v*x(1)
      v = v*acc
   end subroutine add
   function touch(v) result(r)
      real(8), intent(in) :: v
      real(8) :: r
      acc = acc*v
      r = acc + v
   end function touch
   subroutine each(p)
      interface
         subroutine p(v)
            real(8), intent(inout) :: v
         end subroutine p
      end interface
      integer :: k
      do k = 1, 3
         call p(w(k))
      end do
   end subroutine each
end subroutine head
