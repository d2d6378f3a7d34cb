! Procedures as arguments that are declared by interface bodies and called as shadows of the host's variables are: a subroutine, a function with and one without RESULT.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: acc, w(3)
   acc = x(3)
   w = x
   call each(step)
   call over(bend, curve)
   y = acc*w(1)
contains
   subroutine step(a)
      real(8), intent(inout) :: a
      acc = acc + a*x(1)
      a = a*acc
   end subroutine step
   function bend(a) result(r)
      real(8), intent(in) :: a
      real(8) :: r
      r = sin(a)*acc
   end function bend
   function curve(a)
      real(8), intent(in) :: a
      real(8) :: curve
      curve = a**2 + acc
   end function curve
   subroutine each(accb)
      interface
         subroutine accb(a)
            real(8), intent(inout) :: a
         end subroutine accb
      end interface
      integer :: k
      do k = 1, 3
         call accb(w(k))
      end do
   end subroutine each
   subroutine over(accd, wb)
      interface
         function accd(a) result(r)
            real(8), intent(in) :: a
            real(8) :: r
         end function accd
         function wb(a)
            real(8), intent(in) :: a
            real(8) :: wb
         end function wb
      end interface
      integer :: k
      do k = 1, 3
         w(k) = accd(w(k)) + wb(x(k))
         acc = acc + w(k)
      end do
   end subroutine over
end subroutine head
