      REAL FUNCTION F_D(X, XD, F)
      REAL X, XD, F, A, S, AD
      INTEGER N
      COMMON /BLK/ N, A(2), S
      COMMON /BLK_D/
     &  AD(2)
      F_D = S*AD(1)*X**N + S*A(1)*N*X**(N-1)*XD + AD(2)
      F = S*A(1)*X**N + A(2)
      END
