! Nested WHERE, WHERE on sections.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(3,3), b(3,3)
  a = spread(x,1,3)*spread(x,2,3)
  where (a > 0.5d0 .and. a < 1.2d0)
    b = a**2
  elsewhere
    where (a < 0.3d0)
      b = a
    elsewhere
      b = sin(a)
    end where
  end where
  y(1) = sum(b)
  where (a(1,:) > 0.4d0) b(:,2) = a(1,:)*b(:,2)
  y(2) = sum(b(:,2))
end subroutine head
