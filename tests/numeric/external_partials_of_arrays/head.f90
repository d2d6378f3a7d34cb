! A procedure without source that returns partial derivatives element by element, for whole arrays and for parts; one
! argument is a scalar, and one result stands in the place of an earlier one. No partial derivatives of these are known.
!
! head: mixed(y, e)/(x, a)
! external tests/numeric/external_partials_of_arrays/external.toml
! link tests/numeric/external_partials_of_arrays/link.f90
! arg n integer 3
! arg x real8(3) 0.7 1.1 0.4
! arg a real8 0.6
! arg y real8(3,2)
! arg e real8
subroutine mixed(n, x, a, y, e)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), a
   real(8), intent(out) :: y(n, 2), e
   real(8) :: w(n), dwdx(n), dwda(n)
   integer :: k
   w = x
   do k = 1, 2
      call layer(n, w, a, y(:, k), dwdx, dwda)
      w = w*y(:, k)
   end do
   call layer(n, w, 0.5d0, y(:, 1), dwdx, dwda)
   w = w + y(:, 1)
   e = sum(w**2)*a
end subroutine mixed
