C     A COMMON block that the head does not declare, with named constants in its declarations.
C     head: top(y)/(x)
C     arg x real8 0.7
C     arg y real8
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X, Y
      CALL START
      CALL ADD(X)
      CALL ADD(X)
      CALL READOUT(Y)
      END
      SUBROUTINE START
      DOUBLE PRECISION W(9), T
      COMMON /MEM/ W, T
      W = 0.5D0
      T = 1.D0
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
