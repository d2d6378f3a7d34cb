! Estimates the initial temperature and the conductivity of the rod from the readings, by steepest descent.
! First it checks the gradient: adjoint beside finite differences, and the dot-product test with the tangent.
program driver
   use gradient_check, only: begin_table, compare, dot_product_test, finish
   use grid, only: wp, n, steps, interval, dx
   use sensors, only: count, cell, observed
   use heat_model, only: advance, misfit
   use heat_model_b, only: misfit_b
   use heat_model_d, only: misfit_d
   implicit none
   real(wp) :: u0(n), kappa
   integer :: cell_number

   call observe()
   u0 = [(0.8_wp + 0.3_wp*sin(5.0_wp*cell_number*dx), cell_number=1, n)]
   kappa = 0.04_wp
   call check()
   call descend()
   call finish()

contains

   ! Makes the readings: a warm spot on a cool rod, kappa = 0.05.
   subroutine observe()
      real(wp) :: u(n)
      integer :: i, step
      u = [(0.5_wp + exp(-((i - 0.5_wp)*dx - 0.4_wp)**2/0.02_wp), i=1, n)]
      do step = 1, steps
         call advance(u, 0.05_wp)
         if (mod(step, interval) == 0) observed(:, step/interval) = u(cell)
      end do
   end subroutine observe

   subroutine gradient(cost, u0b, kappab)
      real(wp), intent(out) :: cost, u0b(n), kappab
      real(wp) :: costb
      call misfit(u0, kappa, cost)
      costb = 1.0_wp
      call misfit_b(u0, u0b, kappa, kappab, cost, costb)
   end subroutine gradient

   subroutine check()
      real(wp), parameter :: h = 1.0e-5_wp
      real(wp) :: cost, plus, minus, u0b(n), kappab, u0d(n), kappad, costd, scale, work(n)
      character(len=20) :: name
      integer :: i
      call gradient(cost, u0b, kappab)
      ! The adjoint may leave any value in `cost`: evaluate it again.
      call misfit(u0, kappa, cost)
      scale = sqrt(sum(u0b**2))
      print '(a,es16.8)', 'Misfit at the first guess:', cost
      call begin_table('Gradient of the misfit')
      do i = 1, n, 6
         work = u0
         work(i) = u0(i) + h
         call misfit(work, kappa, plus)
         work(i) = u0(i) - h
         call misfit(work, kappa, minus)
         write (name, '(a,i0,a)') 'u0(', i, ')'
         call compare(trim(name), u0b(i), (plus - minus)/(2*h), scale)
      end do
      call misfit(u0, kappa + h*kappa, plus)
      call misfit(u0, kappa - h*kappa, minus)
      call compare('kappa', kappab, (plus - minus)/(2*h*kappa), scale)

      call random_number(u0d)
      kappad = 0.3_wp
      call misfit_d(u0, u0d, kappa, kappad, cost, costd)
      call dot_product_test(costd, dot_product(u0b, u0d) + kappab*kappad)
   end subroutine check

   ! Steepest descent; a step that does not help is halved.
   subroutine descend()
      ! kappa is twenty times smaller than the temperatures and felt everywhere: its step is scaled.
      real(wp), parameter :: kappa_scale = 1.0e-3_wp
      real(wp) :: cost, tried, u0b(n), kappab, u0_old(n), kappa_old, length
      integer :: iteration
      print '(/,a)', 'Steepest descent'
      print '(a10,2a16,a12)', 'iteration', 'misfit', '|gradient|', 'kappa'
      length = 1.0_wp
      call misfit(u0, kappa, cost)
      do iteration = 0, 20
         call gradient(tried, u0b, kappab)
         if (mod(iteration, 4) == 0) print '(i10,2es16.6,f12.5)', iteration, cost, sqrt(sum(u0b**2)), kappa
         u0_old = u0
         kappa_old = kappa
         do
            u0 = u0_old - length*u0b
            kappa = kappa_old - length*kappa_scale*kappab
            if (kappa > 0.0_wp) then
               call misfit(u0, kappa, tried)
               if (tried < cost) exit
            end if
            length = 0.5_wp*length
            if (length < 1.0e-12_wp) error stop 'no descent along the negative gradient'
         end do
         cost = tried
         length = 1.5_wp*length
      end do
   end subroutine descend
end program driver
