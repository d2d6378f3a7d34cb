! Functions whose derivatives need the runtime's digamma, whole arrays and elements, two kinds, in a module procedure.
! head: foo(y)/(x, s)
! module special_use
! arg x real8(4) 0.4 2.7 11.9 -0.6
! arg s real4 1.25
! arg y real8(3)
! tolerance 2e-4 1e-6
! steps 1e-3 1e-2
module special_use
   implicit none
contains
   subroutine foo(x, s, y)
      real(8), intent(in) :: x(4)
      real(4), intent(in) :: s
      real(8), intent(out) :: y(3)
      y(1) = sum(log_gamma(x))
      y(2) = gamma(x(1))*gamma(x(2)) + log_gamma(s)
      y(3) = gamma(s)*gamma(x(4))
   end subroutine foo
end module special_use
