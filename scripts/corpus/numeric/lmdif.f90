! Parameters of a curve, as a function of measurements and of the first guess.
subroutine fit(m, n, data, x, info)
   implicit none
   integer, intent(in) :: m, n
   real(8), intent(in) :: data(m)
   real(8), intent(inout) :: x(n)
   integer, intent(out) :: info
   real(8) :: d(100), fvec(m), diag(n), fjac(m, n), qtf(n), wa1(n), wa2(n), wa3(n), wa4(m)
   integer :: nfev, ipvt(n)
   common /measured/ d
   external residual
   d(1:m) = data
   call lmdif(residual, m, n, x, fvec, 1d-12, 1d-12, 0d0, 200, 1d-6, diag, 1, 100d0, 0, info, nfev, &
      fjac, m, ipvt, qtf, wa1, wa2, wa3, wa4)
end subroutine fit
subroutine residual(m, n, x, fvec, iflag)
   implicit none
   integer :: m, n, iflag, i
   real(8) :: x(n), fvec(m), d(100), t
   common /measured/ d
   do i = 1, m
      t = 0.1d0*i
      fvec(i) = x(1)*exp(-x(2)*t) + x(3) - d(i)
   end do
end subroutine residual
