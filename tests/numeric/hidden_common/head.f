C     A COMMON block that the head does not declare, with named constants in its declarations, and another shape elsewhere.
C     head: top(y)/(x)
C     arg x real8 0.7
C     arg y real8
C     common mem%w real8(9) 0.5
C     common mem%t real8 1.0
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X, Y
      CALL ADD(X)
      CALL ADD(X)
      CALL READOUT(Y)
      END
      SUBROUTINE ADD(X)
      INTEGER NMAX, K
      PARAMETER (NMAX=3, K=8)
      REAL(K) X, W(NMAX, 0:NMAX-1), T
      COMMON /MEM/ W, T
      W(1,1) = W(1,1)*X + X*X
      T = T*W(1,1)
      END
      SUBROUTINE READOUT(Y)
      DOUBLE PRECISION Y, W(9), T
      COMMON /MEM/ W, T
      Y = W(4)*W(4) + T
      END
