! Names that are made up must not hide intrinsic procedures or names of the program.
! head: foo(y)/(x, mo, temp)
! arg x real8(5) 0.9 1.1 1.3 0.8 1.2
! arg mo real8 0.6
! arg temp real8 1.4
! arg y real8
subroutine foo(x, mo, temp, y)
   implicit none
   real(8), intent(in) :: x(5), mo, temp
   real(8), intent(out) :: y
   real(8) :: a(5), an, tempb, xb
   integer :: branch, steps, iteration
   a = x
   do while (sum(a) < 100)
      a = a*1.7d0*x(1)
   end do
   branch = 0
   do steps = 1, 4
      do iteration = 1, 9
         branch = branch + 1
         if (branch > 20 .and. a(steps) > 1) exit
         a(steps) = a(steps)*mod(mo*iteration, 2.0d0)*temp
      end do
   end do
   an = iand(branch, 3)*x(2)
   tempb = maxval(a)*an
   xb = 2*tempb
   y = tempb*xb + temp
end subroutine foo
