! The cosine of a statement that contains its sine, too, is computed before it.
! head: f(w)/(w, p)
! mode: tangent
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
