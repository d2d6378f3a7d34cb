C     Fixed form, with jumps forward out of a loop and back.
C     head: foo(y)/(x)
C     arg x real8(3) 0.8 1.2 0.4
C     arg y real8
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X(3), Y
      INTEGER I
      Y = X(1)
      I = 0
  100 CONTINUE
      I = I + 1
      IF (Y .GT. 20.D0) GO TO 300
      IF (MOD(I, 3) .EQ. 0) GO TO 200
      Y = Y*(1.D0 + X(2))
      GO TO 100
  200 Y = Y + SIN(X(3)*Y)
      IF (I .LT. 12) GO TO 100
  300 CONTINUE
      Y = Y*X(3)
      END
