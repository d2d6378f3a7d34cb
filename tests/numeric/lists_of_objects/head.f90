! Lists of objects of unknown type: holders with allocatable components of class(t).
! head: head(y)/(x)
! module elements
! arg n integer 4
! arg x real8(4)
! arg y real8(2)
! before n 3
module elements
  implicit none
  type, abstract :: element
    real(8) :: a = 1
  contains
    procedure(apply_i), deferred :: apply
  end type
  abstract interface
    subroutine apply_i(this, u)
      import element
      class(element), intent(inout) :: this
      real(8), intent(inout) :: u
    end subroutine
  end interface
  type, extends(element) :: spring
    real(8) :: k = 2
  contains
    procedure :: apply => spring_apply
  end type
  type, extends(element) :: cable
    real(8), allocatable :: w(:)
    integer :: m = 0
  contains
    procedure :: apply => cable_apply
  end type
  type holder
    class(element), allocatable :: p
    real(8) :: weight = 1
  end type
  type chain
    type(holder), allocatable :: items(:)
  end type
contains
  subroutine spring_apply(this, u)
    class(spring), intent(inout) :: this
    real(8), intent(inout) :: u
    u = u*this%k + this%a**2
    this%a = this%a*u
  end subroutine
  subroutine cable_apply(this, u)
    class(cable), intent(inout) :: this
    real(8), intent(inout) :: u
    u = sin(this%w(1)*u)*this%a + this%w(2)*u**2
    this%w(2) = this%w(2)*u
    this%m = this%m + 1
  end subroutine
  subroutine fill(l, x)
    type(holder), intent(inout) :: l(:)
    real(8), intent(in) :: x(:)
    type(spring) :: s
    integer :: i
    do i = 1, size(l)
      if (mod(i, 2) == 1) then
        s%k = x(i)
        allocate (l(i)%p, source=s)
      else
        allocate (cable :: l(i)%p)
        select type (p => l(i)%p)
        type is (cable)
          allocate (p%w(2))
          p%w = x(i)
          p%w(1) = x(1)**2
        end select
        l(i)%p%a = x(i)
      end if
      l(i)%weight = x(i)**2
    end do
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(holder) :: l(n), h
    type(holder), allocatable :: q
    integer :: i, k
    y = 1
    call fill(l, x)
    do k = 1, 2
      do i = 1, n
        call l(i)%p%apply(y(1))
        y(1) = y(1)*l(i)%weight*0.1d0
        y(2) = y(2) + l(i)%p%a*y(1)
      end do
    end do
    h = l(2)
    call h%p%apply(y(2))
    y(1) = y(1)*h%p%a + l(2)%p%a
    call move_alloc(h%p, l(1)%p)
    call l(1)%p%apply(y(1))
    deallocate (l(1)%p)
    allocate (q)
    allocate (spring :: q%p)
    q%p%a = y(1)
    call q%p%apply(y(2))
    q = l(3)
    call q%p%apply(y(2))
  end subroutine
end module
