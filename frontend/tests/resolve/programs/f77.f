C     Implicit typing, COMMON, EQUIVALENCE, DATA, statement functions,
C     labelled loops, computed and assigned GOTO, alternate returns.
      SUBROUTINE SOLVE(A, N, X, F, *, *)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION A(N,*), X(N)
      EXTERNAL F
      PARAMETER (MAXIT=50, TOL=1.D-10)
      COMMON /WORK/ W(100), IW(10), NUSED
      COMMON SCRTCH(20)
      EQUIVALENCE (W(1), S), (IW(2), K2)
      LOGICAL DONE, FIRST
      CHARACTER*8 NAME, LINES(3)*72
      COMPLEX*16 Z
      REAL*4 SNGL4
      INTEGER*2 ISHORT
      SAVE FIRST, /WORK/
      DIMENSION X0(3)
      DATA FIRST /.TRUE./, NAME /'solve'/
      DATA (X0(I), I=1,3) /3*0.D0/, Z /(1.D0,2.D0)/
      DOUBLE PRECISION DSQRT
C     a statement function
      SQ(T, U) = T*T + U
      H(T) = SQ(T, 1.D0)/W(1)
C
      DO 20 I = 1, N
      DO 10 J = 1, N
         A(I,J) = SQ(X(I), X(J))
         IF (A(I,J) .LT. TOL) GOTO 10
         X(I) = DSQRT(A(I,J)) + F(X(J)) + G(X, N)
   10 CONTINUE
   20 CONTINUE
      DO 30 I = 1, N
   30 X(I) = H(X(I))
      IF (S) 40, 50, 60
   40 RETURN 1
   50 GOTO (40, 60), K2
   60 ASSIGN 70 TO LAB
      GOTO LAB, (70, 80)
   70 CALL UPDATE(X(2), N-1, *80, *90)
      WRITE (6, 100) (X(I), I=1,N), Z
      WRITE (NAME(1:4), '(I4)') N
      READ (5, *, END=80, ERR=90) (LINES(I), I=1,3)
      LINES(1)(2:3) = NAME(1:2)
   80 CONTINUE
      DONE = FIRST .AND. MAXIT .GT. N
   90 CONTINUE
  100 FORMAT (1X, 10F8.3)
      SNGL4 = REAL(Z)
      ISHORT = 3
      RETURN
      END
C
      SUBROUTINE UPDATE(X, M, *, *)
      DOUBLE PRECISION X(M)
      COMMON /WORK/ W, IW, NUSED
      DOUBLE PRECISION W(100)
      DIMENSION IW(10)
      IF (M .EQ. 0) RETURN 2
      X(1) = W(NUSED)
      END
C
      DOUBLE PRECISION FUNCTION G(X, N)
      DOUBLE PRECISION X(*), F2
      G = 0
      DO 10, I = 1, N
         G = G + X(I)*F2(X(I))
10    END DO
      END
      FUNCTION F2(Y)
      DOUBLE PRECISION F2, Y
      F2 = Y
      END
      BLOCK DATA
      COMMON /WORK/ W(100), IW(10), NUSED
      DOUBLE PRECISION W
      DATA W /100*1.D0/, NUSED /1/
      END
