! Arrays that are used again: as a whole, in parts, under a mask; by allocation.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8(4)
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(4)
  real(8) :: w(n), v(n)
  real(8), allocatable :: a(:)
  integer :: i
  type pair
    real(8) :: p
    real(8) :: q(2)
  end type pair
  type(pair) :: z, old
  ! as a whole
  w = 1.0d0
  v = w*x
  w = v*v
  y(1) = sum(w*v)
  w = 2.0d0
  y(1) = y(1) + sum(w*x)
  ! some elements only
  w(2) = x(1)*x(2)
  w(3) = 0.5d0
  y(2) = w(2)*w(3) + w(1)*x(3)
  do i = 1, n
    w(i) = real(i, 8)
  end do
  w(1) = w(2) + w(3)
  y(2) = y(2) + dot_product(w, x)
  do i = 2, n
    w(i) = w(i - 1)*x(i)
  end do
  y(2) = y(2) + w(n)
  ! under a mask
  v = 0.0d0
  where (x > 0.8d0)
    v = x**2
  elsewhere
    v = 3.0d0
  end where
  where (v > 2.0d0) v = 1.0d0
  y(3) = sum(v*x)
  v = 1.0d0
  where (x > 0.8d0) v = 2.0d0
  y(3) = y(3) + sum(v*x)
  forall (i=1:n) v(i) = i
  y(3) = y(3) + sum(v)*x(1)
  ! by allocation
  allocate(a(2))
  a = 1.0d0
  y(4) = a(1)*x(1)
  a = x(1:2)
  y(4) = y(4) + a(2)**2
  deallocate(a)
  allocate(a(n))
  a(1:2) = 3.0d0
  a(3:) = x(3:)
  y(4) = y(4)*sum(a*x)
  a = 5.0d0
  a(2:3) = a(1:2)
  y(4) = y(4) + a(3)*x(2)
  deallocate(a)
  ! components
  z%p = 1.0d0
  z%q = x(1:2)
  old = z
  z%q = z%p
  z%p = old%q(1)*x(4)
  y(4) = y(4) + z%p*z%q(1)
  old%p = 2.0d0
  old%q = 2.0d0
  z = old
  y(4) = y(4) + (z%p + z%q(2))*x(3)
end subroutine head
