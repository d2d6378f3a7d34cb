      SUBROUTINE S(A, B)
      REAL A(10), A
      COMMON /BLK/ B, C
      INTEGER C(2), D(3)
      DIMENSION C(3)
      PARAMETER (P = 3, P = 4)
      EQUIVALENCE (A(1), 3)
      COMMON /OTHER/ C
      ENTRY T(A)
      P = 4
      S = 1
      READ (5, 100) X
      IF (X) 10, 20, 30
  10  A(1) = D(1,2)
c$openad INDEPENDENT x
      REAL LATE
  10  CYCLE
      EXIT OUTER
      END
      SUBROUTINE S(A)
      END
      SUBROUTINE KINDS(X, Y)
      DOUBLE PRECISION X, Y, G
      G(T) = T*T
      Y = G(X)
      END
