//! Arrays that loops overwrite, and tests with a known value: variables that are passive because of them, and variables
//! that are not.

use crate::common::case;

/// True if part of the value of `w` survives a piece of code, that is, if `w` has an active value.
fn left(declarations: &str, code: &str) -> bool {
    let text = format!(
        "subroutine head(x, y, n, m)
           integer :: n, m, i, j, k
           real(8) :: x, y
           {declarations}
           w = x
           {code}
           y = w({first})
         end subroutine",
        first = if declarations.contains("w(n, m)") || declarations.contains("w(2, ") {
            "1, 2"
        } else {
            "2"
        }
    );
    let c = case(&text, "head", "x", "y");
    c.valued("head").iter().any(|v| v == "w")
}

#[test]
fn loops_over_whole_arrays_kill() {
    assert!(!left("real(8) :: w(n)", "do i = 1, n; w(i) = 0; end do"));
    assert!(!left(
        "real(8) :: w(n)",
        "do i = n, 1, -1; w(i) = 0; w(i) = w(i) + i; end do"
    ));
    assert!(!left("real(8) :: w(0:9)", "do i = 0, 9; w(i) = 0; end do"));
    assert!(!left(
        "real(8) :: w(n, m)",
        "do j = 1, m; do i = 1, n; w(i, j) = i; end do; end do"
    ));
    assert!(!left(
        "real(8) :: w(n, m)",
        "do i = 1, n; do j = 1, m; w(i, j) = i; end do; end do"
    ));
    assert!(!left("real(8) :: w(n)", "k = 1; do i = k, n; w(i) = 0; end do"));
    assert!(!left(
        "real(8) :: w(10)",
        "do i = 1, size(w); w(i) = 0; end do; do i = lbound(w, 1), ubound(w, 1); w(i) = 0; end do"
    ));
    assert!(!left("real(8) :: w(n)", "w(1:n) = 0"));
    assert!(!left("real(8) :: w(n, m)", "w(:, 1:m) = 0"));
    assert!(!left(
        "real(8) :: w(n)",
        "do i = 1, n; w(i) = 0; if (i > 2) w(i) = 3; end do"
    ));
}

#[test]
fn what_may_be_left_is_kept() {
    // a part
    assert!(left("real(8) :: w(n)", "do i = 2, n; w(i) = 0; end do"));
    assert!(left("real(8) :: w(n)", "do i = 1, m; w(i) = 0; end do"));
    assert!(left("real(8) :: w(n)", "do i = 1, n, 2; w(i) = 0; end do"));
    assert!(left("real(8) :: w(n)", "w(2:n) = 0"));
    assert!(left("real(8) :: w(n)", "w(1:n:2) = 0"));
    assert!(left("real(8) :: w(n, m)", "do i = 1, n; w(i, i) = 0; end do"));
    assert!(left(
        "real(8) :: w(n, m)",
        "do j = 1, m; do i = 1, j; w(i, j) = 0; end do; end do"
    ));
    // not in every iteration
    assert!(left("real(8) :: w(n)", "do i = 1, n; if (i > m) w(i) = 0; end do"));
    assert!(left(
        "real(8) :: w(n)",
        "do i = 1, n; if (i > m) exit; w(i) = 0; end do"
    ));
    assert!(left(
        "real(8) :: w(n)",
        "do i = 1, n; if (i > m) cycle; w(i) = 0; end do"
    ));
    assert!(left(
        "real(8) :: w(n)",
        "do i = 1, n; do k = 1, m; w(i) = 0; end do; end do"
    ));
    // looked at before
    assert!(left("real(8) :: w(n)", "do i = 1, n; y = w(i); w(i) = y; end do"));
    assert!(left("real(8) :: w(n)", "do i = 1, n; w(i) = w(n - i + 1); end do"));
    assert!(left(
        "real(8) :: w(n)",
        "do i = 1, n; w(i) = 0; if (i > 1) w(i) = w(n); end do"
    ));
    // the bounds are no longer those of the declaration
    assert!(left("real(8) :: w(n)", "n = n - 1; do i = 1, n; w(i) = 0; end do"));
    // other names
    assert!(left(
        "real(8) :: w(n)\nreal(8), target :: v(n)\nreal(8), pointer :: p(:)",
        "p => v; do i = 1, n; v(i) = 0; end do"
    ));
    assert!(left(
        "real(8) :: w(10), v(20)\nequivalence (w, v)",
        "do i = 1, 10; w(i) = 0; end do"
    ));
}

#[test]
fn groups_of_statements_kill() {
    let three = "real(8) :: w(3)";
    assert!(!left(three, "w(1) = 1; w(2) = w(1); w(3) = 0"));
    assert!(!left(three, "w(3) = 1; if (n > 1) w(3) = w(3) + 1; w(1) = 0; w(2) = 0"));
    assert!(!left(three, "w(1) = 0; do k = 2, 3; w(k) = k; end do"));
    assert!(!left(three, "do k = 1, 2; w(k + 1) = k; end do; w(1) = 0"));
    assert!(!left(three, "w(1:2) = 0; w(3) = 1"));
    // of any size, also of none
    assert!(!left(
        "real(8) :: w(n)",
        "w(1) = 0; do k = 2, n - 1; w(k) = k; end do; w(n) = 1"
    ));
    assert!(!left(
        "real(8) :: w(n)",
        "w(n) = 1; do k = n - 1, 1, -1; w(k) = k; end do"
    ));
    assert!(!left("real(8) :: w(0:n + 1)", "w(0) = 1; w(1:n) = 0; w(n + 1) = 2"));
    // several dimensions
    let matrix = "real(8) :: w(n, m)";
    assert!(!left(matrix, "do j = 1, m; w(:, j) = j; end do"));
    assert!(!left(matrix, "do i = 1, n; w(i, :) = i; end do"));
    assert!(!left(
        matrix,
        "do j = 1, m; w(1, j) = 0; do i = 2, n; w(i, j) = i; end do; end do"
    ));
    assert!(!left(
        "real(8) :: w(2, m)",
        "do j = 1, m; w(1, j) = 0; end do; do j = 1, m; w(2, j) = w(1, j); end do"
    ));
    assert!(!left(
        "real(8) :: w(2, 2)",
        "do k = 1, 2; w(1, k) = 0; w(2, k) = w(1, k); end do"
    ));
    // a test with an arm for each case
    assert!(!left(
        three,
        "if (n > 1) then; w(1) = 0; w(2) = 0; else; w(2) = 1; w(1) = w(2); end if; w(3) = w(1)"
    ));
    assert!(!left(
        three,
        "w(3) = 1; select case (n); case (1); w(1:2) = 0; case default; w(1:2) = w(3); end select"
    ));
}

