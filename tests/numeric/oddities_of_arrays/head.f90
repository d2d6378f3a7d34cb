! Zero sizes, bounds from 0 and below passed on, RESHAPE with ORDER, vector subscripts in arguments, texts that choose, parts of complex arrays, integers of all kinds.
! head: head(y)/(x)
! module m
! arg n integer 4
! arg x real8(4)
! arg y real8(8)
module m
  implicit none
  real(8), parameter :: tab(0:3) = [0.5d0, 1d0, 2d0, 4d0]
contains
  subroutine work(a, b)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(-2:)
    b(-2) = sum(a)
    if (size(b) > 1) b(-1) = b(-2)*b(-1)
  end subroutine
  real(8) function choose(key, v)
    character(*), intent(in) :: key
    real(8), intent(in) :: v
    select case (key)
    case ('a':'c')
      choose = v**2
    case ('sin')
      choose = sin(v)
    case default
      choose = v
    end select
  end function
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(8)
    real(8) :: a(0:n - 1), e(n - 4), m(2, 2), w(-1:2)
    real(8), allocatable :: z(:)
    complex(8) :: c(2), d
    integer :: ix(3), i
    integer(1) :: k1
    integer(2) :: k2
    integer(8) :: k8
    a = x*tab
    e = x(1)
    ix = [4, 1, 1]
    y = 0
    call work(x(ix), a)
    y(1) = sum(a) + sum(e)
    call work(e, a(2:))
    call work(x(3:2), y(2:3))
    m = reshape(x, [2, 2], order=[2, 1])
    y(4) = m(1, 2)*m(2, 1)**2
    allocate (z(0))
    z = [z, x(1)*x(2)]
    z = [z, z*x(3)]
    y(5) = sum(z**2)
    c(1) = cmplx(x(1), x(2), 8)
    c(1)%re = x(3)
    c(2) = conjg(c(1))*x(2)
    c%im = c%im*x(1)
    d = sum(c**2)
    y(6) = real(d)*aimag(d) + abs(c(1))
    w = x(4:1:-1)
    do i = -1, 2
      w(i) = choose(merge('sin', 'b  ', mod(i, 2) == 0), w(i))
    end do
    y(7) = sum(w)
    k1 = 3_1
    k2 = int(k1, 2)*2_2
    k8 = k2 + 10_8
    y(8) = x(1)*k8 + x(2)**k1 + real(k2, 8)*x(3) + sum(merge(x, 2*x, x > x(2)))
  end subroutine
end module
