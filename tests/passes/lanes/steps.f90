! Steps of each element depend on each other, elements do not.
! head: f(w)/(w, p)
subroutine f(n, w, p)
  integer, intent(in) :: n
  real(8), intent(inout) :: w(n)
  real(8), intent(in) :: p
  integer :: i, k
  do i = 1, n
    do k = 1, 3
      w(i) = p*sin(w(i)) + w(i)*w(i)
    end do
  end do
end subroutine
