! Variables of types with private components, outside the module that has them: it is written again with these public.
! head: f(y)/(x)
! arg x real8
! arg y real8
module turb
  implicit none
  type, public :: work_t
    real(8), private :: buf = 0
    real(8) :: out = 0
  end type
  type, public :: memory_t
    private
    type(work_t) :: work(2)
    integer :: k = 1
    real(8), public :: factor = 2
  end type
  interface add
    module procedure add_work, add_memory
  end interface
  private :: add_work, add_memory
contains
  subroutine add_work(w, x)
    type(work_t), intent(inout) :: w
    real(8), intent(in) :: x
    w%out = w%out + x*w%buf
    w%buf = sin(x)
  end subroutine
  subroutine add_memory(m, x)
    type(memory_t), intent(inout) :: m
    real(8), intent(in) :: x
    call add(m%work(m%k), x*m%factor)
    m%k = 3 - m%k
    m%factor = cos(m%factor*m%work(m%k)%buf) + 1
  end subroutine
  subroutine total(m, y)
    type(memory_t), intent(in) :: m
    real(8), intent(out) :: y
    y = sum(m%work%out)*m%factor
  end subroutine
end module
subroutine f(x, y)
  use turb, only: work_t, memory_t, add, total
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(work_t) :: w
  type(memory_t) :: m
  integer :: i
  call add(w, x)
  call add(w, 2*x)
  do i = 1, 4
    call add(m, x*i)
    call add(m, w%out)
  end do
  call total(m, y)
  y = y + w%out
end subroutine
