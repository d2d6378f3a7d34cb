! An elemental function of derived type with overlapping sections of components: its value is in an array of the type first.
! head: f(y)/(x)
! module m
! arg n integer 3
! arg x real8
! arg y real8
module m
  type vec
    real(8) :: x
    integer :: k = 1
  end type
  type body
    type(vec) :: r
    real(8) :: m(2)
  end type
contains
  elemental function add(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c%x = a%x + b%x*a%x*b%k
    c%k = 2
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(body) :: v(3)
    type(vec), allocatable :: w(:)
    v%r%x = x*[1, 2, 3]
    v(1:2)%r = add(v(1:2)%r, v(2:3)%r)
    allocate (w(n))
    w(:) = v(:n)%r
    w(2:n) = add(w(:n - 1), w(2:n))
    y = sum(v%r%x) + sum(w%x**2)
  end subroutine
end module
