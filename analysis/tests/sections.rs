//! Sections of arrays that procedures write.

use crate::common::{self, case};

/// The sections of `work`, a procedure of a module with arrays `t(20, 30)`, `land(30)`, `a(:, :)` and integers.
fn of_work(arguments: &str, code: &str) -> String {
    let text = format!(
        "module fields
           implicit none
           integer, parameter :: n = 20, m = 30
           real(8) :: t(n, m), land(m), other(0:m)
           real(8), allocatable :: a(:, :)
           integer :: column, last
         contains
           subroutine work({arguments})
             {code}
           end subroutine work
         end module fields
         subroutine head(x, y)
           use fields
           real(8) :: x, y
           t(1, 1) = x
           y = t(1, 1)
         end subroutine"
    );
    case(&text, "head", "x", "y").sections("work")
}

#[test]
fn points_and_ranges() {
    let i = "integer :: i; ";
    let of = |code: &str| of_work("i", &format!("{i}{code}"));
    assert_eq!(of("t(:, i) = 0"), "t(:, i)");
    assert_eq!(of("t(3, i + 1) = 0"), "t(3, i + 1)");
    assert_eq!(of("integer :: k; do k = 1, n; t(k, i) = 0; end do"), "t(:, i)");
    assert_eq!(of("integer :: k; do k = n - 1, 2, -1; t(k, i) = 0; end do"), "t(:, i)");
    assert_eq!(of("t(3, i) = 0; t(5, i) = 0"), "t(3:5, i)");
    assert_eq!(of("t(3, i) = 0; t(3, i + 1) = 0"), "t(3, i:i + 1)");
    // of the second, a neighbour is named; more than the array has
    assert_eq!(
        of("integer :: k; do k = 1, n - 1; t(k, i) = 0; t(k + 1, i) = 0; end do"),
        "t(:, i)"
    );
    assert_eq!(of("t(:, column) = 0"), "t(:, column)");
}

#[test]
fn ranges_from_outside() {
    let of = |code: &str| of_work("lo, hi", &format!("integer :: lo, hi, j, k; {code}"));
    assert_eq!(of("do j = lo, hi; t(:, j) = 0; end do"), "t(:, lo:hi)");
    assert_eq!(
        of("do j = hi, lo, -1; do k = 1, n; t(k, j) = 0; end do; end do"),
        "t(:, lo:hi)"
    );
    assert_eq!(of("t(:, lo:hi) = 0"), "t(:, lo:hi)");
    assert_eq!(of("do j = lo, hi; a(:, j) = 0; end do"), "a(:, lo:hi)");
    // an empty range proves nothing and cannot be joined
    assert_eq!(of("do j = lo, hi; t(2, j) = 0; t(2, j + 1) = 0; end do"), "t(2, :)");
    // other strides
    assert_eq!(of("do j = lo, hi, 2; t(2, j) = 0; end do"), "t(2, :)");
}

#[test]
fn subscripts_that_change() {
    let of = |code: &str| of_work("i", &format!("integer :: i, k; {code}"));
    assert_eq!(of("t(:, i) = 0; i = i + 1"), "");
    assert_eq!(of("k = i; t(:, k) = 0"), "");
    assert_eq!(of("t(:, column) = 0; column = 3"), "");
    assert_eq!(of("t(:, i) = 0; t(:, column) = 0"), "");
    assert_eq!(of("t(:, i) = 0; t = 0"), "");
    assert_eq!(of("t(:, int(t(1, 1))) = 0"), "");
}

#[test]
fn what_need_not_exist() {
    let of = |code: &str| of_work("i, j", &format!("integer :: i, j, k; {code}"));
    assert_eq!(of("if (i > 0) t(:, i) = 0"), "");
    assert_eq!(of("if (i > 0 .and. land(i) > 0) t(:, i) = 0"), "");
    assert_eq!(of("if (i < 1) stop; t(:, i) = 0"), "");
    assert_eq!(of("if (i < 1) return; t(:, i) = 0"), "");
    assert_eq!(of("do k = 1, j; t(2, i) = 0; end do"), "t(2, :)");
    assert_eq!(
        of("do while (column < 3); t(2, i) = 0; column = column + 1; end do"),
        "t(2, :)"
    );
    // a range that the loop need not complete
    assert_eq!(of("do k = i, j; if (k > 0) t(2, k) = 0; end do"), "t(2, :)");
    assert_eq!(of("do k = i, j; if (land(k) > 0) exit; t(2, k) = 0; end do"), "t(2, :)");
}

