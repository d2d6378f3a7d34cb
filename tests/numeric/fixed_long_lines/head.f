C     Fixed form: long names, continuation lines, a statement up to column 72, labelled DO loops that share an end.
C     head: foo(result)/(temper,pressu)
C     arg temper real8(3)
C     arg pressu real8(3)
C     arg result real8
      SUBROUTINE FOO(TEMPER, PRESSU, RESULT)
      DOUBLE PRECISION TEMPER(3), PRESSU(3), RESULT
      DOUBLE PRECISION ENTHAL(3,3)
      RESULT = 0
      DO 10 I = 1, 3
      DO 10 J = 1, 3
        ENTHAL(I,J) = TEMPER(I)*PRESSU(J) + SIN(TEMPER(I)*TEMPER(J))*PRE
     1SSU(I)*PRESSU(J)/(1.0D0 + TEMPER(I)**2 + TEMPER(J)**2 + PRESSU(I)*
     2  PRESSU(J))
   10 RESULT = RESULT + ENTHAL(I,J)*ENTHAL(I,J)
      END
