C     An external function as an argument, handed on by a procedure with constants in DATA.
C     head: head(y)/(x)
C     arg x real8(3)
C     arg y real8
      subroutine head(x, y)
      real*8 x(3), y
      external f1, f2
      common /par/ c
      real*8 c, s1, s2
      c = x(3)
      call quad(f1, x(1), x(2), s1)
      call quad(f2, 0.5d0*x(1), x(2)*x(2), s2)
      y = s1*s2 + c
      end
      subroutine quad(f, a, b, s)
      real*8 f, a, b, s, h, w(3)
      external f
      integer i
      data w /0.5d0, 1.0d0, 0.25d0/
      h = (b - a)/3
      s = 0
      do 10 i = 1, 3
        s = s + w(i)*h*f(a + (i - 0.5d0)*h)
 10   continue
      call twice(f, s)
      end
      subroutine twice(g, s)
      real*8 g, s
      external g
      s = s*g(s)
      end
      real*8 function f1(t)
      real*8 t, c
      common /par/ c
      f1 = sin(c*t)
      end
      real*8 function f2(t)
      real*8 t
      f2 = exp(-t*t)
      end
