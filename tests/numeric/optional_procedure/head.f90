! Optional arguments that are handed on, absent or not, among them a procedure, which is tested for beside other things; by keyword.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
   implicit none
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      real(8) :: a, b
      call outer(x(1), r=a)
      call outer(x(2), x(3), a)
      call outer(x(2), r=b, f=cube)
      call outer(r=y, q=a, p=b)
   end subroutine head
   subroutine outer(p, q, r, f)
      real(8), intent(in) :: p
      real(8), intent(in), optional :: q
      real(8), intent(out), optional :: r
      interface
         function f(t)
            real(8), intent(in) :: t
            real(8) :: f
         end function f
      end interface
      optional :: f
      if (present(r)) r = p
      call inner(p, q, r, f=f)
      if (present(f)) r = r + f(p)
   end subroutine outer
   subroutine inner(p, q, r, n, f)
      real(8), intent(in) :: p
      real(8), intent(in), optional :: q
      real(8), intent(inout), optional :: r
      integer, intent(in), optional :: n
      interface
         function f(t)
            real(8), intent(in) :: t
            real(8) :: f
         end function f
      end interface
      optional :: f
      if (present(f) .and. p > 0) then
         r = r*f(p)
      else if (.not. present(f)) then
         if (present(r)) r = 2*r
      end if
      if (present(n)) r = f(r)
      if (present(q) .and. present(r)) then
         r = r*q + sin(q)
      else if (present(r)) then
         r = r*p
      end if
   end subroutine inner
   function cube(t)
      real(8), intent(in) :: t
      real(8) :: cube
      cube = t**3
   end function cube
end module m
