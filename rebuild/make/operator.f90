! The matrix of an implicit step as an operator on vectors, and solutions by conjugate gradients.
module operator_
  use grid_data, only: wp, nx, ny, fixed
  implicit none
  real(wp) :: east(0:nx, ny), north(nx, 0:ny), diagonal(nx, ny)
  integer :: iterations_in_all
contains
  ! Transmissivities between cells are harmonic means.
  subroutine assemble(conductivity, thick, inertia)
    real(wp), intent(in) :: conductivity(nx, ny), thick(nx, ny), inertia(nx, ny)
    real(wp) :: t(nx, ny)
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        t(i, j) = conductivity(i, j)*thick(i, j)
      end do
    end do
    east = 0.0_wp
    north = 0.0_wp
    do j = 1, ny
      do i = 1, nx - 1
        east(i, j) = 2.0_wp*t(i, j)*t(i + 1, j)/(t(i, j) + t(i + 1, j))
      end do
    end do
    do j = 1, ny - 1
      do i = 1, nx
        north(i, j) = 2.0_wp*t(i, j)*t(i, j + 1)/(t(i, j) + t(i, j + 1))
      end do
    end do
    do j = 1, ny
      do i = 1, nx
        diagonal(i, j) = inertia(i, j) + east(i, j) + east(i - 1, j) + north(i, j) + north(i, j - 1)
      end do
    end do
  end subroutine assemble

  ! Cells whose head is fixed have rows of the unit matrix.
  subroutine multiply(v, av)
    real(wp), intent(in) :: v(nx, ny)
    real(wp), intent(out) :: av(nx, ny)
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        if (fixed(i, j) /= 0) then
          av(i, j) = 0.0_wp
        else
          av(i, j) = diagonal(i, j)*v(i, j)
          if (i > 1) then
            if (fixed(i - 1, j) == 0) av(i, j) = av(i, j) - east(i - 1, j)*v(i - 1, j)
          end if
          if (i < nx) then
            if (fixed(i + 1, j) == 0) av(i, j) = av(i, j) - east(i, j)*v(i + 1, j)
          end if
          if (j > 1) av(i, j) = av(i, j) - north(i, j - 1)*v(i, j - 1)
          if (j < ny) av(i, j) = av(i, j) - north(i, j)*v(i, j + 1)
        end if
      end do
    end do
  end subroutine multiply

  ! A correction d with A d = r, preconditioned by the diagonal.
  subroutine conjugate_gradients(r, d, count)
    real(wp), intent(inout) :: r(nx, ny)
    real(wp), intent(out) :: d(nx, ny)
    integer, intent(in) :: count
    real(wp) :: p(nx, ny), z(nx, ny), ap(nx, ny), rho, rho_old, alpha
    integer :: iteration
    d = 0.0_wp
    z = r/diagonal
    p = z
    rho = sum(r*z)
    do iteration = 1, count
      if (rho < 1.0e-24_wp) exit
      call multiply(p, ap)
      alpha = rho/sum(p*ap)
      d = d + alpha*p
      r = r - alpha*ap
      z = r/diagonal
      rho_old = rho
      rho = sum(r*z)
      p = z + rho/rho_old*p
      iterations_in_all = iterations_in_all + 1
    end do
  end subroutine conjugate_gradients
end module operator_
