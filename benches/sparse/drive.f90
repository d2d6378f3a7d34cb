! Processor times of the sparse Jacobian of a reaction-diffusion model for grids of growing size, by rows and by colors,
! relative to the model. Prints medians, nanoseconds per unknown, and the largest difference between the two.
program drive
  use adc_sparsejacobians, only: adc_sparse_matrix
  use model, only: residual
  use model_js, only: residual_js
  use model_dv, only: residual_jc
  implicit none
  integer, parameter :: calls = 15
  integer :: k

  print '(a)', '  unknowns  primal  rows  ratio  colors  ratio  first call  number of colors  difference'
  do k = 2, 4
    call measure(125*2**k, 125*2**(k - 1))
  end do

contains

  subroutine measure(nx, ny)
    integer, intent(in) :: nx, ny
    type(adc_sparse_matrix) :: rows, colors
    real(8), allocatable :: u(:, :, :), f(:, :, :)
    real(8) :: t(0:calls, 3), once(3), ns
    integer :: i
    allocate (u(2, nx, ny), f(2, nx, ny))
    call random_number(u)
    do i = 0, calls
      t(i, 1) = now()
      call residual(nx, ny, u, f)
      t(i, 1) = now() - t(i, 1)
    end do
    do i = 0, calls
      t(i, 2) = now()
      call residual_js(nx, ny, u, f, rows)
      t(i, 2) = now() - t(i, 2)
    end do
    do i = 0, calls
      t(i, 3) = now()
      call residual_jc(nx, ny, u, f, colors)
      t(i, 3) = now() - t(i, 3)
    end do
    once = [(median(t(1:, i)), i = 1, 3)]
    ns = 1d9/size(u)
    print '(i10, 2f8.2, f6.1, f9.2, f7.1, f12.1, i18, es12.1)', size(u), ns*once(1), ns*once(2), once(2)/once(1), &
      ns*once(3), once(3)/once(1), ns*t(0, 2), colors%colors, maxval(abs(rows%value - colors%value))
  end subroutine measure

  real(8) function now()
    call cpu_time(now)
  end function now

  real(8) function median(t)
    real(8), intent(in) :: t(:)
    integer :: i
    median = minval(t, mask=[(count(t <= t(i)) > size(t)/2, i = 1, size(t))])
  end function median
end program drive
