! Derived types: nesting, arrays of types, pointers, procedure pointers, type-bound procedures, extension, constructors.
module shapes
  use, intrinsic :: iso_c_binding
  implicit none
  type, abstract :: shape
    character(len=10) :: name = 'none'
  contains
    procedure(area_of), deferred :: area
    procedure :: label
    procedure, nopass :: version
    procedure, private :: add_shape
    generic :: operator(+) => add_shape
    generic :: show => show_int, show_real
    procedure :: show_int, show_real
  end type shape
  abstract interface
    real function area_of(self)
      import :: shape
      class(shape), intent(in) :: self
    end function area_of
  end interface
  type, extends(shape) :: circle
    real :: r
    type(node), pointer :: first => null()
    procedure(area_of), pointer, nopass :: other => null()
    real, allocatable :: w(:, :)
  contains
    procedure :: area => circle_area
  end type circle
  type :: node
    real :: v(3)
    type(node), pointer :: next => null()
  end type node
  interface circle
    module procedure new_circle
  end interface circle
  type(circle) :: ring(4)
  integer(c_int), bind(c), target :: counter
  enum, bind(c)
    enumerator :: red = 1, green, blue = 7
  end enum
contains
  type(circle) function new_circle(r)
    real, intent(in) :: r
    new_circle%r = r
    new_circle%name = 'circle'
  end function new_circle
  real function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.14*self%r**2
  end function circle_area
  real function add_shape(a, b)
    class(shape), intent(in) :: a, b
    add_shape = a%area() + b%area()
  end function add_shape
  function label(self, n)
    class(shape), intent(in) :: self
    integer, intent(in) :: n
    character(len=n) :: label
    label = self%name(1:n)
  end function label
  integer function version()
    version = blue
  end function version
  subroutine show_int(self, i)
    class(shape), intent(in) :: self
    integer, intent(in) :: i
    print *, self%name, i
  end subroutine show_int
  subroutine show_real(self, x)
    class(shape), intent(in) :: self
    real, intent(in) :: x
    print *, self%name, x
  end subroutine show_real
end module shapes

subroutine use_shapes(c, total)
  use shapes, circ => circle
  implicit none
  type(circ), intent(inout), target :: c(:)
  real, intent(out) :: total
  type(node), pointer :: p
  type(node) :: n
  type(c_ptr) :: address
  integer :: i
  total = 0
  do i = 1, size(c)
    total = total + c(i)%area() + c(i)%r
    call c(i)%show(i)
    call c(i)%show(1.5)
    allocate (c(i)%w(2, 0:3))
    c(i)%w(:, 0) = c(i)%first%v(1:2)
  end do
  c%r = sum(ring%r)
  c(1)%shape%name(1:3) = c(2)%label(3)
  c(1) = circ(2.0)
  p => c(1)%first
  do while (associated(p))
    p = node([1., 2., 3.], next=p%next)
    p => p%next
  end do
  n%v(red:green) = 0
  ring(1)%r = c(1)%version()
  address = c_loc(counter)
  if (c_associated(address)) counter = 1_c_int
end subroutine use_shapes
