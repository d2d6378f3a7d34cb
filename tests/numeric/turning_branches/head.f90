! Branches that stand last in the iterations of fused loops: one does both, forward and backward, also where its arms change what its test asks for.
! head: limited(y)/(a, q)
! arg n integer 7
! arg a real8 0.9
! arg q real8(7) 4.2 6.1 0.3 -2.5 8.4 1.7 -0.4
! arg y real8
! before n 6
subroutine limited(n, a, q, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a, q(n)
  real(8), intent(out) :: y
  real(8) :: t(n), s(n), w(3, 3)
  integer :: i, k
  ! one arm, whose test it changes
  do i = 1, n
    t(i) = a*q(i)
    if (t(i) > 5) t(i) = 5 + tanh(t(i) - 5)
  end do
  ! branches in arms; what an arm overwrites is recorded in it
  do i = 1, n
    s(i) = sin(q(i))
    if (s(i) > 0.5d0) then
      s(i) = s(i)*exp(s(i))
      s(i) = s(i)*s(i)
      if (s(i) > 2) s(i) = 2 + tanh(a*(s(i) - 2))
    else if (s(i) > -0.5d0) then
      k = merge(1, 2, s(i) > 0)
      select case (k)
      case (1)
        s(i) = s(i)**3*t(i)
      case default
        s(i) = cos(s(i)*a)
      end select
      s(i) = s(i)*s(i)
    end if
    k = 0
  end do
  ! a branch that something stands behind
  do i = 1, n
    if (s(i) > 0.2d0) s(i) = s(i)*t(i)
    s(i) = s(i)*q(i)
    if (s(i) > 1) then
      s(i) = log(s(i))
    else
      s(i) = s(i) + a
    end if
  end do
  ! neighbours in an array with room for a few iterations only
  w = a
  do i = 1, min(n, 3)
    w(i, 1) = q(i)*t(i)
  end do
  call smooth(min(n, 3), w, y)
  y = y + sum(t) + sum(s)
end subroutine limited

subroutine smooth(n, w, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: w(3, 3)
  real(8), intent(out) :: y
  real(8) :: v(3), c(3)
  integer :: i
  c = w(:, 1)*w(:, 2)
  v = 0
  do i = 2, n - 1
    v(i) = c(i - 1) + c(i + 1)
  end do
  y = 0
  do i = 1, n
    y = y + v(i)*w(i, 3)
  end do
end subroutine smooth
