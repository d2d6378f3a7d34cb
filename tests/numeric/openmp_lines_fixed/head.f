C     Statements behind the sentinels of OpenMP in fixed form.
C     head: TOP(Y)/(X)
C     flags -fopenmp
C     arg X real8(2) 0.7 1.2
C     arg Y real8
      SUBROUTINE TOP(X, Y)
      REAL*8 X(2), Y
      Y = X(1)*X(2)
!$    Y = 3*Y
C$    Y = Y + SIN(X(1))
C$   1      *X(2)
*$    IF (X(1) .GT. 5) GOTO 10
      Y = Y*Y
*$ 10 CONTINUE
C$omp barrier
      END
