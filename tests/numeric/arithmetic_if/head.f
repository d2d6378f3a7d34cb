C     Arithmetic IF, computed GO TO, a loop that is left in its middle.
C     head: foo(y)/(x)
C     arg x real8(3) 0.9 1.4 0.6
C     arg y real8
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X(3), Y
      Y = X(1)
      DO 50 I = 1, 8
        IF (MOD(I, 3) - 1) 10, 20, 30
   10   Y = Y*X(2)
        GO TO 40
   20   Y = Y + X(3)**2
        GO TO 40
   30   GO TO (40, 35), MOD(I, 2) + 1
   35   Y = SIN(Y)
   40   IF (Y .GT. 3.D0) GO TO 60
   50 CONTINUE
   60 Y = Y*X(1)
      END
