! Rosenbrock's method of second order, with steps that follow the error.
module stiff
  use species, only: dp, nspec
  use rates, only: derivative, jacobian, scratch
  implicit none
  real(dp), parameter :: gamma = 1.0_dp + 0.70710678118654752_dp
  integer :: accepted, rejected, singular
contains
  subroutine reset_counts()
    accepted = 0
    rejected = 0
    singular = 0
  end subroutine reset_counts

  subroutine integrate(c, source, dilution, span, first)
    real(dp), intent(inout) :: c(nspec)
    real(dp), intent(in) :: source(nspec), dilution, span
    real(dp), intent(in) :: first
    real(dp) :: h, done, worst, f(nspec), jac(nspec, nspec), k1(nspec), k2(nspec), trial(nspec)
    integer :: pivots(nspec), info, i, j, tries
    h = first
    done = 0.0_dp
    tries = 0
    do while (done < span*(1.0_dp - 1.0e-10_dp))
      tries = tries + 1
      if (tries > 200) exit
      h = min(h, span - done)
      call derivative(c, source, dilution, f)
      call jacobian(c, dilution, jac)
      do j = 1, nspec
        do i = 1, nspec
          jac(i, j) = -gamma*h*jac(i, j)
        end do
        jac(j, j) = jac(j, j) + 1.0_dp
      end do
      call factor(nspec, jac, pivots, info)
      if (info /= 0) singular = singular + 1
      k1 = f
      call backsb(nspec, jac, pivots, k1)
      trial = c + h*k1
      call derivative(trial, source, dilution, f)
      k2 = f - 2.0_dp*k1
      call backsb(nspec, jac, pivots, k2)
      trial = c + 1.5_dp*h*k1 + 0.5_dp*h*k2
      ! scratch: how large an error may be
      do i = 1, nspec
        scratch(i) = 1.0e-6_dp + 0.02_dp*abs(c(i))
      end do
      worst = 0.0_dp
      do i = 1, nspec
        worst = max(worst, abs(0.5_dp*h*(k1(i) + k2(i)))/scratch(i))
      end do
      if (worst <= 1.0_dp .or. h < 1.0e-4_dp) then
        done = done + h
        accepted = accepted + 1
        do i = 1, nspec
          c(i) = max(trial(i), 0.0_dp)
        end do
        if (worst < 0.25_dp) h = 1.6_dp*h
      else
        rejected = rejected + 1
        h = 0.5_dp*h
      end if
    end do
  end subroutine integrate
end module stiff
