! Recursion: with a procedure as an argument, an internal one; with arrays as long as an argument; mutual.
! head: head(y)/(x)
! module m
! arg x real8(5)
! arg y real8
module m
   implicit none
   abstract interface
      function fun(t) result(v)
         real(8), intent(in) :: t
         real(8) :: v
      end function fun
   end interface
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(5)
      real(8), intent(out) :: y
      real(8) :: a
      a = total(x)
      y = adapt(wave, x(1), x(2) + 2, 2) + even(x(3), 3)*a
   contains
      function wave(t) result(v)
         real(8), intent(in) :: t
         real(8) :: v
         v = sin(t*x(3))*a
      end function wave
   end subroutine head
   recursive function total(v) result(s)
      real(8), intent(in) :: v(:)
      real(8) :: s, w(size(v))
      integer :: h
      if (size(v) == 1) then
         s = v(1)**2
         return
      end if
      h = size(v)/2
      w = v*v(1)
      s = total(w(:h))*total(v(h + 1:))
   end function total
   recursive function adapt(f, a, b, depth) result(s)
      procedure(fun) :: f
      real(8), intent(in) :: a, b
      integer, intent(in) :: depth
      real(8) :: s, c
      c = (a + b)/2
      if (depth == 0) then
         s = (b - a)*f(c)
      else
         s = adapt(f, a, c, depth - 1) + adapt(f, c, b, depth - 1)
      end if
   end function adapt
   recursive function even(t, n) result(s)
      real(8), intent(in) :: t
      integer, intent(in) :: n
      real(8) :: s
      s = t
      if (n > 0) s = odd(t*t, n - 1) + t
   end function even
   recursive function odd(t, n) result(s)
      real(8), intent(in) :: t
      integer, intent(in) :: n
      real(8) :: s
      s = sin(t)
      if (n > 0) s = even(t + 1, n - 1)*t
   end function odd
end module m
