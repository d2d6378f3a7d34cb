! `i` and `h + i` differ where the loop runs, so `xb(h+i)` is assigned; `i` and `k` may be equal.
! head: f(x)/(x)
subroutine f(h, k, x)
  integer, intent(in) :: h, k
  real(8), intent(inout) :: x(2*h)
  real(8) :: t
  integer :: i
  do i = 1, h
    t = 0.5d0*x(h+i)
    x(h+i) = x(i) - t
    x(i) = x(i) + t
  end do
  do i = 1, h
    t = 0.5d0*x(k)
    x(k) = x(i) - t
    x(i) = x(i) + t
  end do
end subroutine
