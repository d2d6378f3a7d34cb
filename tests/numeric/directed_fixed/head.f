C     Directives in fixed form, before a labelled loop and around its neighbour.
C     head: f(y)/(x)
C     arg n integer 3
C     arg x real8(3) 0.4 0.8 1.1
C     arg y real8
C     before n 2
      SUBROUTINE F(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y
      Y = 1
C$AD II-LOOP
      DO 10 I = 1, N
        Y = Y + X(I)**2
 10   CONTINUE
c$ad checkpoint-start
      Y = SIN(Y)*Y
C     the last of them
c$ad checkpoint-end
*$adc binomial-ckp 2
      DO 20 I = 1, N
 20   Y = Y*(1 + X(I))
      END
