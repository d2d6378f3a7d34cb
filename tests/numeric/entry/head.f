C     ENTRY: ways into a subroutine and a function, arguments of their own, constants in DATA, COMMON, a jump back before the ENTRY.
C     head: head(y)/(x)
C     arg x real8(3)
C     arg y real8
      subroutine head(x, y)
      real*8 x(3), y, a, b, area, rim
      external area, rim
      call setup(x(3))
      call first(x(1), a)
      call middle(a, x(2), b)
      call last(b)
      y = area(a)*rim(b) + rim(x(1))
      end

      subroutine setup(v)
      real*8 v, p, q, r, s, w(2), u
      integer k
      common /state/ u, k
      data w /0.5d0, 2.0d0/
      u = v*v
      return
      entry first(p, q)
      k = 0
 10   q = sin(p)*w(1) + u
      k = k + 1
      return
      entry middle(r, p, q)
      q = r*p*w(2)
      if (k .eq. 1) then
        r = r*u
        p = p + 0.1d0*r
        goto 10
      end if
      return
      entry last(s)
      s = s*s + u
      end

      real*8 function area(r)
      real*8 r, rim
      area = 3*r*r
      return
      entry rim(r)
      rim = 2*r
      if (r .gt. 0.7d0) area = 6*r**3
      end
