! A unit number is read by WRITE, not changed: it is not saved, so callers may pass a literal. An internal file is changed.
! head: head(y)/(x)
! arg x real8 0.7
! arg y real8
subroutine head(x, y)
  real(8) :: x, y
  character(20) :: line
  write (line, '(f8.3)') 1.5d0
  y = x
  call inner(0, y)
  read (line, *) factor
  y = y*y*factor
end subroutine
subroutine inner(iu, y)
  integer :: iu
  real(8) :: y
  character(8) :: name
  y = y*y
  write (name, '(i8)') iu
  if (iu > 0) write (iu, *) y, name
end subroutine
