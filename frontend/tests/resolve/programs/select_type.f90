! The selector has another type or rank in each block.
module shapes
  implicit none
  type :: shape
    real :: area
  end type shape
  type, extends(shape) :: circle
    real :: radius
  end type circle
contains
  function size_of(s) result(r)
    class(shape), intent(inout) :: s
    real :: r
    choice: select type (s)
    type is (circle)
      s%radius = 1
      r = s%radius
      if (r > 0) exit choice
    class is (shape)
      r = s%area
    class default
      r = 0
    end select choice
  end function size_of
  subroutine any_value(x, n)
    class(*), intent(in) :: x(:)
    integer, intent(out) :: n
    select type (v => x)
    type is (integer)
      n = v(1)
    type is (character(len=*))
      n = len(v)
    type is (real(8))
      n = int(sum(v))
    end select
  end subroutine any_value
  subroutine any_rank(a, s)
    real, intent(inout) :: a(..)
    real, intent(out) :: s
    select rank (a)
    rank (0)
      s = a
    rank (2)
      s = a(1, 1) + sum(a)
    rank (*)
      s = a(1)
    rank default
      s = rank(a)
    end select
    select rank (b => a)
    rank (1)
      s = b(1)
    end select
  end subroutine any_rank
end module shapes
