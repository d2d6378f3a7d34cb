! Variables that statements name by their NAMELIST group alone: what sets them is run, what they were is brought back.
! head: top(y)/(x)
! arg n integer 4
! arg x real8(4) 0.4 0.7 1.1 0.9
! arg y real8(4)
! before n 3
module state
   implicit none
   real(8) :: w(3) = 1
   real(8) :: scale = 2
   integer :: kount = 0
   namelist /all/ w, scale, kount
end module state

subroutine put(text)
   use state, only: everything => all
   implicit none
   character(*), intent(out) :: text
   write (text, nml=everything)
end subroutine put

subroutine get(text)
   use state, only: everything => all
   implicit none
   character(*), intent(in) :: text
   read (text, nml=everything)
end subroutine get

subroutine step(z, v)
   use state
   implicit none
   real(8), intent(inout) :: z
   real(8), intent(out) :: v
   character(400) :: text
   z = z*sin(z)*w(2)
   call put(text)
   if (index(text, '6') > 0) z = z**2
   text = '&all w(2)=1.5, kount=26 /'
   call get(text)
   v = z*w(2)*kount
end subroutine step

subroutine top(n, x, y)
   use state
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   integer :: i, ip, k
   real(8) :: u, z, q
   character(400) :: text, words
   namelist /mine/ ip, k, u
   namelist /other/ q
   k = 3
   u = 7
   text = '&all kount=3, scale=4.0 w=1,2,3 /'
   call get(text)
   do i = 1, n
      ip = i + 1
      if (i == n) ip = 1
      k = kount
      u = scale
      text = '&mine u=3.5 /'
      read (text, nml=mine)
      kount = kount + i
      scale = scale*0.5d0
      z = x(ip)*u
      call step(z, y(i))
      y(i) = y(i) + 2*z + k*scale*x(i)**2
   end do
   call put(text)
   if (index(text, '5') > 0) y(1) = 5*y(1)
   write (text, nml=mine)
   if (index(text, '3') > 0) y(2) = 5*y(2)
   q = x(3)
   write (words, nml=other)
   if (index(words, '1.') > 0) y(3) = 5*y(3)*q
end subroutine top
