! External procedures that print and have explicit interfaces.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   real(8) :: part
   integer :: i
   y = 0
   do i = 1, 3
      call mid(x, part)
      y = y + i*part
   end do
end subroutine head

subroutine mid(x, y)
   implicit none
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   interface
      subroutine norm(a, s, k)
         real(8), intent(in) :: a(:)
         real(8), intent(out) :: s
         integer, intent(in), optional :: k
      end subroutine norm
      function scaled(a) result(b)
         real(8), intent(in) :: a(:)
         real(8) :: b(size(a))
      end function scaled
   end interface
   real(8) :: t(2)
   t = scaled(x)
   call norm(t, y, k=3)
end subroutine mid

subroutine norm(a, s, k)
   implicit none
   real(8), intent(in) :: a(:)
   real(8), intent(out) :: s
   integer, intent(in), optional :: k
   if (present(k)) print *, 'k', k
   s = sum(a*a)
end subroutine norm

function scaled(a) result(b)
   implicit none
   real(8), intent(in) :: a(:)
   real(8) :: b(size(a))
   print *, 'scaled'
   b = 3*a*a
end function scaled
