C     Variables that are members of a COMMON block by EQUIVALENCE only, in the head and in what it calls.
C     head: cost(y)/(x)
C     arg x real8(3)
C     arg y real8(2)
      subroutine cost(x, y)
      double precision x(3), y(2), uh(3), u1, u2, u3, w(2)
      common /uhc/ u1, u2, u3
      equivalence (uh(1), u1)
      call inner(x)
      y(1) = u3*uh(2) + u1
      call inner(x(2))
      y(2) = uh(1)*u2*uh(3)
      call other(w)
      y(2) = y(2)*w(1)*w(2) + u2
      end
      subroutine inner(x)
      double precision x(2), uh(3), u1, u2, u3, v, t
      common /uhc/ u1, u2, u3
      equivalence (uh(1), u1), (v, u3)
      u1 = 1d0 + x(2)
      uh(2) = 0.3d0*u1
      v = x(1)*x(1)
      t = v
      v = t*u3 + uh(2)
      end
      subroutine other(w)
      double precision w(2), all(3), part(2)
      common /uhc/ all
      equivalence (part(1), all(2))
      w(1) = part(1)*part(2)
      part(1) = sin(all(1))*w(1)
      w(2) = all(2)**2
      end
