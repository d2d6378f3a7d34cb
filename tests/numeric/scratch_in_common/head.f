C     Work space in COMMON and in arguments that several procedures use, with and without derivatives, one after the other.
C     head: TOP(Y, OUT%R)/(X)
C     arg N integer 3
C     arg X real8(3)
C     arg Y real8
C     common OUT%R real8 0.5
C     common WORK%W real8(5) 0.25
C     common WORK%T real8 2.0
      SUBROUTINE TOP(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, R, W(5), T, S, Q(5)
      COMMON /OUT/ R
      COMMON /WORK/ W, T
      S = 0.D0
      CALL CONST(N)
      S = S + T*X(1) + W(2)*X(2)
      CALL VARY(N, X)
      S = S + T*W(1)
      CALL CONST(N)
      DO 10 I = 1, N
        CALL SCALE(W(I), X(I), S)
        IF (I .EQ. 2) CALL CONST(I)
   10 CONTINUE
C     the same procedure, with and without derivatives
      Q(1) = 3.D0
      Q(2) = 0.5D0
      CALL SCALE(Q(1), 2.D0, Q(2))
      Q(2) = 1.D0
      Q(3) = 0.5D0
      CALL SCALE(Q(1), Q(3), Q(2))
      S = S*Q(2)
      CALL FILL(5, Q)
      S = S + Q(4)*X(3)
      CALL VARY(N, X)
      CALL SUMUP(N, Y)
      T = 1.D0
      CALL CONST(N)
      CALL SUMUP(N, R)
      Y = Y + S
      R = R*X(1)
C     work space is left with a value that nobody asks for
      CALL VARY(N, X)
      END

      SUBROUTINE CONST(N)
      INTEGER N, I
      DOUBLE PRECISION W(5), T
      COMMON /WORK/ W, T
      T = 0.5D0
      DO 10 I = 1, N
        W(I) = T*I
   10 CONTINUE
      END

      SUBROUTINE VARY(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(N), W(5), T
      COMMON /WORK/ W, T
      T = 3.D0
      DO 10 I = 1, N
        W(I) = T*X(I)
        T = W(I)*X(1)
   10 CONTINUE
      END

      SUBROUTINE SCALE(A, B, S)
      DOUBLE PRECISION A, B, S, T
      T = A*B
      A = T + S
      T = 2.D0
      S = A*T
      END

      SUBROUTINE FILL(M, Q)
      INTEGER M, K
      DOUBLE PRECISION Q(M)
      DO 10 K = 1, M
        Q(K) = 1.D0/K
   10 CONTINUE
      END

      SUBROUTINE SUMUP(N, Y)
      INTEGER N, I
      DOUBLE PRECISION Y, W(5), T
      COMMON /WORK/ W, T
      Y = T
      DO 10 I = 1, N
        Y = Y + W(I)**2
   10 CONTINUE
      END
