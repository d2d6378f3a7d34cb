! Other ways into a procedure, with other arguments, and names that lie at an address.
module doors
  implicit none
  interface door
    module procedure first, second
  end interface door
contains
  subroutine first(x)
    real, intent(inout) :: x(:)
    integer :: n, k
    n = size(x)
    return
    entry second(k, n)
    n = k
    return
    entry third
  end subroutine first
  integer function count_of(x)
    real :: x
    character :: letter, c
    count_of = int(x)
    return
    entry letter(x) result(c)
    c = 'a'
  end function count_of
end module doors

program main
  use doors
  implicit none
  real :: x(3), y
  integer :: n
  integer(8) :: q
  pointer (p, y), (q, x)
  call door(x)
  call door(1, n)
  call third
  call outer(x(1))
  call side(2)
  if (letter(1.0) == 'a') n = count_of(2.0)
  p = loc(n)
end program main

subroutine outer(x)
  real :: x
  x = 1
  entry side(i)
  x = i
end subroutine outer
