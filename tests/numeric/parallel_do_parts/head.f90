! What an iteration adds to a derivative that all threads see depends on other elements, or components, of the variable.
! head: advance(u)/(u)
! module cells
! arg n integer 300
! arg u real8(300, 3)
! flags -fopenmp
module cells
   implicit none
   type :: field
      real(8) :: rate
      real(8), allocatable :: t(:), s(:)
   end type field
contains
   subroutine advance(n, u)
      integer, intent(in) :: n
      real(8), intent(inout) :: u(n, 3)
      type(field) :: f
      integer :: i
      allocate (f%t(n), f%s(n))
      f%rate = u(2, 3)
!$omp parallel do
      do i = 1, n
         u(i, 1) = u(i, 2)*u(1, 3) + u(3, 3)**2
         f%t(i) = u(i, 1)*f%rate
         f%s(i) = f%t(i)**2
      end do
!$omp parallel do
      do i = 2, n
         u(i, 2) = f%t(i)*f%s(i - 1)*f%rate
      end do
   end subroutine advance
end module cells