#[test]
fn groups_that_leave_something_do_not_kill() {
    let three = "real(8) :: w(3)";
    assert!(left(three, "w(1) = 1; w(3) = 0"));
    assert!(left(three, "w(1) = 1; w(k) = 0; w(3) = 0"));
    assert!(left(three, "do k = 2, 3; w(k) = k; end do"));
    assert!(left(three, "if (n > 1) w(2) = 0; w(1) = 0; w(3) = 0"));
    assert!(left(
        three,
        "if (n > 1) then; w(2) = 0; else; w(3) = 0; end if; w(1) = 0; w(3) = 0"
    ));
    assert!(left(three, "w(1) = 1; do k = 1, m; w(2) = 0; end do; w(3) = 0"));
    // read in between
    assert!(left(three, "w(1) = 1; w(3) = w(2); w(2) = 0"));
    assert!(left(three, "w(1) = 1; y = sum(w); w(3) = w(2); w(2) = 0"));
    assert!(left(three, "w(1) = 1; do k = 2, 3; w(k) = w(k - 1); y = w(3); end do"));
    assert!(left(three, "w(1) = 1; call look(w); w(2:3) = 0"));
    // left before the end
    assert!(left(three, "w(1) = 1; if (n > m) return; w(3) = 0; w(2) = 0"));
    assert!(left(
        three,
        "do j = 1, m; w(1) = 1; if (n > j) cycle; w(3) = 0; w(2) = 0; end do"
    ));
    assert!(left(
        three,
        "do j = 1, m; if (n > j) then; w(1) = 1; exit; else; w(1) = 0; end if; w(3) = 0; w(2) = 0; end do"
    ));
    // limits that do not meet, or that change
    assert!(left("real(8) :: w(n)", "w(1) = 0; do k = 3, n; w(k) = k; end do"));
    assert!(left("real(8) :: w(n)", "w(1) = 0; do k = 2, m; w(k) = k; end do"));
    assert!(left(
        "real(8) :: w(n)",
        "j = m; do k = 1, j; w(k) = k; end do; j = n - m; do k = j + 1, n; w(k) = k; end do"
    ));
    assert!(left("real(8) :: w(2, 2)", "w(1, 1) = 0; w(2, 2) = 0; w(1, 2) = 0"));
}

#[test]
fn callees_sweep_arguments_and_common_blocks() {
    let text = |body: &str| {
        format!(
            "subroutine head(x, y, n)
               integer :: n
               real(8) :: x, y, w(n), c(5)
               common /cc/ c
               w = x
               c = x
               call clear(n, w)
               y = w(1) + c(2)
             end subroutine
             subroutine clear(k, v)
               integer :: k, i
               real(8) :: v(k), c(5)
               common /cc/ c
               do i = 1, k
                 v(i) = 0
               end do
               {body}
             end subroutine"
        )
    };
    let valued = |body: &str| {
        let c = case(&text(body), "head", "x", "y");
        c.valued("head").join(" ")
    };
    // the size of the actual argument may differ from that of the dummy one
    assert_eq!(valued("do i = 1, 5; c(i) = 0; end do"), "x y w");
    assert_eq!(valued("do i = 1, 4; c(i) = 0; end do"), "x y w c");
    let c = case(&text(""), "head", "x", "y");
    assert_eq!(c.summary("clear"), "k | v | v");
}

#[test]
fn tests_with_one_value_cut_ways() {
    let text = |declaration: &str, call: &str| {
        format!(
            "subroutine head(x, y, n)
               integer :: n
               real(8) :: x, y
               call model(x, y, {call})
             end subroutine
             subroutine model(a, b, option)
               integer :: option, local
               real(8) :: a, b, c
               logical :: flag
               {declaration}
               local = option
               flag = local == 2
               c = 1
               if (flag) c = a
               if (.not. flag) then
                 b = 2
               else if (option > 7) then
                 b = c
               else
                 b = 1
               end if
               if (flag) b = b + c
             end subroutine"
        )
    };
    let active = |declaration: &str, call: &str| {
        let c = case(&text(declaration, call), "head", "x", "y");
        c.valued("model").join(" ")
    };
    assert_eq!(active("", "2"), "a b c");
    assert_eq!(active("", "1"), "");
    assert_eq!(active("", "n"), "a b c");
    // a second definition
    assert_eq!(active("read (*, *) local", "1"), "a b c");
    let two = format!(
        "{}\nsubroutine other(p, q)\nreal(8) p, q\ncall model(p, q, 2)\nend subroutine",
        text("", "1")
    );
    assert_eq!(case(&two, "head", "x", "y").valued("model").join(" "), "a b c");
}
