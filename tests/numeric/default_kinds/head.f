C Reals without a kind are of kind 8, of double precision 16: declared, by implicit rules, of literals, conversions and specific names.
C head: head(y)/(x, e)
C flags -fdefault-real-8
C arg x real8(3) 0.7 1.2 0.4
C arg e real4 0.75
C arg y real8
      subroutine head(x, e, y)
      real x(3), y
      real*4 e
      double precision d
      complex c
      common /block/ s
      s = max(x(1), 0.5) + float(2)*alog(x(2)) + amax1(x(3), .1)
      d = dble(s)**2 + 0.1d0*x(2)
      c = cmplx(s, x(2))*(0.5, 1.0)
      y = cabs(c)*real(3) + sngl(d)*d*e
      w = merge(s, 0.0, s .gt. 0.)
      do 10 i = 1, 3
        y = y*w + sin(x(i))
   10 continue
      if (y .gt. 1.0) then
        call twice(y, w)
        y = y + w
      end if
      end
      subroutine twice(y, z)
      real y, z
      common /block/ s
      z = z*sqrt(y)
      y = 2.0*y*s
      end
