C Assigned GOTO, shared labels, irreducible flow.
C head: head(y)/(x)
C arg x real8(3)
C arg y real8(3)
C flags -std=legacy -w
      subroutine head(x, y)
      real*8 x(3), y(3), t
      integer i, j, l
      t = x(1)
      assign 20 to l
      goto 30
   20 t = t*x(2)
      assign 40 to l
   30 t = t + sin(x(3))*t
      goto l, (20, 40)
   40 y(1) = t
      do 50 i = 1, 3
      do 50 j = 1, 2
   50 t = t*cos(x(j)) + x(i)
      y(2) = t
      i = 0
      if (t .gt. 0) goto 70
   60 i = i + 1
      t = t*x(1)
   70 t = t + x(2)*i
      i = i + 2
      if (i .lt. 6) goto 60
      y(3) = t
      end
