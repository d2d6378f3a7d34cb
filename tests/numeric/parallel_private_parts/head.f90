! A reverse sweep needs elements and components of private variables that others restore before: the thread keeps them.
! head: react(y)/(x)
! module reactions
! arg n integer 30
! arg x real8(30)
! arg y real8(30)
! flags -fopenmp
! options --no-opt fusion
module reactions
   implicit none
   type :: gas
      real(8) :: t, p
   end type gas
contains
   subroutine step(a, c)
      real(8), intent(inout) :: a
      real(8), intent(in) :: c(3)
      a = a*c(1) + a*a*c(2) + c(3)**2
   end subroutine step

   subroutine react(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: c(3)
      type(gas) :: g
      integer :: i, k, ends(2)
      ends = [1, n]
!$omp parallel do private(c, k)
      do i = ends(1), ends(2)
         c = [x(i), x(1), 0.1d0]
         y(i) = x(i)
         do k = 1, 3
            call step(y(i), c)
            c(2) = c(2)*y(i)*0.1d0
         end do
      end do
!$omp parallel do private(g, k)
      do i = ends(1), ends(2)
         g%t = 1/(1 + y(i))
         g%p = x(i)
         do k = 1, 3
            g%t = g%t*sin(g%p)
            g%p = g%p*x(i)
         end do
         y(i) = g%t*g%p
      end do
   end subroutine react
end module reactions
