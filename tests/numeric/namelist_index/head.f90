! A loop's index that only a NAMELIST reads behind the loop, whose last iteration is taken out.
! head: top(y)/(x)
! arg n integer 4
! arg x real8(4) 0.4 0.7 1.1 0.9
! arg y real8(4)
! before n 3
subroutine top(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   integer :: i, ip
   character(200) :: text
   namelist /state/ i
   do i = 1, n
      ip = i + 1
      if (i == n) ip = 1
      y(i) = 2*x(ip) + x(i)**2
   end do
   write (text, nml=state)
   if (index(text, '5') > 0) y(1) = 5*y(1)
end subroutine top
