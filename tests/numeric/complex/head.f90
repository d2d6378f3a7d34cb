! Complex arithmetic, and reals made of it.
! head: foo(w, r)/(z, x)
! arg z complex16(2) (0.8,-0.3) (1.1,0.6)
! arg x real8 0.4
! arg w complex16(3)
! arg r real8(2)
subroutine foo(z, x, w, r)
   implicit none
   complex(8), intent(in) :: z(2)
   real(8), intent(in) :: x
   complex(8), intent(out) :: w(3)
   real(8), intent(out) :: r(2)
   w(1) = z(1)*z(2) + x
   w(2) = z(1)/z(2) - conjg(z(1))
   w(3) = cmplx(x, aimag(z(2)), 8)*w(1)
   r(1) = real(w(3), 8)*x
   r(2) = aimag(w(2))
end subroutine foo
