! The box, the kinds of particles, and their table of forces between kinds.
module box
  implicit none
  integer, parameter :: dp = selected_real_kind(15)
  integer, parameter :: np = 125, kinds = 2, max_near = 60
  real(dp) :: side, cutoff, skin
  real(dp) :: depth(kinds, kinds), range(kinds, kinds), mass(np), charge(np)
  integer :: kind_of(np)
contains
  subroutine set_box(density)
    real(dp), intent(in) :: density
    integer :: i
    side = (real(np, dp)/density)**(1.0_dp/3.0_dp)
    cutoff = 2.2_dp
    skin = 0.3_dp
    do i = 1, np
      kind_of(i) = 1 + mod(i, kinds)
      mass(i) = 1.0_dp + 0.5_dp*real(kind_of(i) - 1, dp)
      charge(i) = 0.1_dp*real(2*kind_of(i) - 3, dp)
    end do
  end subroutine set_box

  ! Mixing rules make the table from the values of each kind.
  subroutine mix(eps, sigma)
    real(dp), intent(in) :: eps(kinds), sigma(kinds)
    integer :: i, j
    do j = 1, kinds
      do i = 1, kinds
        depth(i, j) = sqrt(eps(i)*eps(j))
        range(i, j) = 0.5_dp*(sigma(i) + sigma(j))
      end do
    end do
  end subroutine mix
end module box
