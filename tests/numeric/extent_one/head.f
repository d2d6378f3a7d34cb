C     Arrays of extent one, which older programs mean as arrays of any size: W(1), A(LDA, 1), passed on, with elements of them.
C     head: SOLVE(X)/(A, X)
C     arg LDA integer 4
C     arg N integer 3
C     arg A real8(4,3) 3.0 0.3 0.2 0.0 0.5 2.0 0.1 0.0 0.4 0.7 3.0 0.0
C     arg X real8(3)
C     flags -fsanitize=address -fcheck=no-bounds
      SUBROUTINE SOLVE(LDA, N, A, X)
      INTEGER LDA, N, I, J
      DOUBLE PRECISION A(LDA, N), X(N), W(20)
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 W(2 + (J - 1)*LDA + I) = A(I, J)
      CALL DECOMP(W(3), LDA, N, W(15))
      CALL BACK(W(3), LDA, N, X, W(15))
      END
      SUBROUTINE DECOMP(A, LDA, N, D)
      INTEGER LDA, N, J, K
      DOUBLE PRECISION A(LDA, 1), D(1)
      DO 20 K = 1, N
      D(K) = 1/A(K, K)
      CALL TIMES(N - K, D(K), A(K + 1, K))
      DO 20 J = K + 1, N
   20 CALL PLUS(N - K, -A(K, J), A(K + 1, K), A(K + 1, J))
      END
      SUBROUTINE BACK(A, LDA, N, X, D)
      INTEGER LDA, N, J
      DOUBLE PRECISION A(LDA, 1), X(1), D(1)
      DO 30 J = 1, N - 1
   30 CALL PLUS(N - J, -X(J), A(J + 1, J), X(J + 1))
      DO 40 J = N, 1, -1
      X(J) = X(J)*D(J)
   40 CALL PLUS(J - 1, -X(J), A(1, J), X)
      END
      SUBROUTINE TIMES(N, F, X)
      INTEGER N, I
      DOUBLE PRECISION F, X(1)
      DO 50 I = 1, N
   50 X(I) = F*X(I)
      END
      SUBROUTINE PLUS(N, F, X, Y)
      INTEGER N, I
      DOUBLE PRECISION F, X(1), Y(1)
      DO 60 I = 1, N
   60 Y(I) = Y(I) + F*X(I)
      END
