//! Variables of derived type: their parts are separate zones.

use crate::common::*;

#[test]
fn components_are_told_apart() {
    let c = case(
        "module m
           type point
             real :: x, y
             integer :: n
           end type
           type pair
             type(point) :: p(2)
             real :: w
           end type
           type ids
             integer :: k
           end type
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           type(pair) :: a
           type(ids) :: i
           type(point) :: q, r
           i%k = int(x)
           a%p(1)%x = x
           a%p(1)%y = 1
           a%w = a%p(2)%y
           q%n = i%k
           q%x = 2
           r = a%p(2)
           r%y = r%y*x
           q = point(r%x, r%x + r%y, 3)
           y = q%x*a%w + q%n
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y a q r");
    assert_eq!(c.active_parts("head"), "x y a%p%x q%x r%x");
}

const STATE: &str = "module m
       type state
         real :: t, q
         real :: v(3)
         integer :: n
       end type
     end module
";

#[test]
fn components_are_bound_one_by_one() {
    let c = case(
        &format!(
            "{STATE}
         module n
         use m
         contains
         subroutine head(x, y)
           real :: x, y
           type(state) :: s, u
           s%q = 1
           call set(s, x)
           call scale(s%v(1))
           u = both(s)
           y = u%t
         end subroutine
         subroutine set(p, x)
           type(state) :: p
           real :: x
           p%t = x*p%q
           p%v = x
         end subroutine
         subroutine scale(a)
           real :: a
           a = 2*a
         end subroutine
         function both(p) result(r)
           type(state) :: p, r
           r%t = p%t
           r%q = p%q
           r%v = p%v
           r%n = 0
         end function
         end module"
        ),
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active_parts("head"), "x y s%t u%t");
    assert_eq!(c.active_parts("set"), "p%t x");
    assert_eq!(c.active_parts("both"), "p%t r%t");
    assert!(!c.unit_is_active("scale"));
    assert_eq!(c.summary("set"), "p%q x | p%t p%v | p%t p%v");
    assert_eq!(c.summary("both"), "p%q p%t p%v | r%n r%q r%t r%v | r%n r%q r%t r%v");
}

#[test]
fn a_constructor_writes_all_parts_at_once() {
    let c = case(
        "module m
           type pair
             real :: a, b
           end type
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           type(pair) :: p
           p%a = x
           p%b = 1
           p = pair(p%b, p%a)
           y = p%b
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active_parts("head"), "x y p%a p%b");
    let c = case(
        "module m
           type pair
             real :: a, b
           end type
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           type(pair) :: p
           p%a = x
           p%b = 1
           p = pair(p%b, 2.0)
           y = p%a
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active_parts("head"), "x y");
}

#[test]
fn lists_and_polymorphic_variables_are_one_zone() {
    let c = case(
        "module m
           type node
             real :: v, w
             type(node), pointer :: next
           end type
           type base
             real :: a, b
           end type
           type holder
             type(node) :: first
             real :: c
           end type
         contains
           subroutine poly(p, x)
             class(base) :: p
             real :: x
             p%a = x
           end subroutine
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           type(holder) :: h
           type(base) :: s
           s%b = 1
           call poly(s, x)
           h%first%v = x
           h%c = 2
           y = h%first%w*h%c*s%b
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active_parts("poly"), "p x");
    assert_eq!(c.active_parts("head"), "x y h%first s%a s%b");
}

#[test]
fn pointers_unite_components_one_by_one() {
    let c = case(
        &format!(
            "{STATE}
         subroutine head(x, y)
           use m
           real :: x, y
           type(state), target :: s
           type(state), pointer :: p
           real, pointer :: r
           p => s
           r => s%q
           p%q = 1
           p%t = x
           y = s%t*r
         end subroutine"
        ),
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active_parts("head"), "x y s%t p%t");
}

#[test]
fn shared_storage_is_divided_where_it_is_laid_out_alike() {
    let c = case(
        "module m
           type pair
             sequence
             real :: a, b
           end type
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           type(pair) :: p, q, r
           common /one/ p
           equivalence (q, r)
           p%a = x
           q%a = x
           call other(y)
           y = y + r%b
         end subroutine
         subroutine other(y)
           use m
           real :: y
           type(pair) :: z
           common /one/ z
           z%b = 1
           y = z%a*z%b
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active_parts("head"), "x y p%a q r");
    assert_eq!(c.active_parts("other"), "y z%a");
}