#[test]
fn witnesses() {
    let of = |code: &str| of_work("i, j", &format!("integer :: i, j, k; {code}"));
    // another array with the same bounds, and one with others
    assert_eq!(of("if (land(i) > 0) t(:, i) = 0"), "t(:, i)");
    assert_eq!(of("if (other(i) > 0) t(:, i) = 0"), "");
    assert_eq!(
        of("if (i > 0) t(2, i) = 0; if (land(i) > 0 .or. j > 0) t(2, i) = 1; land(i) = 0"),
        "t(2, i) land(i)"
    );
    // loops that certainly iterate, and loops that empty the section
    assert_eq!(of("do k = 1, 3; t(k, i) = 0; end do"), "t(1:3, i)");
    assert_eq!(of("do k = 1, 3; t(2, i) = 0; end do"), "t(2, i)");
    assert_eq!(of("do k = 1, j; t(k, i) = 0; end do"), "t(1:j, i)");
    assert_eq!(of("do k = 1, j; t(k, i) = 0; end do; if (j > 3) t(:, i) = 0"), "");
    assert_eq!(of("do k = 1, j; if (land(k) > 0) t(2, k) = 0; end do"), "t(2, 1:j)");
    // the first iteration of a loop that may be left early
    assert_eq!(of("do k = 1, 3; t(2, i) = 0; if (land(i) > 0) exit; end do"), "t(2, i)");
}

fn program(text: &str) -> common::Case {
    let head = "subroutine head(x, y); real(8) :: x, y; y = x; end subroutine\n";
    case(&format!("{head}{text}"), "head", "x", "y")
}

#[test]
fn calls_by_name_and_by_argument() {
    let c = program(
        "subroutine outer(n, m, i, u)
           integer :: n, m, i, j
           real(8) :: u(n, m)
           integer :: column
           real(8) :: t(20, 30)
           common /fields/ column, t
           do j = i, m - 1
             call inner(n, m, j, u)
           end do
           call by_name(i + 1)
         end subroutine
         subroutine inner(k, l, j, v)
           integer :: k, l, j
           real(8) :: v(k, l)
           v(:, j) = v(:, j + 1)
         end subroutine
         subroutine by_name(i)
           integer :: i
           integer :: now
           real(8) :: s(20, 30)
           common /fields/ now, s
           s(i, now) = 1
         end subroutine",
    );
    assert_eq!(c.sections("inner"), "v(:, j)");
    assert_eq!(c.sections("by_name"), "s(i, now)");
    assert_eq!(c.sections("outer"), "u(:, i:m - 1) t(i + 1, column)");
}

#[test]
fn nearly_all_is_all() {
    let of = |code: &str| {
        let c = program(&format!(
            "subroutine sub(n, m, i, u)
               integer :: n, m, i, j, k
               real(8) :: u(n, m)
               {code}
             end subroutine"
        ));
        c.sections("sub")
    };
    assert_eq!(of("do j = 2, m - 1; u(:, j) = 0; end do"), "");
    assert_eq!(of("do k = 1, n; u(k, i) = 0; end do"), "u(:, i)");
    assert_eq!(of("u(1, i) = 0; do k = 2, n; u(k, i) = 0; end do"), "u(:, i)");
    // without elements between the ends, nothing proves that the column exists
    assert_eq!(of("do k = 2, n; u(k, i) = 0; end do"), "u(2:n, i)");
}

#[test]
fn shapes_of_arguments() {
    let of = |declaration: &str, call: &str| {
        let c = program(&format!(
            "module m
             contains
               subroutine outer(i, j, u)
                 integer :: i, j
                 real(8) :: u{declaration}
                 call {call}
               end subroutine
               subroutine assumed(j, v)
                 integer :: j
                 real(8) :: v(:, 0:)
                 v(:, j) = 0
               end subroutine
               subroutine explicit(k, j, v)
                 integer :: k, j
                 real(8) :: v(k, 0:*)
                 v(:, j) = 0
               end subroutine
               subroutine line(v)
                 real(8) :: v(10)
                 v = 0
               end subroutine
               elemental subroutine element(v)
                 real(8), intent(out) :: v
                 v = 0
               end subroutine
             end module"
        ));
        c.sections("outer")
    };
    // the lower bound of the dummy argument is zero
    assert_eq!(of("(10, 10)", "assumed(i, u)"), "u(:, i + 1)");
    assert_eq!(of("(:, -2:)", "assumed(i, u)"), "u(:, i - 2)");
    assert_eq!(of("(10, 10)", "explicit(10, i, u)"), "u(:, i + 1)");
    assert_eq!(of("(j, 10)", "explicit(j, i, u)"), "u(:, i + 1)");
    // another shape
    assert_eq!(of("(10, 10)", "explicit(5, i, u)"), "");
    assert_eq!(of("(:, :)", "explicit(10, i, u)"), "");
    // sections and elements
    assert_eq!(of("(10, 10)", "line(u(:, i))"), "u(:, i)");
    assert_eq!(of("(10, 10)", "element(u(j, i))"), "u(j, i)");
    assert_eq!(of("(10, 10)", "element(u(:, i))"), "u(:, i)");
}

