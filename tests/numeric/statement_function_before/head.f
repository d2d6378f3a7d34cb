C     A statement function that refers to a later one, which compilers accept.
C     head: foo(y)/(x)
C     arg x real8(2)
C     arg y real8
      SUBROUTINE FOO(X, Y)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION X(2)
      FLOW(A) = A + HEAT(A, X(1))
      HEAT(A, B) = A*B*X(2)
      Y = X(1)
      Y = Y + HEAT(X(2), Y) + FLOW(Y)
      END
