! Module pointers that only the caller associates: with the argument, one element or section of it, and other memory.
!
! head: head(y)/(t)
! caller outer(y)/(x) tests/numeric/aliases_of_module_pointers
! arg x real8(6) 0.7 1.1 0.4 0.9 1.3 0.6
! arg y real8(7,6)
module aliases_of_module_pointers_m
  implicit none
  real(8), pointer :: p(:) => null(), q(:) => null(), one => null()
contains
  subroutine head(t, y)
    real(8), intent(inout), target :: t(:)
    real(8), intent(out) :: y(7)
    real(8) :: s
    integer :: i

    ! one statement reads and writes the same element
    p = 0.5d0*p*t(:size(p))
    y(1) = sum(t)*p(1)

    ! independent iterations, unless they share memory
    do i = 1, size(p)
      t(i) = t(i)*p(i) + 0.3d0
      p(i) = sin(t(i))
    end do
    y(2) = t(1) + 2*t(2)*p(2)

    ! a sum over both
    s = 0
    do i = 1, size(p)
      s = s + t(i)*p(i)*q(i)
    end do
    y(3) = s

    ! an element that a scalar pointer changes within the loop
    do i = 1, size(t)
      one = one*0.9d0 + t(i)*t(i)
    end do
    y(4) = one*t(1)

    ! a callee reads by a module pointer what its caller wrote
    t = t*cos(t)
    s = t(2)
    call below(s)
    y(5) = s*t(3)

    ! a callee reads one memory by two names
    call both(t(1:5:2), s)
    y(5) = y(5) + s

    ! values overwritten by the other name before they are used
    s = t(1)*q(2)
    q(2) = s*s
    t(1) = q(2) + p(2)
    y(6) = t(1)*q(2)*s

    t = 1.5d0
    y(7) = sum(p*p)*sum(q)
    y(7) = y(7)*product(q)*one
  end subroutine head

  subroutine below(s)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, size(q)
      s = s*0.7d0 + q(i)*p(2)
      p(1) = s*q(i)
    end do
  end subroutine below

  subroutine both(a, s)
    real(8), intent(in) :: a(3)
    real(8), intent(out) :: s
    integer :: i
    s = one
    do i = 1, size(q)
      s = s + a(1)*q(i)*a(3) - 0.2d0*a(2)*p(1)
    end do
  end subroutine both
end module aliases_of_module_pointers_m
