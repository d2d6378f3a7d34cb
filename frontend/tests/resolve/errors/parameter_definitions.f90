! Mistakes in definitions of types with parameters are told once, whether a value of a parameter shows them or not.
module wrong
  implicit none
  type :: t(k)
    integer, kind :: k
    real(99) :: a
    real(k) :: b
    integer(k) :: c = 1_k
    real(k + 96) :: d
  end type t
  type :: never(k)
    integer, kind :: k
    real(98) :: a
    real(k + 96) :: b
  end type never
  type :: circle(k, m, n)
    integer, kind :: k = m
    integer, kind :: m = k
    integer, len :: n = n
    real(k) :: a
  end type circle
contains
  subroutine s(p, q, r, c)
    type(t(4)) :: p
    type(t(8)) :: q
    type(t(4)) :: r
    type(circle) :: c
  end subroutine s
end module wrong
