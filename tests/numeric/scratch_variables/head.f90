! Scalars that are used again: now they carry a derivative, now they do not.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8(3)
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(3)
  real(8) :: t, s, old, last, weight
  integer :: i, k
  ! from a constant to a value and back
  t = 2.0d0
  s = t*x(1)
  t = s*x(2)
  y(1) = t*s
  t = 0.5d0
  y(1) = y(1) + t*x(3)
  ! one of two, then used where they meet
  if (x(1) > 0.0d0) then
    weight = 3.0d0
  else
    weight = x(4)
  end if
  y(2) = weight*x(2)
  ! the branch that is taken has the derivative
  if (x(1) < 0.0d0) then
    weight = 3.0d0
  else
    weight = x(4)**2
  end if
  y(2) = y(2) + weight*x(2)
  ! varied from the second iteration on
  old = 1.0d0
  last = 7.0d0
  do i = 1, n
    t = real(i, 8)
    y(2) = y(2) + t*old*x(i)
    t = x(i)*old
    old = sin(t)
    if (i == 2) old = 0.25d0
    last = t
    t = 1.0d0/i
    y(2) = y(2) + t*x(i)
  end do
  ! what nobody looks at any more
  last = last*x(1)
  last = 4.0d0
  ! left and taken up again
  s = 1.0d0
  k = 0
  do
    k = k + 1
    if (k > 5) exit
    if (mod(k, 2) == 0) then
      s = 0.5d0
      cycle
    end if
    s = s*x(1)*x(2) + last
    t = s
    if (k == 3) s = 0.0d0
  end do
  y(3) = s + t
end subroutine head
