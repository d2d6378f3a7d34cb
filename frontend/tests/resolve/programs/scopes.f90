! Names that mean something else in a BLOCK, in another module, in a type that extends.
module shapes
  implicit none
  type :: base
    real, allocatable :: x(:)
  end type base
  integer :: level, mark
  interface operator(*)
    module procedure apply
  end interface operator(*)
contains
  function apply(a, v) result(w)
    real, intent(in) :: a(:, :), v(:)
    real :: w(size(a, 1))
    w = matmul(a, v)
  end function apply
end module shapes

elemental real function twice(x)
  real, intent(in) :: x
  twice = 2*x
end function twice

integer function same_name(x)
  integer :: x
  same_name = x
end function same_name

program p
  use shapes, parent => base
  use, intrinsic :: ieee_arithmetic, only: ieee_class, ieee_class_type, ieee_positive_normal, operator(==)
  implicit none
  intrinsic sin
  procedure(sin) :: twice
  type, extends(parent) :: child
    integer :: n
  end type child
  interface
    integer function same_name() bind(c, name='other')
    end function same_name
  end interface
  type(child), target :: c
  class(child) :: q
  pointer :: q
  real :: a(2, 3), v(3)
  real, allocatable :: s
  type(ieee_class_type) :: kind_of_value
  procedure(real), pointer :: f, g
  common /pointers/ f, mark_2, g
  integer :: mark_2
  volatile :: level
  q => c
  c%parent%x = a*v
  if (allocated(scalar=s) .or. allocated(array=c%x)) stop
  kind_of_value = ieee_class(v(1))
  if (kind_of_value == ieee_positive_normal) v = bessel_jn(0, 2, twice(v(1)))
  mark_2 = same_name()
  block
    use, intrinsic :: iso_c_binding, only: wp => c_float
    real(wp) :: x
    x = 1
  end block
  block
    use, intrinsic :: iso_c_binding, only: wp => c_double
    real(wp) :: x
    x = 1
  end block
  associate (t => '12' // '34')
    block
      integer(len(t)*2) :: i
      i = 1
    end block
  end associate
end program p
