! Unchanged: the second statement may read what the first assigns, so that each has a graph of its own.
! head: f(a)/(a)
! mode: tangent
! many directions
subroutine f(k, a)
  integer, intent(in) :: k(2)
  real(8), intent(inout) :: a(9)
  a(k(1)) = sin(a(k(1)))
  a(5) = exp(a(k(2)))
end subroutine
