C     A statement function, DATA, PARAMETER, a DO loop with a real argument in its bounds.
C     head: foo(y)/(x)
C     arg x real8(2)
C     arg y real8
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X(2), Y, C(3), G, T, HALF
      PARAMETER (HALF = 0.5D0)
      DATA C /1.D0, 2.D0, 3.D0/
      G(T) = T*T + HALF*T
      Y = 0.D0
      DO 10 K = 1, 3
        Y = Y + C(K)*G(X(1) + K*X(2))
   10 CONTINUE
      END
