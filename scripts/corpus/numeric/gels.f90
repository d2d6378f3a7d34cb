! dgels with a local work array.
subroutine least_squares(trans, m, n, nrhs, a, lda, b, ldb, info)
   implicit none
   character(1), intent(in) :: trans
   integer, intent(in) :: m, n, nrhs, lda, ldb
   real(8), intent(inout) :: a(lda, *), b(ldb, *)
   integer, intent(out) :: info
   real(8) :: work(64*(m + n + nrhs))
   call dgels(trans, m, n, nrhs, a, lda, b, ldb, work, size(work), info)
end subroutine least_squares
