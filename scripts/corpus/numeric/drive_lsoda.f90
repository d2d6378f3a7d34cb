! lsoda: from an explicit start to a stiff problem.
program drive_lsoda
   use agree, only: compare, compared
   implicit none
   real(8), parameter :: h = 1d-5
   real(8) :: y0(3), yt(3), k(3), kt(3), kb(3), t, tb, y(3), yd(3), yb(3), up(3), down(3), w(3)
   integer :: info, n
   y0 = [1d0, 1d-3, 0.1d0]
   k = [0.04d0, 1d4, 3d7]
   yt = [0.3d0, 0.02d0, -0.4d0]
   kt = [0.01d0, 2d3, -5d6]
   w = [1d0, 1d3, -2d0]
   do n = 1, 3
      t = 0.04d0*10**(n - 1)
      y = y0
      yd = yt
      call integrate_d(y, yd, k, kt, t, 0.3d0, info)
      up = y0 + h*yt
      call integrate(up, k + h*kt, t + 0.3d0*h, info)
      down = y0 - h*yt
      call integrate(down, k - h*kt, t - 0.3d0*h, info)
      y = y0
      yb = w
      kb = huge(1d0)
      tb = huge(1d0)
      call integrate_b(y, yb, k, kb, t, tb, info)
      call compare('lsoda', sum(w*yd), sum(yb*yt) + sum(kb*kt) + 0.3d0*tb, maxval(abs((up - down)/(2*h) - yd)), 1d-3)
   end do
   call compared()
end program drive_lsoda
