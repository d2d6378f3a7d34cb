C     Loops over reals.
C     head: head(y)/(x)
C     arg x real8(2)
C     arg y real8(4)
      subroutine head(x, y)
      real*8 x(2), y(4), t, a, h
      real s
      a = 0
      h = 0.5d0
      do 10 t = 2.0d0, 0.1d0, -h
        if (t .gt. 1.6d0) goto 10
        a = a + t*x(1) + x(2)*a
        if (a .gt. 5d0) goto 20
 10   continue
 20   y(1) = a*t
      do s = 1.0, 0.0
        a = a*100
      end do
      y(2) = a*s
      do s = 1, 3
        a = a*s*x(1)
      end do
      y(3) = a*s
      a = x(1)
      do s = 0.1d0, 0.5d0, 0.1d0
        a = a*x(2) + s
      end do
      do t = 0.1, t, 0.3
        a = a*x(2) + t
      end do
      y(4) = a
      end
