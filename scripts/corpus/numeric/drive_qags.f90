! dqags: an integral, differentiated with respect to its parameters.
program drive_qags
   use agree, only: compare, compared
   implicit none
   real(8), parameter :: h = 1d-5
   real(8) :: p(2), pd(2), pb(2), y, yd, yb, up, down
   integer :: ier, k
   do k = 1, 3
      p = [0.5d0*k, 2d0/k]
      pd = [0.3d0, -0.7d0]
      call integral_d(p, pd, y, yd, ier)
      call integral(p + h*pd, up, ier)
      call integral(p - h*pd, down, ier)
      yb = 1.5d0
      pb = huge(1d0)
      call integral_b(p, pb, y, yb, ier)
      call compare('dqags', 1.5d0*yd, sum(pb*pd), abs((up - down)/(2*h) - yd)/abs(yd), 1d-5)
   end do
   call compared()
end program drive_qags
