! Modules in any order, kinds, use with rename and only, access, host association, generics.
program main
  use physics, only: wp, st => state, energy, operator(+), assignment(=), norm
  use, intrinsic :: iso_fortran_env, only: real64, out => output_unit
  implicit none
  type(st) :: a, b
  real(wp) :: e
  real(real64) :: c(3)
  a = 1.0_wp
  b = a + a
  call add(b)
  e = energy(b) + norm(c) + norm(real(c))
  e = sum(b%x(1:2)) + b%inner%m(1, 2)
  write (out, *) e, helper(e)
contains
  subroutine add(s)
    type(st), intent(inout) :: s
    s%x(:) = s%x + e
    s = st([1._wp, 2._wp, 3._wp], inner=s%inner)
  end subroutine add
  function helper(v) result(r)
    real(wp), intent(in) :: v
    real(wp) :: r
    r = v*2
  end function helper
end program main

module physics
  use kinds
  implicit none
  private
  integer, parameter :: n = 3, m = n*(n + 1)/2
  type, public :: part
    real(wp) :: m(2, 2) = 0
    real(wp), pointer :: next(:) => null()
  end type part
  type, public :: state
    real(wp), dimension(n) :: x
    type(part) :: inner
  end type state
  interface operator(+)
    module procedure plus
  end interface
  interface assignment(=)
    module procedure fill
  end interface
  interface norm
    module procedure norm8, norm4
  end interface norm
  public :: energy, operator(+), assignment(=), norm, wp
  real(wp), save, protected, public :: total = 0
contains
  function plus(a, b) result(c)
    type(state), intent(in) :: a, b
    type(state) :: c
    c%x = a%x + b%x
    c%inner%m = a%inner%m + b%inner%m
  end function plus
  subroutine fill(a, v)
    type(state), intent(out) :: a
    real(wp), intent(in) :: v
    a%x = v
  end subroutine fill
  real(wp) function energy(s)
    type(state), intent(in) :: s
    energy = dot_product(s%x, s%x)*half(1)
    total = total + energy
  contains
    pure real(wp) function half(k)
      integer, intent(in) :: k
      half = k*0.5_wp
    end function half
  end function energy
  function norm8(x)
    real(wp), intent(in) :: x(:)
    real(wp) :: norm8
    norm8 = sqrt(sum(x**2))
  end function norm8
  elemental function sq(x)
    real, intent(in) :: x
    real :: sq
    sq = x*x
  end function sq
  function norm4(x)
    real, intent(in) :: x(:)
    real :: norm4
    norm4 = sqrt(sum(sq(x)))
  end function norm4
end module physics

module kinds
  integer, parameter :: wp = selected_real_kind(15, 307), sp = kind(1.0)
  integer, parameter, private :: hidden = 1
end module kinds
