! The part of Tapenade's stack that a fixed-point loop needs, as its library documents it: what is popped after
! adstack_startrepeat stays until adstack_endrepeat, and adstack_resetrepeat goes back to its end. What is pushed in
! between goes after it.

module kit
   implicit none
   integer, parameter :: most = 100000
   real(8) :: values(most)
   integer :: top = 0, depth = 0
   ! of each repeated part: its end, and where pops go on once all that was pushed after it is popped
   integer :: ends(5), back(5) = -1
contains
   subroutine put(v)
      real(8), intent(in) :: v
      if (depth > 0) then
         if (top < ends(depth)) then
            back(depth) = top
            top = ends(depth)
         end if
      end if
      top = top + 1
      if (top > most) stop 'the stack is full'
      values(top) = v
   end subroutine put
   subroutine get(v)
      real(8), intent(out) :: v
      if (top < 1) stop 'the stack is empty'
      v = values(top)
      top = top - 1
      if (depth > 0) then
         if (top == ends(depth) .and. back(depth) >= 0) then
            top = back(depth)
            back(depth) = -1
         end if
      end if
   end subroutine get
end module kit

subroutine adstack_startrepeat()
   use kit
   depth = depth + 1
   ends(depth) = top
   back(depth) = -1
end subroutine adstack_startrepeat
subroutine adstack_resetrepeat()
   use kit
   top = ends(depth)
end subroutine adstack_resetrepeat
subroutine adstack_endrepeat()
   use kit
   depth = depth - 1
end subroutine adstack_endrepeat

subroutine pushreal8(x)
   use kit
   real(8), intent(in) :: x
   call put(x)
end subroutine pushreal8
subroutine popreal8(x)
   use kit
   real(8), intent(out) :: x
   call get(x)
end subroutine popreal8
subroutine pushreal8array(x, n)
   use kit
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   integer :: i
   do i = 1, n
      call put(x(i))
   end do
end subroutine pushreal8array
subroutine popreal8array(x, n)
   use kit
   integer, intent(in) :: n
   real(8), intent(out) :: x(n)
   integer :: i
   do i = n, 1, -1
      call get(x(i))
   end do
end subroutine popreal8array
subroutine pushinteger4(k)
   use kit
   integer, intent(in) :: k
   call put(real(k, 8))
end subroutine pushinteger4
subroutine popinteger4(k)
   use kit
   integer, intent(out) :: k
   real(8) :: v
   call get(v)
   k = nint(v)
end subroutine popinteger4
subroutine pushcontrol1b(k)
   integer, intent(in) :: k
   call pushinteger4(k)
end subroutine pushcontrol1b
subroutine popcontrol1b(k)
   integer, intent(out) :: k
   call popinteger4(k)
end subroutine popcontrol1b
