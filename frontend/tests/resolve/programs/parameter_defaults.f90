! Default values of type parameters that depend on other parameters, which hide names of the host.
module defaults
  implicit none
  integer, parameter :: k = 8
  type :: t(k, m, n)
    integer, kind :: k
    integer, kind :: m = 2*k
    integer, len :: n = m + 1
    real(m) :: a(n)
  end type t
  type :: late(m, k)
    integer, kind :: m = k
    integer, kind :: k = 4
    real(m) :: a
  end type late
  ! left out: `k` has one value for each instance
  type :: outer(k)
    integer, kind :: k
    type(t(k, n=2)) :: inner
  end type outer
  type :: long(k, n)
    integer, kind :: k
    integer(k), len :: n
    real(k) :: a(n)
  end type long
contains
  subroutine s(p, q, r, l)
    type(t(4)) :: p
    type(t(2, 4)) :: q
    type(late) :: r
    type(late(k=8)) :: l
    p%a(1) = p%m + p%n
    q%a(1) = q%m + q%n + r%a + l%a
  end subroutine s
end module defaults
