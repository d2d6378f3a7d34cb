! Times of Jacobians of the flux of Roe for one pair of cells: by adc, by hand, and by six tangents. Prints nanoseconds,
! ratios, and the largest difference from the tangents, relative to the largest entry.
program drive
  implicit none
  integer, parameter :: cells = 1000, calls = 50, rounds = 15
  real(8) :: q(3, cells + 1), f(3, cells), r(3), times(3), best(3), t0, t1
  real(8), dimension(3, 3, cells) :: left, right, left_by_hand, right_by_hand, left_by_tangents, right_by_tangents
  integer :: i, k

  do i = 1, cells + 1
    call random_number(r)
    q(:, i) = [1.0d0, 2.0d0, 0.3d0] + [0.3d0, 0.2d0, 0.3d0]*r
  end do
  best = huge(best)
  do k = 1, rounds
    call cpu_time(t0)
    call all_by_adc()
    call cpu_time(t1)
    times(1) = t1 - t0
    call all_by_hand()
    call cpu_time(t0)
    times(2) = t0 - t1
    call all_by_tangents()
    call cpu_time(t1)
    times(3) = t1 - t0
    best = min(best, times)
  end do
  print '(a, 3f8.1)', 'ns by adc, by hand, by six tangents:', 1d9*best/(cells*calls)
  print '(a, 2f8.2)', 'adc relative to hand, to tangents:  ', best(1)/best(2:3)
  print '(a, 2es8.1)', 'differences of adc, of hand:        ', difference(left, right), difference(left_by_hand, right_by_hand)

contains

  subroutine all_by_adc()
    integer :: i, j
    do j = 1, calls
      do i = 1, cells
        call roe_flux_1d_j(q(:, i), q(:, i + 1), f(:, i), left(:, :, i), right(:, :, i))
      end do
    end do
  end subroutine all_by_adc

  subroutine all_by_hand()
    integer :: i, j
    do j = 1, calls
      do i = 1, cells
        call roe_by_hand(q(:, i), q(:, i + 1), f(:, i), left_by_hand(:, :, i), right_by_hand(:, :, i))
      end do
    end do
  end subroutine all_by_hand

  subroutine all_by_tangents()
    real(8) :: seed(3)
    real(8), parameter :: none(3) = 0.0d0
    integer :: i, j, k
    do j = 1, calls
      do i = 1, cells
        do k = 1, 3
          seed = 0.0d0
          seed(k) = 1.0d0
          call roe_flux_1d_d(q(:, i), seed, q(:, i + 1), none, f(:, i), left_by_tangents(:, k, i))
          call roe_flux_1d_d(q(:, i), none, q(:, i + 1), seed, f(:, i), right_by_tangents(:, k, i))
        end do
      end do
    end do
  end subroutine all_by_tangents

  real(8) function difference(a, b)
    real(8), intent(in), dimension(3, 3, cells) :: a, b
    difference = max(maxval(abs(a - left_by_tangents)), maxval(abs(b - right_by_tangents)))
    difference = difference/max(maxval(abs(left_by_tangents)), maxval(abs(right_by_tangents)))
  end function difference
end program drive
