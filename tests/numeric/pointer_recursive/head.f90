! Recursive procedures that are given parts of one array through pointers: nothing could save what they change, so they are split.
! head: head(y)/(x)
! module m
! arg x real8(8)
! arg y real8
module m
  implicit none
contains
  recursive subroutine halve(a)
    real(8), pointer, intent(in) :: a(:)
    real(8), pointer :: l(:), r(:)
    integer :: n
    n = size(a)/2
    if (n == 0) return
    l => a(1:n)
    r => a(n+1:2*n)
    l = l*r + l
    r = r - 0.3d0*l*l
    call halve(l)
    call halve(r)
    a = a*1.5d0
  end subroutine
  recursive subroutine swap(a, b, k)
    real(8), pointer :: a(:), b(:)
    integer, intent(in) :: k
    real(8), pointer :: t(:)
    if (k == 0) return
    t => a
    a => b
    b => t
    a = a + b*b*0.1d0
    call swap(b, a, k - 1)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(8)
    real(8), intent(out) :: y
    real(8), target :: w(8)
    real(8), pointer :: p(:), q(:)
    w = x
    p => w
    call halve(p)
    p => w(1:4)
    q => w(5:8)
    call swap(p, q, 3)
    y = sum(w*x) + sum(p)*2
  end subroutine
end module
