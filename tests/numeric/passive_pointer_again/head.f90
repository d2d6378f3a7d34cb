! Pointers without derivatives that are associated anew, here, in a loop, by components and below.
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module m
  implicit none
  integer, target :: few(2) = [1, 2], many(4) = [1, 2, 3, 4]
  type holder
    integer, pointer :: p(:)
  end type
  integer, pointer :: q(:)
contains
  subroutine pick(k)
    integer, intent(in) :: k
    if (mod(k, 2) == 0) then
      q => few
    else
      q => many
    end if
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    integer, pointer :: p(:)
    type(holder) :: h
    integer :: k
    y = 1
    p => few
    y = y*size(p)*x(1)**2
    p => many
    y = y*size(p)*x(2)**2
    do k = 1, 3
      if (k == 2) then
        p => few
        h%p => many
      else
        p => many
        h%p => few
      end if
      call pick(k)
      y = y*x(size(p)) + size(h%p)*x(k)**2 + ubound(q, 1)*x(size(q))**2
    end do
    nullify (p)
    h%p => many(1:1)
    call pick(2)
  end subroutine
end module
