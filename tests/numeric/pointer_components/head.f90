! Pointer components and pointers to sections, with bounds of their own, allocated and moved in a loop.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  type vec
    real(8), pointer :: v(:) => null()
  end type
contains
  subroutine scale(s, c)
    type(vec), intent(inout) :: s
    real(8), intent(in) :: c
    s%v = s%v*c
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(vec) :: s(3), t
    real(8), pointer :: w(:,:), p(:), col(:)
    integer :: i
    allocate(w(0:4, 3))
    w = 1
    do i = 1, 3
      allocate(s(i)%v(i))
      s(i)%v = x(i)**2
      col(1:) => w(:, i)
      col(2:5) = col(2:5)*x
      p => col(2:5:2)
      p = p*s(i)%v(1)
    end do
    t%v => s(3)%v
    t%v(2) = t%v(1)*t%v(3)
    y = sum(s(3)%v*s(2)%v(2)) + sum(w(:,1)*w(:,2)*w(:,3))
    do i = 1, 3
      deallocate(s(i)%v)
    end do
    deallocate(w)
  end subroutine
end module
