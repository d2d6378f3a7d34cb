! Pointers in loops: components that are allocated, sections with bounds of their own, targets exchanged, another section in each iteration.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8(3)
module m
  implicit none
  type vec
    real(8), pointer :: v(:) => null()
  end type
contains
  subroutine exchange(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: a(4,2)
    real(8), pointer :: p(:), q(:), t(:)
    integer :: i
    a(:,1) = x
    a(:,2) = 0
    p => a(:,1)
    q => a(:,2)
    do i = 1, 5
      q = p*p*0.5d0 + i*x(1)*p
      t => p
      p => q
      q => t
    end do
    y = sum(p)
  end subroutine
  subroutine windows(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8), target :: a(8)
    real(8), pointer :: p(:)
    integer :: i
    a(1:4) = x
    a(5:8) = x*x
    y = 0
    do i = 1, 5
      p => a(i:i+3)
      p = p*p + p(1)
      y = y + sum(p)*p(2)
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(3)
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
    y(1) = sum(s(3)%v*s(2)%v(2)) + sum(w(:,1)*w(:,2)*w(:,3))
    do i = 1, 3
      deallocate(s(i)%v)
    end do
    deallocate(w)
    call exchange(x, y(2))
    call windows(x, y(3))
  end subroutine
end module
