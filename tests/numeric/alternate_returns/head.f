C     Alternate returns: out of a loop, from a short IF, by an expression, passed on, with what was computed before the return.
C     head: head(y)/(x)
C     arg x real8(4)
C     arg y real8
      subroutine head(x, y)
      real*8 x(4), y, t
      integer i
      y = 0
      do 20 i = 1, 4
        call root(x(i), *10, t, *20)
        y = y + t*x(1)
        goto 20
 10     y = y*t
 20   continue
      if (y .gt. 0) call pass(x(2), y, *30)
      y = y + x(3)
 30   y = y*y
      call root(y, *40, t, *40)
      y = y + t
 40   continue
      end
      subroutine root(v, *, r, *)
      real*8 v, r
      integer k
      r = v*v
      if (v .lt. 0.8d0) return 1
      k = 2
      r = r + sqrt(v)
      if (r .gt. 2.5d0) return k
      r = sin(r)
      end
      subroutine pass(a, b, *)
      real*8 a, b, c
      call root(a, *10, c, *20)
      b = b*c
      return
 10   return 1
 20   b = b + c
      return 1
      end
