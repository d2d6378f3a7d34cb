! External procedures whose calls return their partial derivatives: elements at places that the call changes, and a
! COMMON variable, keep their derivatives.
! head: head(y)/(x)
! arg x real8(5) 0.4 0.9 0.7 0.3 0.6
! arg y real8
subroutine root(a, b)
  implicit none
  real(8) :: a, b
  integer :: k
  b = 1.0d0 + a
  do k = 1, 4
    b = 0.5d0*(b + a/b)
  end do
end subroutine root

subroutine next(a, i, b)
  implicit none
  real(8) :: a, b
  integer :: i, k
  b = a
  do k = 1, i
    b = b*cos(a)
  end do
  i = i + 1
end subroutine next

subroutine scaled(a)
  implicit none
  real(8) :: a, f
  common /factor/ f
  integer :: k
  do k = 1, 2
    a = a*f + sin(a)
  end do
end subroutine scaled

real(8) function hill(a, n)
  implicit none
  real(8) :: a
  integer :: n
  hill = a**n
  if (a > 0.5d0) hill = hill/(1.0d0 + a**n)
end function hill

subroutine head(x, y)
  implicit none
  real(8) :: x(5), y, z(6), f
  real(8), external :: hill
  common /factor/ f
  integer :: i
  y = 0
  z = 0
  i = 1
  do while (i < 5)
    call next(x(i), i, z(i))
    call root(x(i), z(6))
    y = y + z(6)*hill(x(i), 3)
  end do
  f = x(2)
  call scaled(z(2))
  call scaled(z(3))
  y = y + z(2)*z(3) + z(4)
end subroutine head
