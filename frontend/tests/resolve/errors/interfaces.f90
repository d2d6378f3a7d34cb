! Interface bodies and definitions that differ.
subroutine caller
  interface
    subroutine types(a, b, c)
      integer :: a
      real :: b(3)
      real :: c(:)
    end subroutine types
    subroutine more(a, b)
      real :: a, b
    end subroutine more
    subroutine kinds()
    end subroutine kinds
    real function result(x)
      real :: x
    end function result
    subroutine same(a, f, n, p)
      import
      real :: a(2, *)
      external :: f
      type, bind(c) :: t
        integer :: i
      end type t
      integer :: n
      type(t) :: p
    end subroutine same
    subroutine other(a) bind(c, name='other_c')
      integer, value :: a
    end subroutine other
  end interface
end subroutine caller
subroutine types(a, b, c)
  real :: a, b(3, 3), c(*)
end subroutine types
subroutine more(a)
  real :: a
end subroutine more
real function kinds()
  kinds = 1
end function kinds
integer function result(x)
  real :: x
  result = 1
end function result
subroutine same(a, f, n, p)
  real :: a(2, *)
  type, bind(c) :: t
    integer :: i
  end type t
  type(t) :: p
  call f(a, n)
end subroutine same
subroutine other
end subroutine other
