      SUBROUTINE F_B(X, XB, FB)
      REAL X, XB, FB, A, S, AB, SB
      INTEGER N
      COMMON /BLK/ N, A(2), S
C     A shadow of S that is not used: the driver must find the layout.
      COMMON /BLK_B/ SB, AB(2)
      AB(1) = S*X**N*FB
      AB(2) = FB
      XB = S*A(1)*N*X**(N-1)*FB
      SB = 0
      FB = 0
      END
