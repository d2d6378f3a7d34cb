      SUBROUTINE ADDRES(M, X, N)
      INTEGER N, I, J
      LOGICAL M(3)
      REAL X(3,3), A, B(10)
      CHARACTER*2 C(2), D
      POINTER (P, A), (Q, B)
      TYPE T
        INTEGER I
      END TYPE
      PROCEDURE(TYPE(T)), POINTER :: G
      DATA C /'abc'(1:2), "xyz"(2:)/, D /'ab'( :1)/
      P = %LOC(X)
      CALL BYVAL(%VAL(N), %REF(X(1, 1)))
      IF (M(1)) WHERE (X(:,1) .GT. 0) X(:,1) = 0
      IF (M(1)) FORALL (I = 1:3, X(I,1) .GT. 0) X(I,1) = 0
      END
