C     A function in fixed form with a COMMON block; single precision.
C     head: f(f)/(x, blk%a)
C     result f real4
C     arg x real4 1.5
C     common blk%n integer 2
C     common blk%a real4(2) 0.5 0.75
C     common blk%s real4 3.0
      REAL FUNCTION F(X)
      REAL X, A, S
      INTEGER N
      COMMON /BLK/ N, A(2), S
      F = S*A(1)*X**N + A(2)
      END
