! FORMAT statements where control never comes: behind the last RETURN, between jumps, in an internal procedure.
! head: head(y)/(x)
! arg x real8 0.7
! arg y real8
subroutine head(x, y)
  real(8) :: x, y
  if (x > 1) goto 99
  y = inner(x)
  write(*, 100) y
  if (y > 3) return
  y = y*x
  return
100 format (f8.3)
99 y = x
  return
200 format (f9.3)
contains
  function inner(a) result(r)
    real(8) :: a, r
    r = a
    if (a > 3) return
    r = a*a
    return
300 format(i3)
  end function
end subroutine
