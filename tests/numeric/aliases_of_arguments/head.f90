! Pointer arguments that the caller associates with each other, with a TARGET argument, and with a dependent.
!
! head: head(y)/(a, b, t)
! caller outer(y)/(x) tests/numeric/aliases_of_arguments
! arg x real8(6) 0.7 1.1 0.4 0.9 1.3 0.6
! arg y real8(6,6)
module aliases_of_arguments_m
  implicit none
  real(8), pointer :: r(:) => null()
contains
  subroutine head(a, b, t, y)
    real(8), pointer, intent(in) :: a(:), b(:)
    real(8), intent(inout), target :: t(:)
    real(8), intent(inout), target :: y(:)
    real(8) :: s
    integer :: i

    y = 0.1d0
    ! increments of one memory by two names
    do i = 1, 3
      a(i) = a(i) + t(i)*b(i)
      y(i) = y(i)*r(1) + a(i)
    end do

    ! the dependent by another name
    r(2) = r(2)*a(2) + y(1)*y(2)
    y(4) = sum(r)*t(1)

    ! array statements, forwards and backwards
    b = a(3:1:-1)*b + t(2:4)
    where (t > 0.5d0)
      t = t*a(1)
    elsewhere
      t = t + b(2)
    end where
    y(5) = dot_product(a(:3), b) + t(6)

    ! a scalar kept in a loop
    s = a(1)
    do i = 1, 3
      b(i) = s*b(i)
      s = a(i)*t(i + 1) - s
    end do
    call exchange(a, b)
    y(6) = s*b(1) + a(2)*t(4) + r(2)*y(3)
    y(2) = r(1)*y(2)*0.3d0
  end subroutine head

  recursive subroutine exchange(u, v)
    real(8), pointer, intent(in) :: u(:), v(:)
    integer :: i
    do i = 1, 2
      u(i) = v(i)*u(i + 1)
      v(i + 1) = u(i)*u(i)
    end do
  end subroutine exchange
end module aliases_of_arguments_m
