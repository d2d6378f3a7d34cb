! Unchanged: an iteration reads an element that the one before it has changed.
! head: f(w)/(w, p)
subroutine f(n, w, p)
  integer, intent(in) :: n
  real(8), intent(inout) :: w(0:n)
  real(8), intent(in) :: p
  integer :: i, k
  do i = 1, n
    do k = 1, 3
      w(i) = p*sin(w(i))*w(i - 1)
    end do
  end do
end subroutine
