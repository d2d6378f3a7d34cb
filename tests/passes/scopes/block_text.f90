! A text whose length is known only in a BLOCK stays in it; other variables of the BLOCK become those of the procedure.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  block
    character(len=n) :: text
    real(8) :: t
    text = 'abc'
    t = x*len_trim(text)
    y = t*t
  end block
end subroutine
