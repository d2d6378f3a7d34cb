! What draws random numbers or asks for the time runs once.
! head: head(y)/(x)
! arg x real8(3) 0.7 1.2 0.4
! arg y real8(3)
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y(3)
   integer, allocatable :: seed(:)
   integer :: n, k
   call random_seed(size=n)
   allocate (seed(n))
   seed = [(7*k + 3, k=1, n)]
   call random_seed(put=seed)
   y = x
   do k = 1, 3
      call disturb(y, y(k))
   end do
end subroutine head

subroutine disturb(y, q)
   implicit none
   real(8), intent(inout) :: y(3)
   real(8), intent(in) :: q
   real(8) :: r(3), p
   integer :: count
   p = q
   call random_number(r)
   call system_clock(count)
   if (count == -huge(count)) p = 0
   call walk(r, p)
   y = y*r*p + cos(y)
end subroutine disturb

subroutine walk(r, p)
   implicit none
   real(8), intent(in) :: r(3)
   real(8), intent(inout) :: p
   real(8) :: s
   integer :: k
   do k = 1, 4
      call random_number(s)
      if (s > 0.5d0) then
         p = p*(1 + s*p*r(1))
      else
         p = p - s*p**2
      end if
   end do
end subroutine walk
