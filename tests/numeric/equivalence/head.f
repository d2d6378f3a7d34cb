C     Two names of one piece of memory.
C     head: foo(y)/(x)
C     arg x real8(4)
C     arg y real8
      SUBROUTINE FOO(X, Y)
      DOUBLE PRECISION X(4), Y, A(4), B(2), C
      EQUIVALENCE (A(1), B(1)), (A(4), C)
      INTEGER I
      DO I = 1, 4
        A(I) = X(I)**2
      END DO
      B(2) = B(1)*B(2)
      C = C*A(2)
      Y = A(1) + A(2) + A(4)
      END
