C     A COMMON block that the head does not declare, with an independent
C     and a dependent in it.
C     head: foo(y, phys%c)/(x, phys%g)
C     arg x real8 0.7
C     arg y real8
C     common phys%g real8 1.7
C     common phys%c real8(2) 0.5 0.25
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X, Y
      CALL BAR(X, Y)
      END

      SUBROUTINE BAR(X, Y)
      DOUBLE PRECISION X, Y, G, C(2)
      COMMON /PHYS/ G, C
      Y = X*G**2
      C(2) = Y*SIN(G)
      C(1) = C(2)*X
      END
