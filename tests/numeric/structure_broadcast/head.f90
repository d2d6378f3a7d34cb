! Structure constructors whose value goes to all elements of an array, of types with scalar components and with arrays.
! head: f(y)/(x)
! arg x real8(2)
! arg y real8
subroutine f(x, y)
  type vec
    real(8) :: x, y = 2
  end type
  type body
    type(vec) :: r
    integer :: k
  end type
  type cloud
    type(vec) :: v(2)
    real(8) :: w(3)
  end type
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  type(vec) :: v(3), z(2, 0:1)
  type(body), allocatable :: b(:)
  type(cloud) :: c(2)
  v = vec(0d0, x(1))
  v(2:) = vec(x(2)*v(1)%y, v(3)%y)
  v(:2) = vec(x=v(2)%x**2)
  z = vec(x(1), x(2))
  z(1, :) = vec(z(2, 0)%y, z(1, 1)%x)
  allocate (b(0:2))
  b = body(vec(x(2)**2, 1d0), 3)
  b(1:)%r = vec(b(1)%r%x*x(1), 2d0)
  c = cloud(vec(x(1), x(2)), [1, 2, 3]*x(1))
  c(2:) = cloud(v(:2), c(1)%w(1)*x(2))
  y = sum(v%x*v%y**2) + sum(z%x*z%y) + sum(b%r%x*b%k*b%r%y)
  y = y + c(1)%v(2)%x*sum(c(2)%v%x) + sum(c(1)%w*c(2)%w)
end subroutine
