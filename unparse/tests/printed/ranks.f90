subroutine ranks(x, y)
  implicit none
  real :: x(..), y
  outer: select rank (x)
  rank (0)
    y = x
  rank (1) outer ! the most frequent one
    y = x(1)
  rank (*)
    y = x(2)
  ! nothing else
  rank default
    y = 0
  end select outer
  select rank (z => x)
  rank (2)
    y = z(1, 1)
  end select
end subroutine ranks
