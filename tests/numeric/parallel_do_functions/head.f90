! Tangents of functions have the value as an argument: a variable that each thread has for itself.
! head: profile(y)/(x)
! module profiles
! arg n integer 400
! arg x real8(400)
! arg y real8(400)
! flags -fopenmp
module profiles
   implicit none
contains
   real(8) function density(t, s)
      real(8), intent(in) :: t, s
      density = 1 + t*s
      if (density > 1.5d0) density = density*exp(-t)
   end function density

   function powers(t) result(p)
      real(8), intent(in) :: t
      real(8) :: p(3)
      p = [t, t*t, sin(t)]
   end function powers

   real(8) function halves(t, rest)
      real(8), intent(in) :: t
      real(8), intent(out) :: rest
      halves = t*t/2
      rest = t - halves
   end function halves

   subroutine profile(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: r, z(n)
      integer :: i
!$omp parallel do private(r)
      do i = 1, n
         y(i) = density(x(i), x(n + 1 - i))*sum(powers(x(i)))
         z(i) = halves(y(i), r)
         y(i) = y(i)*r
         if (density(y(i), z(i)) > 1.2d0) y(i) = y(i)*z(i)
      end do
   end subroutine profile
end module profiles
