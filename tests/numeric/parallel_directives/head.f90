! Directives are left out: the derivative is right also where they are switched on.
! head: foo(y)/(x)
! arg x real8(40)
! arg y real8
! flags -fopenmp
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(40)
   real(8), intent(out) :: y
   real(8) :: t
   integer :: i
   y = 0
!$ t = 1
!$omp parallel do private(t) reduction(+:y)
   do i = 1, 40
      t = x(i)*x(41 - i)
      !$omp flush
      y = y + sin(t)*t
      !$omp flush
   end do
!$omp end parallel do
end subroutine foo
