! The head in a module, which uses another one; module variables as independent, dependent and between.
! head: foo(y, store%total)/(x, store%rate)
! module model
! arg x real8(3)
! arg y real8(3)
! global store%rate real8 0.7
! global store%total real8 0.0
module store
   implicit none
   real(8) :: rate, total
   real(8) :: work(3)
   integer, parameter :: n = 3
end module store

module model
   use store
   implicit none
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      integer :: i
      do i = 1, n
         work(i) = rate*x(i)**2
      end do
      call gather()
      do i = 1, n
         y(i) = work(i)/total
      end do
   end subroutine foo

   subroutine gather()
      integer :: i
      total = 0.0d0
      do i = 1, n
         total = total + work(i)
      end do
   end subroutine gather
end module model
