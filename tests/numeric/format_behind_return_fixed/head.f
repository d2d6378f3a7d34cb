C FORMAT and DATA behind the last RETURN, with labels that jump
C head: head(y)/(x)
C arg x real8 0.7
C arg y real8
      subroutine head(x, y)
      real*8 x, y, w(2)
      integer k
      y = 0
      do 10 k = 1, 3
      if (x .lt. 0) goto 20
      y = y + x*k*w(1)
 10   continue
      return
 20   y = -x
      write (*, 1000) y
      return
 1000 format (f8.3)
      data w /2d0, 3d0/
      end
