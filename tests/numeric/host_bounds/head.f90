! Loops of internal procedures over an array of the host whose bound the host has changed meanwhile: they do not overwrite all of it.
! head: head(y)/(x)
! arg x real8(5)
! arg y real8(5)
subroutine head(x, y)
  real(8) :: x(5), y(5)
  m = 5
  call work(x, y, m)
end subroutine
subroutine work(x, y, m)
  integer :: m, n
  real(8) :: x(5), y(m), w(m)
  n = m
  y = 2*x
  w = x*x
  call shorten(n, m)
  call inner()
  y = y + w
contains
  subroutine inner()
    integer :: i
    do i = 1, m
      w(i) = 0
    end do
  end subroutine
end subroutine
subroutine shorten(n, m)
  integer :: n, m
  m = n - 2
end subroutine
