! Operators, generic names, DATA, EQUIVALENCE, NAMELIST, kinds of literals, pointers and external names in a submodule, with clashes of names.
! head: head(y)/(x)
! module run
! arg x real8(2) 0.7 0.4
! arg y real8
module kinds
   implicit none
   integer, parameter :: wp = kind(1.0d0), sp = kind(1.0)
end module kinds
module boxes
   use kinds, only: wp => sp
   implicit none
   type box
      real(8) :: a = 0
   end type box
   interface operator(+)
      module procedure plus
   end interface operator(+)
   interface size_of
      module procedure size_of_box
   end interface size_of
   real(wp) :: unused = 1.0_wp
   interface
      module subroutine work(x, y, fresh)
         use kinds, only: dp => wp
         real(dp), intent(in) :: x
         real(dp), intent(inout) :: y
         logical, intent(in), optional :: fresh
      end subroutine work
      module function pair(x) result(p)
         use kinds
         real(wp), intent(in) :: x
         real(wp) :: p(2)
      end function pair
   end interface
contains
   pure function plus(a, b) result(c)
      type(box), intent(in) :: a, b
      type(box) :: c
      c%a = a%a + b%a
   end function plus
   pure function size_of_box(b) result(r)
      type(box), intent(in) :: b
      real(8) :: r
      r = 2*b%a
   end function size_of_box
   function outside_of(x) result(r)
      real(8), intent(in) :: x
      real(8) :: r
      real(8), external :: scaled
      r = scaled(x)
   end function outside_of
end module boxes
! The submodule that works.
submodule (boxes) working
   use kinds
   implicit none
   type, extends(box) :: crate
      real(wp) :: b = 1.0_wp
   end type crate
   interface operator(+)
      procedure add_crates
   end interface operator(+)
   interface size_of
      procedure size_of_crate
   end interface size_of
   interface scaled
      procedure scaled_crate
   end interface scaled
   interface
      function other(x) result(r)
         import :: wp
         real(wp), intent(in) :: x
         real(wp) :: r
      end function other
   end interface
   type(crate) :: kept
   real(wp) :: first, second(2), alike(2), shared
   real(wp), target :: place = 1.0_wp
   real(wp), pointer :: at => null()
   equivalence (second, alike)
   data first /0.5_wp/, second /2*0.25_wp/
   namelist /settings/ first, second
contains
   module procedure work
      type(crate) :: t
      character(400) :: text
      if (present(fresh)) then
         if (fresh) then
            kept = crate(a=0.5_wp, b=1.0_wp)
            first = 0.5_wp
            second = 0.25_wp
            shared = 1.0_wp
            place = 1.0_wp
            write (text, nml=settings)
            if (len_trim(text) == 0) place = 2.0_wp
         end if
      end if
      at => place
      t = crate(a=x, b=y)
      kept = kept + t
      first = first*cos(x) + 0.1_wp*alike(1)
      alike(1) = alike(1) + x*y
      shared = shared + second(1)*x
      at = at + shared
      block
         real(wp) :: state
         state = scaled(kept)*1.0_wp
         y = 0.1_wp*(y + state + other(first) + size_of(kept) + place) + size_of(kept%box)
      end block
   end procedure work
   module procedure pair
      p = [x, x*first]
   end procedure pair
   pure function add_crates(a, b) result(c)
      type(crate), intent(in) :: a, b
      type(crate) :: c
      c%box = a%box + b%box
      c%b = a%b*b%b + 0.1_wp
   end function add_crates
   pure function size_of_crate(b) result(r)
      type(crate), intent(in) :: b
      real(wp) :: r
      r = 0.1_wp*b%a*b%b
   end function size_of_crate
   pure function scaled_crate(b) result(r)
      type(crate), intent(in) :: b
      real(wp) :: r
      r = sin(b%a)
   end function scaled_crate
end submodule working
module run
   use boxes
   implicit none
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      integer :: i
      y = outside_of(x(1))
      call work(x(1), y, .true.)
      do i = 1, 3
         call work(x(2), y)
         y = y + 0.1d0*sum(pair(y))
      end do
   end subroutine head
end module run
function scaled(x) result(r)
   implicit none
   real(8), intent(in) :: x
   real(8) :: r
   r = 3*x
end function scaled
function other(x) result(r)
   implicit none
   real(8), intent(in) :: x
   real(8) :: r
   r = x*x
end function other
