! The adjoint of many time steps: drive STEPS MEMORY DISK SHORT
!
! With MEMORY snapshots in memory and DISK on disk, it is compared with the tangent (dot product) at STEPS steps, and
! with the adjoint that records all steps at SHORT steps. Prints the differences, times and memory.
program drive
  use adc_tape, only: adc_tape_empty, adc_tape_peak_bytes, adc_tape_reset_peak
  use adc_steps, only: adc_snapshot_disk_bytes
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer, parameter :: m = 16, n = 3*(m+2)**2
  double precision, parameter :: dx = 1d0, dt = 0.002d0
  integer, parameter :: cell = (m+2)**2
  integer :: steps, memory, disk, short
  double precision :: x(n), y(n), yd(n), w(n), b(n), c(n), seconds(2), products(2)
  integer(int64) :: peak

  steps = argument(1)
  memory = argument(2)
  disk = argument(3)
  short = argument(4)
  call random_seed_fixed()
  call random_number(x)
  x = 0.04d0*x - 0.02d0
  x(1:cell) = 1d0 + x(1:cell)

  ! against a full recording
  call random_number(w)
  b = w
  y = x
  call march_b(m, m, short, memory, disk, dt, dx, y(1), b(1), y(cell+1), b(cell+1), y(2*cell+1), b(2*cell+1))
  call adc_tape_reset_peak()
  c = w
  y = x
  call swe_full(m, m, short, dt, dx, y(1), c(1), y(cell+1), c(cell+1), y(2*cell+1), c(2*cell+1))
  print '(a,i0,a,es8.1,a,i0,a)', 'full recording of ', short, ' steps: difference ', maxval(abs(b - c))/maxval(abs(c)), &
      ', ', adc_tape_peak_bytes()/1024, ' KiB'
  if (.not. maxval(abs(b - c)) <= 1d-10*maxval(abs(c))) error stop 'the adjoint differs from that which records all steps'

  ! against the tangent
  call cpu_time(seconds(1))
  y = x
  call random_number(yd)
  b = yd
  call march_d(m, m, steps, memory, disk, dt, dx, y(1), yd(1), y(cell+1), yd(cell+1), y(2*cell+1), yd(2*cell+1))
  call cpu_time(seconds(2))
  print '(a,f0.2,a)', 'tangent: ', seconds(2) - seconds(1), ' s'
  if (.not. all(abs(y) < 1d3)) error stop 'the model is unstable'
  c = w
  y = x
  call adc_tape_reset_peak()
  call cpu_time(seconds(1))
  call march_b(m, m, steps, memory, disk, dt, dx, y(1), c(1), y(cell+1), c(cell+1), y(2*cell+1), c(2*cell+1))
  call cpu_time(seconds(2))
  peak = adc_tape_peak_bytes()
  products = [dot_product(yd, w), dot_product(c, b)]
  print '(a,i0,a,i0,a,i0,a)', 'adjoint of ', steps, ' steps with ', memory, ' snapshots in memory and ', disk, ' on disk:'
  print '(a,f0.2,a,i0,a,i0,a,es8.1)', '  ', seconds(2) - seconds(1), ' s, ', peak/1024, ' KiB of memory, ', &
      adc_snapshot_disk_bytes()/1024, ' KiB of disk, dot product ', abs(products(1) - products(2))/abs(products(1))
  if (.not. adc_tape_empty()) error stop 'something is left on the tape'
  if (.not. abs(products(1) - products(2)) <= 1d-10*abs(products(1))) error stop 'the dot products differ'
  ! a step on the tape takes less than four states
  if (peak > (memory + 5)*8_int64*n + 65536) error stop 'this is more memory than the snapshots need'

contains

  integer function argument(k)
    integer, intent(in) :: k
    character(len=20) :: text
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument

  subroutine random_seed_fixed()
    integer :: size, i
    call random_seed(size=size)
    call random_seed(put=[(17*i, i = 1, size)])
  end subroutine random_seed_fixed
end program drive
