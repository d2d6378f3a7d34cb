! Specification expressions that call procedures whose declarations follow.
module shapes
  implicit none
  type :: box
    integer :: n = 3
  contains
    procedure :: width
    procedure, private :: twice_box
    generic :: twice => twice_box
    procedure, private :: joined
    generic :: operator(.join.) => joined
  end type
  type :: pair
    integer :: a, b
  end type
  interface pair
    procedure :: pair_of_text
  end interface
  interface extent
    procedure :: extent_of_box, extent_of_integer
  end interface
  interface operator(+)
    procedure :: add_boxes
  end interface
  interface operator(.size.)
    procedure :: size_of_box
  end interface
  type(pair) :: start = pair(1, 2)
  type(pair), parameter :: fixed = pair(3, 4)
contains
  subroutine by_name(b, n, x, s)
    type(box), intent(in) :: b
    integer, intent(in) :: n
    real, intent(inout) :: x(count_of(n))
    real :: y(2, twice_count(n) + 1)
    character(len=count_of(n)), intent(in) :: s
    dimension :: z(size(series(n)))
    real :: z
    y = 0
    z = 0
    x(1) = y(1, 1) + z(1) + len(s) + b%n
  end subroutine
  subroutine by_type(b, c, x)
    type(box), intent(in) :: b, c
    real, intent(inout) :: x(b%width(), b%twice(2))
    real :: y(extent(b), extent(4)), z(extent(b + c), .size. c), w(extent(b .join. c))
    y = 0
    z = 0
    w = 0
    x(1, 1) = sum(y) + sum(z) + sum(w)
  end subroutine
  character(len=count_of(n)) function named(n)
    integer, intent(in) :: n
    real :: f, v
    f(v) = v*count_of(n)
    named = merge('a', 'b', f(1.0) > 2)
  end function
  pure integer function twice_count(n)
    integer, intent(in) :: n
    integer :: work(count_of(n))
    twice_count = 2*size(work)
  end function
  pure integer function count_of(n)
    integer, intent(in) :: n
    count_of = n
  end function
  pure function series(n)
    integer, intent(in) :: n
    real :: series(count_of(n))
    series = 0
  end function
  pure integer function width(this)
    class(box), intent(in) :: this
    width = this%n
  end function
  pure integer function twice_box(this, k)
    class(box), intent(in) :: this
    integer, intent(in) :: k
    twice_box = k*this%n
  end function
  pure type(box) function joined(a, b)
    class(box), intent(in) :: a
    type(box), intent(in) :: b
    joined%n = a%n + b%n
  end function
  pure integer function extent_of_box(b)
    type(box), intent(in) :: b
    extent_of_box = b%n
  end function
  pure integer function extent_of_integer(n)
    integer, intent(in) :: n
    extent_of_integer = n
  end function
  pure type(box) function add_boxes(a, b)
    type(box), intent(in) :: a, b
    add_boxes%n = a%n + b%n
  end function
  pure integer function size_of_box(b)
    type(box), intent(in) :: b
    size_of_box = b%n
  end function
  type(pair) function pair_of_text(text)
    character(len=*), intent(in) :: text
    real :: room(2*fixed%a)
    pair_of_text = pair(len(text), size(room))
  end function
end module
subroutine outside(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(later(n))
  interface
    pure integer function later(n)
      integer, intent(in) :: n
    end function
  end interface
  x(1) = x(1) + n
end subroutine
pure integer function later(n)
  integer, intent(in) :: n
  later = 2*n
end function
