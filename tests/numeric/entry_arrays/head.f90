! ENTRY: arrays of other headings, of assumed size, are mentioned, but not touched.
! head: head(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg y real8
subroutine work(n, m, v, a, s)
  implicit none
  integer :: n, m, i, k
  real(8) :: v(*), w(m,*), a(m), s, t
  logical :: turned
  turned = .false.
  go to 10
  entry turn(n, w, t)
  turned = .true.
10 continue
  do i = 1, n
    if (turned) then
      w(1, i) = w(1, i)*t
    else
      v(i) = v(i)*s + a(1)
    end if
  end do
end subroutine
subroutine scale(n, v, s)
  implicit none
  integer :: n, i
  real(8) :: v(*), w(*), s, t
  do i = 1, n
    v(i) = v(i)*s
  end do
  return
  entry shift(n, w, t)
  do i = 1, n
    w(i) = w(i) + t*i
  end do
end subroutine
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(3)
  a = x
  call work(3, 2, a, x, x(1))
  call shift(3, a, x(2))
  y = sum(a*a)
end subroutine
