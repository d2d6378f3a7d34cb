C     Factors of a small dense matrix, with row exchanges.
      SUBROUTINE FACTOR(N, A, IPIV, INFO)
      INTEGER N, IPIV(N), INFO
      DOUBLE PRECISION A(N,N)
      INTEGER I, J, K, L
      DOUBLE PRECISION T, BIG
      INFO = 0
      DO 60 K = 1, N - 1
         L = K
         BIG = ABS(A(K,K))
         DO 10 I = K + 1, N
            IF (ABS(A(I,K)) .LE. BIG) GO TO 10
            L = I
            BIG = ABS(A(I,K))
   10    CONTINUE
         IPIV(K) = L
         IF (BIG .EQ. 0.0D0) THEN
            INFO = K
            GO TO 60
         END IF
         IF (L .NE. K) THEN
            DO 20 J = 1, N
               T = A(L,J)
               A(L,J) = A(K,J)
               A(K,J) = T
   20       CONTINUE
         END IF
         DO 50 I = K + 1, N
            T = A(I,K)/A(K,K)
            A(I,K) = T
            IF (T .EQ. 0.0D0) GO TO 50
            DO 30 J = K + 1, N
               A(I,J) = A(I,J) - T*A(K,J)
   30       CONTINUE
   50    CONTINUE
   60 CONTINUE
      IPIV(N) = N
      RETURN
      END

C     A solution with these factors, in place of the right-hand side.
      SUBROUTINE BACKSB(N, A, IPIV, B)
      INTEGER N, IPIV(N)
      DOUBLE PRECISION A(N,N), B(N)
      INTEGER I, J, K, L
      DOUBLE PRECISION T
      DO 10 K = 1, N - 1
         L = IPIV(K)
         IF (L .EQ. K) GO TO 10
         T = B(L)
         B(L) = B(K)
         B(K) = T
   10 CONTINUE
      DO 30 I = 2, N
         T = B(I)
         DO 20 J = 1, I - 1
            T = T - A(I,J)*B(J)
   20    CONTINUE
         B(I) = T
   30 CONTINUE
      DO 50 I = N, 1, -1
         T = B(I)
         DO 40 J = I + 1, N
            T = T - A(I,J)*B(J)
   40    CONTINUE
         B(I) = T/A(I,I)
   50 CONTINUE
      RETURN
      END
