! ALLOCATE and DEALLOCATE with STAT= that fail: what is there stays, and so does its shadow.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8(5)
! before n 2
module m
  implicit none
  real(8), allocatable :: kept(:)
  type cell
    real(8), allocatable :: w(:)
  end type
contains
  subroutine twice(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    character(60) :: text
    integer :: st
    deallocate (a, stat=st)
    y = 0
    if (st == 0) y = 1
    allocate (a(n))
    a = x*x
    text = ' '
    allocate (a(2*n), stat=st, errmsg=text)
    if (st /= 0) a = a*x
    if (text == ' ') a = 0
    y = y + sum(a)
    allocate (b(n), a(n), stat=st)
    if (st == 0) y = 0
    b = 2*x
    if (st > 0) y = y*sum(b)
    deallocate (a, b, stat=st)
    if (st == 0 .and. .not. allocated(a)) y = y*y
  end subroutine
  subroutine saved(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: st, i
    do i = 1, 2
      allocate (kept(n), stat=st)
      if (st == 0) then
        kept = 0
      end if
      kept(1:n) = kept(1:n) + x*i
    end do
    y = sum(kept(1:n)**2)
    deallocate (kept)
  end subroutine
  subroutine copied(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(cell) :: c
    integer :: st
    allocate (c%w(n), source=x*x, stat=st)
    allocate (c%w(n), source=x, stat=st)
    y = sum(c%w*x) + st*0
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(5)
    real(8), allocatable :: one(:)
    integer :: st
    call twice(n, x, y(1))
    call saved(n, x, y(2))
    call copied(n, x, y(3))
    allocate (one(n), stat=st)
    if (st /= 0) stop 1
    one = sin(x)
    y(4) = sum(one*x)
    y(5) = y(1)*y(2)
  end subroutine
end module
