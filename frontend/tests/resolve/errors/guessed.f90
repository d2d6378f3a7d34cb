! Names that are not declared: one message each, whatever they are used for.
subroutine s(x)
  real :: x
  logical :: l
  if (flag) x = 1
  flag = flag .and. l
  if (.not. flag) x = 2
  x = point%a
  x = point%b + point(1)%c
  l = odd(1) .or. l
  l = odd(2) .or. l
  n = 'text'
  n = n // 'text'
  x = l + 1
  x = l + 2
end subroutine s
