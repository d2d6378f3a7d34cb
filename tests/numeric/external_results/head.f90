! Described procedures whose adjoints read what the procedures leave: solvers with their factors, in a loop that overwrites these, and a procedure whose tangent computes one derivative only if it is used.
!
! head: top(y, s)/(a, x)
! external tests/numeric/external_results/external.toml
! link tests/numeric/external_results/link.f90
! arg n integer 4
! arg a real8(4,4)
! arg x real8(4) 0.7 1.1 0.4 0.9
! arg y real8(4)
! arg s real8
! before n 3
subroutine top(n, a, x, y, s)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n), x(n)
   real(8), intent(out) :: y(n), s
   real(8) :: m(n, n), lu(n, n), e
   integer :: i, k
   y = x
   s = 0
   e = 2
   do k = 1, 3
      m = a
      do i = 1, n
         m(i, i) = m(i, i) + 3 + s
      end do
      call solve(n, m, lu, y)
      y = y**2 + x
      if (k == 2) then
         call solve_in_place(n, m, y)
         y = y + x
      end if
      call halve(n, y, e)
      s = s + y(1)*y(n)
   end do
   s = s + e**2
   ! the new value of e is not used
   call halve(n, y, e)
   ! a passive matrix
   lu = 0.5d0
   do i = 1, n
      lu(i, i) = 2
   end do
   call solve_in_place(n, lu, y)
end subroutine top
