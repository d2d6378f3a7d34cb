! A type whose components begin with values: derivatives of them begin with zero, in locals, results, outputs and what is allocated.
! head: f(y)/(x)
! module m
! arg x real8(2)
! arg y real8
module m
  type part
    real(8) :: a = 3, b(2) = [1, 2]
    integer :: k = 5
  end type
  type whole
    type(part) :: p(2) = part(2d0)
    type(part) :: q
  end type
contains
  subroutine make(w, x)
    type(whole), intent(out) :: w
    real(8), intent(in) :: x
    w%p(1)%a = x**2*w%p(1)%a
  end subroutine
  function made(x) result(w)
    real(8), intent(in) :: x
    type(whole) :: w
    w%p(2)%a = sin(x)*w%q%a*w%q%b(2)
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(whole) :: u, v, w
    type(part), allocatable :: a(:)
    call make(u, x(1))
    v = made(x(2))
    w%q%b(1) = x(1)*w%q%b(1)
    allocate (a(3))
    a(2)%a = x(2)*a(2)%a
    y = 0
    call add(u)
    call add(v)
    call add(w)
    y = y + product(a%a)*x(1)
  contains
    subroutine add(s)
      type(whole), intent(in) :: s
      integer :: i
      do i = 1, 2
        y = y + s%p(i)%a*s%q%a + product(s%p(i)%b)*s%p(i)%k
      end do
      y = y + product(s%q%b)*s%q%a
    end subroutine
  end subroutine
end module
