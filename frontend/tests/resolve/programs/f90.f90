! Interfaces, optional and keyword arguments, pointers, allocatables, constructs, array expressions.
module solver
  implicit none
  abstract interface
    function fun(x) result(y)
      real, intent(in) :: x
      real :: y
    end function fun
  end interface
  interface
    subroutine blas(n, x, incx)
      integer, intent(in) :: n, incx
      real, intent(inout) :: x(*)
    end subroutine blas
  end interface
contains
  recursive function fact(n) result(f)
    integer, intent(in) :: n
    integer :: f
    if (n <= 1) then
      f = 1
    else
      f = n*fact(n - 1)
    end if
  end function fact

  subroutine integrate(f, a, b, s, n, verbose)
    procedure(fun) :: f
    real, intent(in) :: a, b
    real, intent(out) :: s
    integer, intent(in), optional :: n
    logical, intent(in), optional :: verbose
    integer :: i, k
    k = 100
    if (present(n)) k = n
    s = 0
    do i = 1, k
      s = s + f(a + (b - a)*(i - 0.5)/k)
    end do
    if (present(verbose)) print *, 'sum', s
  end subroutine integrate

  subroutine work(x, n, mask, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: x(n, 0:m)
    logical, intent(in) :: mask(n)
    real, allocatable, save :: t(:, :)
    real, pointer :: p(:), q
    real, target :: buffer(size(x, 1)), one
    character(len=n) :: text
    character(len=*), parameter :: words(2) = ['ab', 'cd']
    integer :: i, ierr
    integer, parameter :: idx(3) = (/(i, i=1, 3)/)
    complex :: z
    allocate (t(n, -1:m), stat=ierr)
    p => buffer
    q => one
    nullify (p)
    where (mask)
      x(:, 0) = x(:, 1)
    elsewhere (x(:, 0) > 0)
      x(:, 0) = -1
    elsewhere
      x(:, 0) = 0
    end where
    where (mask) x(:, 1) = 2
    forall (i=1:n, mask(i)) x(i, 0) = x(i, 0)/i
    outer: do
      do i = 1, n
        if (x(i, 0) > 3) exit outer
        if (x(i, 0) < 0) cycle outer
      end do
      exit
    end do outer
    select case (n)
    case (:0)
      return
    case (1, 3:5)
      x = 0
    case default
      x(idx, 0) = [real :: 1, 2, 3]
    end select
    do while (any(x > 1) .and. associated(p))
      x = x/2
    end do
    associate (c => x(:, 0), d => n*2)
      c(1) = d
    end associate
    block
      real :: local(n)
      local = matmul(x(:, 1:), x(1, 1:))
      x(:, 0) = local
    end block
    z = cmplx(x(1, 0), q)
    x(1, 0) = z%re + aimag(z)*len(text) + len_trim(words(1)(1:1))
    call integrate(sine, 0.0, b=1.0, s=x(1, 0), verbose=.true.)
    call blas(n, x(2, 0), 1)
    deallocate (t)
  contains
    function sine(x) result(y)
      real, intent(in) :: x
      real :: y
      y = sin(x)
    end function sine
  end subroutine work
end module solver
