! Elements that are overwritten in a loop, with a subscript that the loop sets: the reverse sweep computes it again in each iteration, and it has no value in front of the loop.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg k integer 3
! arg y real8(4)
subroutine head(n, x, k, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: q(n, n), p(n, n, 2), r(n, n), s(n)
  integer :: l, m, j, at(n)
  do l = 1, n
    q(:, l) = x*l + 1
    p(:, l, 1) = x(l)*[1, 2, 3, 4]
    p(:, l, 2) = x(l) + x
    r(:, l) = sin(x + l)
    at(l) = mod(l, n) + 1
  end do
  s = x
  ! the diagonal
  do l = 1, n
    associate (a => q(:, l))
      a(l) = 0.5d0*x(l)*a(l)**2
    end associate
  end do
  ! a subscript by hand
  do l = 1, n
    m = l
    r(l, m) = r(l, m)**2*x(l)
  end do
  do l = 1, n
    m = at(l)
    r(l, m) = r(l, m)*cos(r(l, m))
  end do
  ! in a nest: one that the outer loop sets, and one that the inner loop sets
  do j = 1, n
    m = mod(j*k, n) + 1
    do l = 1, n
      p(l, m, 1) = p(l, m, 1)**2*s(j)
    end do
    do l = 1, n
      m = mod(l + j, n) + 1
      p(l, m, 2) = sin(p(l, m, 2))*x(j)
    end do
  end do
  do l = 1, n
    y(l) = sum(q(l, :)**2) + sum(r(:, l)*r(l, :)) + sum(p(l, :, :)**2)
  end do
end subroutine