#[test]
fn elements_that_stand_for_arrays() {
    let of = |declaration: &str, call: &str| {
        let c = program(&format!(
            "subroutine outer(i, j, k, u)
               integer :: i, j, k
               real(8) :: u{declaration}
               call {call}
             end subroutine
             subroutine line(v)
               real(8) :: v(10)
               v = 0
             end subroutine
             subroutine plane(m, v)
               integer :: m
               real(8) :: v(m, -1:3)
               v = 0
             end subroutine
             subroutine changes(m, v)
               integer :: m
               real(8) :: v(m)
               v = 0
               m = 1
             end subroutine
             subroutine old(m, v)
               integer :: m
               real(8) :: v(m, 1)
               v(:, 1) = 0
             end subroutine"
        ));
        c.sections("outer")
    };
    // a column, columns, a part of one
    assert_eq!(of("(10, 9)", "line(u(1, i))"), "u(:, i)");
    assert_eq!(of("(0:9, 9)", "line(u(0, i))"), "u(:, i)");
    assert_eq!(of("(5, 2, 9)", "line(u(1, 1, i))"), "u(:, :, i)");
    assert_eq!(of("(5, 8, 9)", "line(u(1, 3, i))"), "u(:, 3:4, i)");
    assert_eq!(of("(20, 9)", "line(u(3, i))"), "u(3:12, i)");
    assert_eq!(of("(k, 5, 9)", "plane(k, u(1, 1, i))"), "u(:, :, i)");
    assert_eq!(of("(k, 11, 9)", "plane(k, u(1, 3, i))"), "u(:, 3:7, i)");
    // it may reach into the next one, or beyond the end
    assert_eq!(of("(10, 9)", "line(u(2, i))"), "");
    assert_eq!(of("(10, 9)", "line(u(j, i))"), "");
    assert_eq!(of("(4, 9)", "line(u(1, i))"), "");
    assert_eq!(of("(j, 5, 9)", "plane(k, u(1, 1, i))"), "");
    // sizes that have changed, and others that prove nothing
    assert_eq!(of("(k, 9)", "changes(k, u(1, i))"), "");
    assert_eq!(of("(k, 9)", "old(k, u(1, i))"), "");
}

#[test]
fn calls_that_change_subscripts_and_recursion() {
    let c = program(
        "module m
           integer :: now
           real(8) :: t(20, 30)
         contains
           subroutine outer()
             t(:, now) = 0
             call next()
           end subroutine
           subroutine next()
             now = now + 1
           end subroutine
           recursive subroutine again(i)
             integer :: i
             t(:, i) = 0
             if (i > 1) call again(i)
           end subroutine
           subroutine checked(i)
             integer :: i
             call check(i)
             t(:, i) = 0
           end subroutine
           subroutine check(i)
             integer :: i
             if (i < 1) stop 'column'
           end subroutine
         end module",
    );
    for name in ["outer", "again", "checked"] {
        assert_eq!(c.sections(name), "", "{name}");
    }
}

/// The section of `t` that is saved for the statements of `head` that call `f`.
fn saved(code: &str) -> Vec<bool> {
    let c = case(
        &format!(
            "module m
               real(8) :: t(20, 30)
             contains
               logical function f(i)
                 integer :: i
                 t(:, i) = 0
                 f = .true.
               end function
               subroutine head(x, y, i)
                 real(8) :: x, y
                 integer :: i
                 logical :: l
                 {code}
                 y = x
               end subroutine
             end module"
        ),
        "head",
        "x",
        "y",
    );
    let (program, sections) = (&c.program, &c.analyses.sections);
    let t = c
        .analyses
        .zones
        .single(common::symbol(program, "head:t"))
        .expect("a zone");
    let body = &program.units[common::unit(program, "head")].body;
    body.iter().map(|s| sections.at(s.id, t).is_some()).collect()
}

#[test]
fn calls_that_may_be_left_out() {
    assert_eq!(saved("l = f(i)"), [true, false]);
    assert_eq!(saved("l = .not. f(i + 1)"), [true, false]);
    assert_eq!(saved("l = i > 0 .and. f(i)"), [false, false]);
    assert_eq!(saved("if (f(i)) l = .true."), [false, false]);
    // two columns
    assert_eq!(saved("l = f(i) .eqv. f(i + 1)"), [false, false]);
}

#[test]
fn blocks_of_larger_matrices() {
    let of = |body: &str| {
        let c = program(&format!(
            "subroutine s(m, n, ld, a)
               integer :: m, n, ld, i, j
               real(8) :: a(ld, *)
               {body}
             end subroutine"
        ));
        c.sections("s")
    };
    assert_eq!(
        of("do j = 1, n; do i = 1, m; a(i, j) = 0; end do; end do"),
        "a(1:m, 1:n)"
    );
    assert_eq!(of("do j = 1, n; a(:, j) = 0; end do"), "a(:, 1:n)");
    // of the last column, only some rows need exist
    assert_eq!(of("do j = 1, n; do i = 1, j; a(i, j) = 0; end do; end do"), "");
    assert_eq!(of("do j = 1, n; a(1, j) = 0; end do; a(2, n) = 0"), "");
    assert_eq!(of("do j = 1, n; if (m > 0) a(m, j) = a(1, j); end do"), "");
    assert_eq!(of("do j = 1, n; if (a(m, j) > 0) a(m, j) = 0; end do"), "a(m, 1:n)");
}
