! Split procedures that get a part of an array by sequence association: they bring back what they see, the rest of the array has to be kept by others.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    real(8), target :: b(0:4)
    real(8), pointer :: p
    real(8) :: q(5, 5)
    p => b(2)
    call rec(3, b, x(1), x(2), x(3))
    call wave(p, y(1))
    q = x(1)*x(2)
    q(3, 3) = x(3)
    ! all five columns are needed behind a call that sees, and overwrites, one
    y(2) = exp(q(3, 3)*q(1, 2))
    call set(q, x(2))
    q(3, 3) = q(2, 1)*x(1)
    y(3) = q(3, 3)**2 + sum(q(:, 1)**3)
  end subroutine
  recursive subroutine rec(k, b, c, d, e)
    integer, intent(in) :: k
    real(8), intent(out) :: b(0:4)
    real(8), intent(in) :: c, d, e
    real(8) :: q(5, 5), w(5)
    integer :: i
    do i = 0, 4
      b(i) = 0.1d0
    end do
    q = atan(d) + 0.1d0*k
    w = 0.2d0*e
    if (k > 0) then
      call rec(k-1, q(1, 5), sin(q(3, 3)), w(1), c)
    end if
    b(2) = q(5, 5) - 2d0*q(3, 5) + e
  end subroutine
  subroutine wave(x, z)
    real(8), intent(in) :: x
    real(8), intent(out) :: z
    z = sin(x)
  end subroutine
  recursive subroutine set(a, s)
    real(8), intent(out) :: a(5)
    real(8), intent(in) :: s
    integer :: i
    do i = 1, 5
      a(i) = s*i
    end do
    do i = 1, 5
      a(i) = a(i)**2
    end do
  end subroutine
end module
