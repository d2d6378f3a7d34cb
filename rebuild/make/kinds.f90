! Kinds and sizes.
module kinds
  implicit none
  integer, parameter :: wp = kind(1d0)
  integer, parameter :: n = 80      ! nodes along the flowline
  integer, parameter :: nz = 12     ! levels of the temperature columns
end module kinds
