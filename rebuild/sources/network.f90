! The river network: a tree, whose reaches are put in order from the springs to the mouth.
module network
  use model_types
  use tables, only: kinds_of_land, capacities
  implicit none
contains
  subroutine build(b)
    type(basin), intent(out) :: b
    integer :: i
    do i = 1, n_sub
      b%sub(i)%landuse = 1 + mod(3*i, kinds_of_land)
      b%sub(i)%drains_to = i
      b%sub(i)%area = 20.0_r8 + 3.0_r8*real(mod(7*i, 5), r8)
      b%sub(i)%elevation = 200.0_r8 + 1080.0_r8*real(n_sub - i, r8)/real(n_sub, r8)
      b%sub(i)%snow = 0.0_r8
      if (b%sub(i)%elevation > 700.0_r8) b%sub(i)%snow = 30.0_r8
      b%sub(i)%interception = 0.0_r8
      b%sub(i)%ground = 15.0_r8
    end do
    do i = 1, n_reach
      ! two reaches join below
      b%river(i)%below = i + 1 + (n_reach - i)/2
      if (i == n_reach) b%river(i)%below = 0
      b%river(i)%lake = 0
      b%river(i)%x = 0.15_r8
      b%river(i)%inflow = 0.5_r8
      b%river(i)%outflow = 0.5_r8
      b%river(i)%previous_in = 0.5_r8
      b%river(i)%lateral = 0.0_r8
    end do
    b%river(9)%lake = 1
    b%river(17)%lake = 2
    b%river(22)%lake = 3
    do i = 1, n_lake
      b%water(i)%area = 2.0e6_r8*real(i, r8)
      b%water(i)%level = 0.3_r8
      b%water(i)%sill = 0.0_r8
      b%water(i)%width = 6.0_r8 + 2.0_r8*real(i, r8)
      b%water(i)%gated = i == 2
      b%water(i)%inflow = 0.0_r8
      b%water(i)%outflow = 0.0_r8
    end do
    b%time = 0.0_r8
    call sort(b)
  end subroutine build

  ! By the number of reaches above, which is counted by walking down from each.
  subroutine sort(b)
    type(basin), intent(inout) :: b
    integer :: above(n_reach), i, j, swap
    above = 0
    do i = 1, n_reach
      b%order(i) = i
      j = b%river(i)%below
      do while (j > 0)
        above(j) = above(j) + 1
        j = b%river(j)%below
      end do
    end do
    do i = 2, n_reach
      do j = i, 2, -1
        if (above(b%order(j)) >= above(b%order(j - 1))) exit
        swap = b%order(j)
        b%order(j) = b%order(j - 1)
        b%order(j - 1) = swap
      end do
    end do
  end subroutine sort

  subroutine apply(p, b)
    type(parameters), intent(in) :: p
    type(basin), intent(inout) :: b
    integer :: i
    do i = 1, n_sub
      b%sub(i)%capacity = capacities(b%sub(i)%landuse)*p%capacity_factor
      b%sub(i)%shape = 0.3_r8*p%shape_factor
      b%sub(i)%percolation = 1.2_r8*p%percolation_factor
      b%sub(i)%recession = 0.02_r8*p%recession_factor
      b%sub(i)%soil = 0.5_r8*b%sub(i)%capacity
    end do
    do i = 1, n_reach
      b%river(i)%k = 0.35_r8/p%celerity_factor
    end do
  end subroutine apply
end module network
