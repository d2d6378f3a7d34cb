module wrong
  implicit none
  type :: t(k, n)
    integer, kind :: k = 8
    integer, len :: n
    real(k) :: a(n)
  end type t
  type :: u(k, j)
    integer, kind :: k
    real(k) :: b
  end type u
contains
  subroutine s(p, q, r, v, m)
    type(t(8, *)) :: p
    type(t(4, *)) :: q
    integer :: m
    type(t) :: r
    type(t(8, 3, 4)) :: v
    type(t(k=m, n=3)) :: w
    type(t(size=3, n=3)) :: x
    type(t(5, 3)) :: y
    p = q
    p%n = 3
    m = p%c
    m = p%k(2)
    call s(q, q, r, v, m)
  end subroutine s
end module wrong
