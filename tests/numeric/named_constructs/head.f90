! Constructs with names, whose tests are evaluated again in the reverse sweep: only one of the two can have the name.
! head: f(y)/(x)
! arg n integer 2
! arg x real8(4)
! arg y real8
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer :: k
  real(8) :: t
  y = 1
  each: do k = 1, 4
    big: if (k /= 2) then
      t = sin(x(k))
      y = y*t**2
    end if big
    kind: select case (k + n)
    case (3)
      y = y*x(k)
    case (5:) kind
      y = y + x(k)**2
    case default
      if (k > 3) exit each
    end select kind
    if (n == k) cycle each
    sign: if (x(k) > 0) then
      y = y + x(k)
      if (k == 3) exit sign
      y = y*x(k)
    end if sign
  end do each
end subroutine f
