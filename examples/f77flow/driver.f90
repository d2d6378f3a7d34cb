! Checks the gradient of the channel's COST with respect to friction and inflow. The model talks to the outside
! through COMMON blocks, as such codes do; this driver declares those that it must fill.
program driver
   use gradient_check, only: dp, begin_table, compare, dot_product_test, finish
   implicit none
   integer, parameter :: nxmax = 100
   integer :: nx, nstep
   real(dp) :: dx, dt, g, h(nxmax), u(nxmax + 1), bed(nxmax), hobs(nxmax)
   common /grid/ dx, dt, g, nx, nstep
   common /state/ h, u
   common /data/ bed, hobs
   external :: cost, cost_b, cost_d
   real(dp) :: cf(nxmax), qin
   integer :: i

   nx = 60
   nstep = 600
   dx = 10.0_dp
   dt = 0.5_dp
   g = 9.81_dp
   bed = 0.0_dp
   bed(:nx) = [(0.3_dp*(1.0_dp - real(i, dp)/nx), i=1, nx)]
   hobs = 0.0_dp

   ! The "measurement": the model with more friction in the middle.
   cf = 0.003_dp
   cf(25:35) = 0.02_dp
   call measure(0.6_dp)
   cf = 0.004_dp
   qin = 0.5_dp
   call check()
   call finish()

contains

   subroutine measure(inflow)
      real(dp), intent(in) :: inflow
      real(dp) :: fc
      call cost(cf, inflow, fc)
      hobs(:nx) = h(:nx) + bed(:nx)
   end subroutine measure

   subroutine check()
      real(dp) :: fc, fcb, fcd, plus, minus, cfb(nxmax), cfd(nxmax), qinb, qind, scale, step
      real(dp) :: work(nxmax)
      character(len=20) :: name
      integer :: k
      call cost(cf, qin, fc)
      print '(a,es16.8)', 'Cost:', fc
      fcb = 1.0_dp
      call cost_b(cf, cfb, qin, qinb, fc, fcb)
      scale = sqrt(sum(cfb**2))
      call begin_table('Gradient of the cost')
      do k = 1, nx, 10
         step = 1.0e-3_dp*cf(k)
         work = cf
         work(k) = cf(k) + step
         call cost(work, qin, plus)
         work(k) = cf(k) - step
         call cost(work, qin, minus)
         write (name, '(a,i0,a)') 'cf(', k, ')'
         call compare(trim(name), cfb(k), (plus - minus)/(2*step), scale)
      end do
      step = 1.0e-5_dp
      call cost(cf, qin + step, plus)
      call cost(cf, qin - step, minus)
      call compare('qin', qinb, (plus - minus)/(2*step), abs(qinb))

      call random_number(cfd)
      cfd = 0.01_dp*cfd
      qind = 1.0_dp
      call cost_d(cf, cfd, qin, qind, fc, fcd)
      call dot_product_test(fcd, dot_product(cfb, cfd) + qinb*qind)
   end subroutine check
end program driver
