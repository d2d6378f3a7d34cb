! In a file of its own: calls of it are not inlined.
subroutine nothing_much(a, b)
  double precision, intent(in) :: a
  double precision, intent(inout) :: b
  b = a
end subroutine
