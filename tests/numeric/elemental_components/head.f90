! Elemental procedures with components of the elements of an array of types: scalar ones, and elements of array ones; in sections of any stride.
! head: f(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
  type body
    real(8) :: h(2), v
  end type
  type sys
    type(body) :: b(3)
  end type
contains
  elemental function soft(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y, e
    e = 0.1d0*x
    y = sqrt(x*x + e*e)
  end function
  elemental subroutine swap(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a*b
    a = b
    b = t
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(sys) :: s
    integer :: k
    k = 2
    s%b%v = x
    s%b%h(1) = 1
    s%b%h(2) = x**2
    s%b(:)%h(k) = soft(s%b%v + s%b%h(2))
    s%b(3:1:-1)%h(1) = soft(s%b%h(2))
    call swap(s%b(2:)%h(1), s%b(:2)%h(2))
    call swap(s%b%v, s%b(3:1:-1)%h(1))
    call swap(s%b(::k)%v, s%b(3:1:-k)%h(2))
    call swap(s%b(3::-4)%v, s%b(::4)%h(2))
    y = sum(s%b%h(2)) + dot_product(soft(s%b%h(1)), s%b%v)
  end subroutine
end module
