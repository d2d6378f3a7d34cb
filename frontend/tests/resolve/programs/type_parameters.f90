! Derived types with parameters: an instance for each set of KIND values, lengths, defaults, inquiries, types inside of types.
module shapes
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: point(k, rank)
    integer, kind :: k = dp
    integer(8), len :: rank = 2
    real(k) :: x(rank), weight = 1.0_k
    type(point(k, :)), pointer :: next
  end type point
  type :: line(k, n)
    integer, kind :: k
    integer, len :: n
    type(point(k, n)) :: ends(2*k)
  end type line
contains
  subroutine move(p, q, m)
    type(point(dp, *)), intent(inout) :: p
    type(point(rank=3, k=4)), intent(in) :: q
    integer, intent(in) :: m
    type(point) :: own(m)
    type(line(4, m + 1)) :: l
    type(line(8, n=2)) :: two
    real(dp) :: work(p%rank)
    own(1)%x = q%x(1:2) + p%k
    l%ends(1)%x(m) = q%weight
    two%ends(size(two%ends)) = own(1)
    work = p%x*l%n*l%ends(1)%rank + q%k
    p%x = work
  end subroutine move
  function made(n) result(p)
    integer, intent(in) :: n
    type(point(8, n)) :: p
    p%x = n
  end function made
end module shapes
