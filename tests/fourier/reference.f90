! The transforms of FFTPACK in double precision, by their sums. Part of `wsave` is scratch space that they change.

! The table: sines, then cosines
subroutine dffti(n, wsave)
   implicit none
   integer :: n, i
   real(8) :: wsave(*)
   do i = 1, n
      wsave(i) = sin(2*acos(-1d0)*(i - 1)/n)
      wsave(n + i) = cos(2*acos(-1d0)*(i - 1)/n)
   end do
   wsave(2*n + 1) = 0
end subroutine dffti

subroutine dfftf(n, r, wsave)
   implicit none
   integer :: n, k, i, j
   real(8) :: r(*), wsave(*), old(n)
   old = r(:n)
   wsave(2*n + 1) = r(1)
   r(1) = sum(old)
   do k = 2, (n + 1)/2
      r(2*k - 2:2*k - 1) = 0
      do i = 1, n
         j = 1 + mod((k - 1)*(i - 1), n)
         r(2*k - 2) = r(2*k - 2) + old(i)*wsave(n + j)
         r(2*k - 1) = r(2*k - 1) - old(i)*wsave(j)
      end do
   end do
   if (mod(n, 2) == 0) r(n) = sum(old(1::2)) - sum(old(2::2))
end subroutine dfftf

subroutine dfftb(n, r, wsave)
   implicit none
   integer :: n, k, i, j
   real(8) :: r(*), wsave(*), old(n)
   old = r(:n)
   wsave(2*n + 1) = r(1)
   do i = 1, n
      r(i) = old(1)
      if (mod(n, 2) == 0) r(i) = r(i) + old(n)*(-1)**(i - 1)
      do k = 2, (n + 1)/2
         j = 1 + mod((k - 1)*(i - 1), n)
         r(i) = r(i) + 2*old(2*k - 2)*wsave(n + j) - 2*old(2*k - 1)*wsave(j)
      end do
   end do
end subroutine dfftb

subroutine zffti(n, wsave)
   implicit none
   integer :: n
   real(8) :: wsave(*)
   call dffti(n, wsave)
end subroutine zffti

subroutine zfftf(n, c, wsave)
   implicit none
   integer :: n
   complex(8) :: c(*)
   real(8) :: wsave(*)
   call transform(n, c, wsave, -1d0)
end subroutine zfftf

subroutine zfftb(n, c, wsave)
   implicit none
   integer :: n
   complex(8) :: c(*)
   real(8) :: wsave(*)
   call transform(n, c, wsave, 1d0)
end subroutine zfftb

subroutine transform(n, c, wsave, direction)
   implicit none
   integer :: n, k, i, j
   complex(8) :: c(*), old(n)
   real(8) :: wsave(*), direction
   old = c(:n)
   wsave(2*n + 1) = real(c(1))
   do k = 1, n
      c(k) = 0
      do i = 1, n
         j = 1 + mod((k - 1)*(i - 1), n)
         c(k) = c(k) + old(i)*cmplx(wsave(n + j), direction*wsave(j), 8)
      end do
   end do
end subroutine transform
