//! Effects of calls: `USE | MOD | KILL`.

use crate::common::{case, unit};

#[test]
fn paths_decide_what_is_certain() {
    let c = case(
        "subroutine head(x, y, n)
           real :: x, y, t
           integer :: n
           t = x
           if (n > 0) then
             y = t
           else
             y = 1
           end if
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("head"), "n x | y | y");
    let c = case(
        "subroutine head(x, y, n)
           real :: x, y
           integer :: n
           if (n > 0) y = x
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("head"), "n x | y | ");
}

#[test]
fn calls_are_expanded() {
    let c = case(
        "subroutine head(x, y)
           real :: x(3), y, a, b
           call sub(x(2), a, b)
           y = a + b
         end subroutine
         subroutine sub(p, q, r)
           real :: p, q, r
           common /c/ g
           q = p
           r = g
           g = p
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("sub"), "g p | g q r | g q r");
    assert_eq!(c.summary("head"), "g x | g y | g y");
}

#[test]
fn stops_and_recursion() {
    let c = case(
        "recursive subroutine head(x, y, n)
           real :: x, y
           integer :: n
           if (n < 0) call fail()
           if (n == 0) then
             y = x
           else
             call head(x, y, n - 1)
           end if
         end subroutine
         subroutine fail()
           stop 1
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("head"), "n x | y | y");
    assert!(c.analyses.calls.is_recursive(unit(&c.program, "head")));
    assert_eq!(c.summary("fail"), " |  | ");
}

#[test]
fn elements_and_shapes_decide_what_is_whole() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y(3), a(3), b(3)
           call zero(a(2))
           call zeros(b)
           call fill(y(1:2), x)
         contains
           subroutine zero(s)
             real :: s
             s = 0
           end subroutine
           subroutine zeros(s)
             real :: s(:)
             s = 0
           end subroutine
           elemental subroutine fill(s, v)
             real, intent(out) :: s
             real, intent(in) :: v
             s = v
           end subroutine
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("zeros"), " | s | s");
    assert_eq!(c.summary("head"), "x | y | ");
}

#[test]
fn input_and_allocation() {
    let c = case(
        "subroutine head(x, y, n)
           real :: x, y
           integer :: n, io
           real, allocatable, save :: w(:)
           read (*, *) n
           read (*, *, iostat=io) y
           write (*, *) x
           allocate (w(n))
           w(1) = x
           y = w(1)
           deallocate (w)
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("head"), "x | n shape of w w y | n shape of w w y");
}

#[test]
fn statement_functions_are_expanded() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, f, a, k
           f(a) = a*k
           k = 2
           y = f(x)
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.summary("head"), "x | y | y");
}
