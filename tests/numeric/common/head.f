C     Fixed form, COMMON blocks, labelled DO, statement with a continuation.
C     head: foo(y)/(x, phys%g)
C     arg n integer 4
C     arg x real8(4)
C     arg y real8
C     common phys%g real8 1.7
C     common phys%c real8(2) 0.5 0.25
C     before n 3
      SUBROUTINE FOO(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, G, C(2), W(10)
      COMMON /PHYS/ G, C
      COMMON /WORK/ W
      DO 10 I = 1, N
        W(I) = G*X(I)
     &         + C(1)
   10 CONTINUE
      CALL BAR(N, Y)
      END

      SUBROUTINE BAR(N, Y)
      INTEGER N, I
      DOUBLE PRECISION Y, W(10), G, C(2)
      COMMON /PHYS/ G, C
      COMMON /WORK/ W
      Y = 0.D0
      DO 20 I = 1, N
        Y = Y + C(2)*W(I)**2/G
   20 CONTINUE
      END
