! FORALL over rows and records, with WHERE, and with masks that read what is assigned.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  type cell
    real(8) :: t = 1, q = 2
    complex(8) :: z = (0, 1)
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a(4,4)
    real(8), target :: b(4,4)
    real(8), pointer :: p(:,:)
    type(cell) :: s(4)
    integer :: i, j
    forall (i=1:4, j=1:4) a(i,j) = x(i) - 0.3d0*j*x(j)
    forall (i=1:4)
      where (a(i,:) > 0) a(i,:) = a(:,i)*x(i)
    end forall
    forall (i=1:4)
      s(i)%t = x(i)
      s(i)%q = s(5-i)%t*2
      s(i)%z = cmplx(s(i)%t, s(i)%q, 8)
    end forall
    forall (i=1:4, s(i)%t > 0.8d0)
      s(i)%t = s(5-i)%q
      s(i)%q = x(i)
    end forall
    b = a
    p => b
    forall (i=1:4) b(i,:) = p(:,i)*x
    forall (i=2:4)
      forall (j=i:4) b(i,j) = b(j,i)
    end forall
    y = sum(a) + sum(s%t*s%q) + real(sum(s%z**2)) + sum(b*b)
  end subroutine
end module
