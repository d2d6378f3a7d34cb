! What a tangent without original results (--derivative-only) leaves out: values that are only summed up. What it must not: values that tests, subscripts and
! calls need, and what the next call finds in a module or in an argument.
! head: head(f, energy)/(x)
! module sums
! arg n integer 4
! arg x real8(4)
! arg f real8
! arg energy real8
! arg scale real8 2.0
! global sums%state real8 0.5
! before n 3
module sums
   implicit none
   real(8) :: state = 0.5d0, last = 0.0d0
contains
   subroutine head(n, x, f, energy, scale)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: f, energy
      real(8), intent(inout) :: scale
      real(8) :: a, t, w(n), drift, large
      integer :: i, k
      a = 0.0d0
      f = 0.0d0
      ! t and f are left out, a is not: figure 11
      do i = 1, n
         a = a + x(i)*x(i)
         t = sin(a)
         f = f + t
      end do
      ! nobody needs w
      do i = 1, n
         w(i) = 2*x(i)
      end do
      drift = 0.0d0
      large = 0.0d0
      do i = 2, n
         k = i - 1
         drift = drift + w(k)*state*scale
         if (x(i) > 0.6d0) large = large + x(k)
      end do
      ! one call's value is needed
      call spread(n, x, a)
      f = f + a
      call spread(n - 1, x, a)
      energy = a*a + mean(n, w) + mean(n, x) + drift + large
      last = large
      state = state + x(1)
      scale = 0.5d0*scale
   end subroutine head

   subroutine spread(n, v, s)
      integer, intent(in) :: n
      real(8), intent(in) :: v(n)
      real(8), intent(out) :: s
      integer :: i
      s = 0.0d0
      do i = 1, n - 1
         s = s + (v(i + 1) - v(i))**2
      end do
   end subroutine spread

   real(8) function mean(n, v)
      integer, intent(in) :: n
      real(8), intent(in) :: v(n)
      mean = sum(v)/n
   end function mean
end module sums
