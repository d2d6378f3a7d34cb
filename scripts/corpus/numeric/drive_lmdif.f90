! lmdif: a fit, differentiated with respect to the measurements.
program drive_lmdif
   use agree, only: compare, compared
   implicit none
   integer, parameter :: m = 20, n = 3
   real(8), parameter :: h = 1d-5
   real(8) :: data(m), datad(m), datab(m), x0(n), xt(n), x(n), xd(n), xb(n), up(n), down(n), w(n)
   integer :: info, i
   do i = 1, m
      data(i) = 2*exp(-0.13d0*i) + 0.5d0 + 0.01d0*sin(5d0*i)
      datad(i) = cos(3d0*i)
   end do
   x0 = [1d0, 1d0, 0d0]
   xt = [0.1d0, -0.2d0, 0.3d0]
   w = [1d0, -2d0, 0.5d0]
   x = x0
   xd = xt
   call fit_d(m, n, data, datad, x, xd, info)
   up = x0 + h*xt
   call fit(m, n, data + h*datad, up, info)
   down = x0 - h*xt
   call fit(m, n, data - h*datad, down, info)
   x = x0
   xb = w
   datab = huge(1d0)
   call fit_b(m, n, data, datab, x, xb, info)
   call compare('lmdif', sum(w*xd), sum(xb*xt) + sum(datab*datad), maxval(abs((up - down)/(2*h) - xd)), 1d-5)
   call compared()
end program drive_lmdif
