! Water in the rivers and lakes, from the springs to the mouth.
module routing
  use model_types
  implicit none
contains
  subroutine route(b)
    type(basin), intent(inout) :: b
    real(r8) :: seconds
    integer :: i, r, n, l
    seconds = 86400.0_r8/real(n_step_day, r8)
    do r = 1, n_reach
      b%river(r)%previous_in = b%river(r)%inflow
      b%river(r)%inflow = 0.0_r8
      b%river(r)%lateral = 0.0_r8
    end do
    do i = 1, n_sub
      r = b%sub(i)%drains_to
      b%river(r)%lateral = b%river(r)%lateral + (b%sub(i)%runoff + b%sub(i)%baseflow)*b%sub(i)%area*1000.0_r8/seconds
    end do
    do i = 1, n_reach
      r = b%order(i)
      b%river(r)%inflow = b%river(r)%inflow + b%river(r)%lateral
      call muskingum(b%river(r))
      l = b%river(r)%lake
      if (l > 0) then
        b%water(l)%inflow = b%river(r)%outflow
        call lake_step(b%water(l), seconds)
      end if
      n = b%river(r)%below
      if (n > 0) then
        if (l > 0) then
          b%river(n)%inflow = b%river(n)%inflow + b%water(l)%outflow
        else
          b%river(n)%inflow = b%river(n)%inflow + b%river(r)%outflow
        end if
      end if
    end do
  end subroutine route

  subroutine muskingum(r)
    type(reach), intent(inout) :: r
    real(r8) :: dt, below, c0, c1, c2
    dt = 1.0_r8/real(n_step_day, r8)
    below = r%k*(1.0_r8 - r%x) + 0.5_r8*dt
    c0 = (0.5_r8*dt - r%k*r%x)/below
    c1 = (0.5_r8*dt + r%k*r%x)/below
    c2 = 1.0_r8 - c0 - c1
    r%outflow = max(c0*r%inflow + c1*r%previous_in + c2*r%outflow, 1.0e-6_r8)
  end subroutine muskingum

  ! The outflow over the sill, implicitly, by Newton's method; a gate opens only at high levels.
  subroutine lake_step(w, seconds)
    type(lake), intent(inout) :: w
    real(r8), intent(in) :: seconds
    real(r8) :: level, head, q, dq, f, coefficient
    integer :: i
    coefficient = 1.7_r8*w%width
    if (w%gated .and. w%level > 1.0_r8) coefficient = 2.0_r8*coefficient
    level = w%level
    do i = 1, 4
      head = max(level - w%sill, 0.01_r8)
      q = coefficient*head**1.5_r8
      dq = 1.5_r8*coefficient*sqrt(head)
      f = level - w%level - seconds*(w%inflow - q)/w%area
      level = level - f/(1.0_r8 + seconds*dq/w%area)
    end do
    head = max(level - w%sill, 0.01_r8)
    w%outflow = coefficient*head**1.5_r8
    w%level = level
  end subroutine lake_step
end module routing
