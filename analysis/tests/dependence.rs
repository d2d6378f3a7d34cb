//! Arrays whose elements are each touched by a single iteration of a loop, and arrays of which a loop overwrites no
//! element that it has read before.

use crate::common::{self, case};
use adc_analysis::dependence::{apart, written_first, When};
use adc_analysis::{Analyses, ZoneId};
use adc_frontend::ir::*;

/// The names of the arrays that are apart in the first loop over `i` in the code.
fn of(code: &str) -> String {
    names(code, |program, facts, s| apart(program, facts, s).iter().collect())
}

/// The targets of assignments that overwrite nothing that the first loop over `i` in the code has read before.
fn first(code: &str) -> String {
    first_if_needed(code, "")
}

/// The same if the reads of its target by an assignment are not needed, for these arrays.
fn first_if_needed(code: &str, linear: &str) -> String {
    names(code, |program, facts, s| {
        let is_linear = |z, stmt, read: &Expr| {
            let mut own = false;
            visit::walk_block(std::slice::from_ref(s), &mut |s| {
                let target = match &s.kind {
                    StmtKind::Assign { lhs, .. } if s.id == stmt => Some(lhs),
                    _ => None,
                };
                own |= target.is_some_and(|t| t.same(read));
            });
            own && linear
                .split(' ')
                .any(|n| n == program.symbols[facts.zones.members(z)[0]].name)
        };
        let found = written_first(program, facts, s, &|z, stmt, read, when| {
            when == When::Before && !is_linear(z, stmt, read)
        });
        found.into_iter().map(|(_, z)| z).collect()
    })
}

fn names(code: &str, find: impl Fn(&Program, &Analyses, &Stmt) -> Vec<ZoneId>) -> String {
    let text = format!(
        "subroutine head(x, y, n, m, ix)
           type point
             real(8) :: a, b, c(9)
             real(8), pointer :: p
           end type
           type(point) :: q(100), r
           integer :: n, m, i, j, k, ix(n)
           real(8) :: x(n), y(n), u(n), v(n), w(n, m), z(100), s
           {code}
           y = x + u + v + w(:, 1) + z(1) + q(1)%a + q(1)%b + r%c(1)
         end subroutine"
    );
    let c = case(&text, "head", "x", "y");
    let mut found = vec![];
    let unit = common::unit(&c.program, "head");
    let mut done = false;
    visit::walk_block(&c.program.units[unit].body, &mut |s| {
        let StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } = &s.kind
        else {
            return;
        };
        if !done && c.program.symbols[*var].name == "i" {
            done = true;
            for z in find(&c.program, &c.analyses, s) {
                let member = c.analyses.zones.members(z)[0];
                let path = c.analyses.zones[z].path.iter();
                let parts: Vec<&str> = [member]
                    .iter()
                    .chain(path)
                    .map(|&s| c.program.symbols[s].name.as_str())
                    .collect();
                found.push(parts.join("%"));
            }
        }
    });
    assert!(done, "{code}");
    found.sort();
    found.join(" ")
}

#[test]
fn each_iteration_has_its_own() {
    assert_eq!(of("do i = 1, n; u(i) = x(i); end do"), "u");
    assert_eq!(of("do i = 1, n; u(i) = u(i)*x(i) + v(i); v(i) = u(i); end do"), "u v");
    assert_eq!(of("do i = n, 1, -1; u(n + 1 - i) = x(i); end do"), "u");
    assert_eq!(
        of("do i = 1, m; do j = 1, n; w(j, i) = w(j, i) + 1; end do; end do"),
        "w"
    );
    assert_eq!(
        of("do i = 1, n; do j = 2, m; w(i, j) = w(i, j - 1); end do; end do"),
        "w"
    );
    // the outer loop carries it, not this one
    assert_eq!(
        of("do j = 2, m; do i = 1, n; w(i, j) = w(i, j - 1); end do; end do"),
        "w"
    );
    // odd and even
    assert_eq!(of("do i = 1, 50; z(2*i) = z(2*i - 1); end do"), "z");
    // further away than the loop is long, and beyond the reach of the stride
    assert_eq!(of("do i = 1, 50; z(i) = z(i + 50); end do"), "z");
    assert_eq!(of("do i = 1, n, 2; u(i) = u(i + 1); end do"), "u");
    // blocks of ten
    assert_eq!(of("do i = 0, 9; do j = 1, 10; z(10*i + j) = x(j); end do; end do"), "z");
    // two halves that do not meet
    assert_eq!(of("do i = 1, 50; z(i) = z(101 - i); end do"), "z");
    assert_eq!(of("do i = 1, n; if (x(i) > 0) u(i) = 2; end do"), "u");
    assert_eq!(of("k = 3; do i = 1, n - k; u(i + k) = x(i); end do"), "u");
}

#[test]
fn components_are_apart_like_variables() {
    assert_eq!(of("do i = 2, n; q(i)%a = q(i)%a*x(i); end do"), "q%a");
    // another component of the element before
    assert_eq!(of("do i = 2, n; q(i)%a = q(i - 1)%b; end do"), "q%a");
    assert_eq!(of("do i = 2, n; q(i)%a = q(i - 1)%a; end do"), "");
    assert_eq!(of("do i = 2, 9; r%c(i) = r%c(i)*x(i); end do"), "r%c");
    assert_eq!(of("do i = 2, 9; r%c(i) = r%c(i - 1)*x(i); end do"), "");
    // an element of an element
    assert_eq!(of("do i = 2, 9; q(1)%c(i) = x(i); end do"), "");
    // all elements may share a target
    assert_eq!(of("do i = 2, n; q(i)%p = q(i)%p*x(i); end do"), "");
    assert_eq!(of("do i = 2, n; q(i) = q(i - 1); end do"), "");
    assert_eq!(of("do i = 2, n; q(i)%a = x(i); r = q(1); end do"), "");
}

#[test]
fn iterations_meet() {
    assert_eq!(of("do i = 2, n; u(i) = u(i - 1); end do"), "");
    assert_eq!(of("do i = 1, n; u(ix(i)) = x(i); end do"), "");
    assert_eq!(of("do i = 1, n; s = x(i); end do"), "");
    assert_eq!(of("do i = 1, n; u(1) = x(i); end do"), "");
    assert_eq!(of("do i = 1, n; k = i/2; u(k + i) = x(i); end do"), "");
    assert_eq!(of("do i = 1, 60; z(i) = z(101 - i); end do"), "");
    assert_eq!(of("do i = 0, 9; do j = 1, 11; z(10*i + j) = x(j); end do; end do"), "");
    assert_eq!(of("do i = 1, n; u(i + k) = u(i + m); end do"), "");
    assert_eq!(of("do i = 1, m; do j = 1, n; w(j, 1) = w(j, i); end do; end do"), "");
    assert_eq!(of("do i = 1, n; u(i) = sum(u); end do"), "");
    assert_eq!(of("do i = 1, n; u(1:i) = x(i); end do"), "");
    assert_eq!(of("do i = 1, n - 1; forall (j = 1:2) u(i + j - 1) = x(j); end do"), "");
    assert_eq!(
        of("do i = 1, n - 1; do concurrent (j = 1:2); u(j) = u(j + 1); end do; end do"),
        ""
    );
    assert_eq!(of("do i = 1, n; call sub(u(i)); end do"), "");
}

#[test]
fn recurrences_write_first() {
    assert_eq!(first("do i = 2, n; u(i) = x(i)*u(i - 1); end do"), "u");
    assert_eq!(first("do i = n - 1, 1, -1; u(i) = x(i)*u(i + 1); end do"), "u");
    assert_eq!(first("do i = 3, n; u(i) = u(i - 1) + u(i - 2); end do"), "u");
    // a test reads, too
    assert_eq!(first("do i = 2, n; if (u(i - 1) > 0) u(i) = x(i); end do"), "u");
    // overwritten before it is read
    assert_eq!(
        first("do i = 2, n; u(i) = x(i); u(i) = 2; v(i) = u(i)*u(i - 1); end do"),
        "u u v"
    );
    // a wavefront, from either loop
    let sweep = "w(i, j) = w(i - 1, j)*w(i, j - 1)";
    assert_eq!(
        first(&format!("do i = 2, n; do j = 2, m; {sweep}; end do; end do")),
        "w"
    );
    assert_eq!(
        first(&format!("do j = 2, m; do i = 2, n; {sweep}; end do; end do")),
        "w"
    );
    // whatever the order in the row before
    assert_eq!(
        first("do i = 2, n; do j = m, 1, -1; w(i, j) = w(i - 1, m + 1 - j); end do; end do"),
        "w"
    );
    assert_eq!(
        first("do i = 2, n; do j = 1, m; w(i, j) = w(i - 1, j)*x(i); end do; end do"),
        "w"
    );
    assert_eq!(first("do i = 1, 50; z(i + 50) = z(i); end do"), "z");
    assert_eq!(first("do i = 1, 50; z(i) = z(i + 50); end do"), "z");
    assert_eq!(first("do i = 1, n - 1; u(i + 1) = x(i); v(i) = u(i); end do"), "u v");
    // the inner loop writes it repeatedly
    assert_eq!(
        first("do i = 2, n; do j = 1, m; u(i) = u(i - 1)*x(j); end do; end do"),
        "u"
    );
    assert_eq!(
        first("do j = 1, m; do i = 2, n; w(i, 1) = w(i - 1, 1); end do; end do"),
        "w"
    );
}

#[test]
fn what_was_read_is_overwritten() {
    assert_eq!(first("do i = 2, n; u(i) = x(i)*u(i); end do"), "");
    assert_eq!(first("do i = 1, n - 1; u(i) = x(i)*u(i + 1); end do"), "");
    assert_eq!(first("do i = 1, n - 1; v(i) = u(i + 1); u(i) = x(i); end do"), "v");
    assert_eq!(first("do i = n, 2, -1; u(i) = x(i)*u(i - 1); end do"), "");
    // of any stride
    assert_eq!(first("do i = 2, n, k; u(i) = x(i)*u(i - 1); end do"), "");
    // the first of them only
    assert_eq!(first("do i = 2, n; u(i) = u(i - 1); u(i) = u(i)*2; end do"), "u");
    assert_eq!(first("do i = 2, n; if (u(i) > 0) u(i) = x(i); end do"), "");
    assert_eq!(
        // the inner loop returns to it
        first("do i = 2, n; do j = 1, m; u(i) = x(i); v(j) = u(i); end do; end do"),
        "v"
    );
    assert_eq!(
        // the second assignment overwrites the value read, which comes from the first one
        first("do i = 2, n; do j = 1, m; u(i) = u(i - 1); u(i - 1) = x(i); end do; end do"),
        "u"
    );
    assert_eq!(
        first("do i = 1, n; do j = 2, n; w(j, 1) = w(j - 1, 1)*x(i); end do; end do"),
        ""
    );
    assert_eq!(first("do i = 2, n; u(i) = sum(u); end do"), "");
    assert_eq!(first("do i = 2, n; u(ix(i)) = u(i - 1); end do"), "");
    assert_eq!(first("do i = 2, n; call sub(u(i)); v(i) = u(i - 1); end do"), "v");
    assert_eq!(
        first("do i = 2, n; k = 3; do while (k > 0); u(i) = u(i - 1); k = k - 1; end do; end do"),
        ""
    );
}

/// Triangular loops, in arrays of two dimensions that represent square ones.
#[test]
fn triangles_write_first() {
    // elimination in place; the right side is eliminated with it
    let lu = "do i = 1, n - 1
                do k = i + 1, n
                  s = w(k, i)/w(i, i)
                  do j = i + 1, n; w(k, j) = w(k, j) - s*w(i, j); end do
                  u(k) = u(k) - s*u(i)
                end do
              end do";
    assert_eq!(first_if_needed(lu, "w u"), "u w");
    assert_eq!(first_if_needed(lu, "w"), "w");
    assert_eq!(first_if_needed(lu, ""), "");
    // the multipliers are stored in the eliminated matrix
    let kept = "do i = 1, n - 1
                  do k = i + 1, n
                    w(k, i) = w(k, i)/w(i, i)
                    do j = i + 1, n; w(k, j) = w(k, j) - w(k, i)*w(i, j); end do
                  end do
                end do";
    assert_eq!(first_if_needed(kept, "w"), "w w");
    // of columns, and downwards
    let columns = "do i = n, 2, -1
                     do j = 1, i - 1
                       do k = i - 1, 1, -1; w(k, j) = w(k, j) - w(k, i)*w(i, j); end do
                     end do
                   end do";
    assert_eq!(first_if_needed(columns, "w"), "w");
    let back = "do i = n, 1, -1
                  u(i) = v(i)
                  do j = i + 1, n; u(i) = u(i) - w(i, j)*u(j); end do
                  u(i) = u(i)/w(i, i)
                end do";
    assert_eq!(first_if_needed(back, "u"), "u u u");
    // the quotient is read before it is overwritten
    assert_eq!(first_if_needed(back, ""), "u");
    let cholesky = "do i = 1, n
                      do j = 1, i - 1; w(i, i) = w(i, i) - w(i, j)**2; end do
                      w(i, i) = sqrt(w(i, i))
                      do k = i + 1, n
                        do j = 1, i - 1; w(k, i) = w(k, i) - w(k, j)*w(i, j); end do
                        w(k, i) = w(k, i)/w(i, i)
                      end do
                    end do";
    assert_eq!(first_if_needed(cholesky, "w"), "w w w w");
}

#[test]
fn bounds_say_no_more_than_they_do() {
    // one too many: the diagonal is overwritten after it was read
    let lu = "do i = 1, n - 1
                do k = i, n
                  s = w(k, i)/w(i, i)
                  do j = i + 1, n; w(k, j) = w(k, j) - s*w(i, j); end do
                end do
              end do";
    assert_eq!(first_if_needed(lu, "w"), "");
    // a bound that changes, or has no known relation
    assert_eq!(
        first("do i = 2, n; do j = k, m; u(j) = u(i - 1); end do; k = k + 1; end do"),
        ""
    );
    assert_eq!(first("do i = 2, n; do j = k, m; u(j) = u(i - 1); end do; end do"), "");
    assert_eq!(first("do i = 2, n; do j = i, m; u(j) = u(i - 1); end do; end do"), "u");
    assert_eq!(first("do i = 2, n; do j = 1, i; u(j) = u(i + 1); end do; end do"), "");
    assert_eq!(
        first("do i = 2, n; do j = i + 1, n; u(i) = u(i) + u(j); end do; end do"),
        ""
    );
    // downwards the other way round
    assert_eq!(
        first("do i = n, 2, -1; do j = i, n; u(j) = u(i - 1); end do; end do"),
        ""
    );
    assert_eq!(
        first("do i = n, 2, -1; do j = 1, i - 1; u(i) = u(j)*x(j); end do; end do"),
        ""
    );
    assert_eq!(
        first("do i = 2, n; do j = 1, i - 1; u(i) = u(j)*x(j); end do; end do"),
        "u"
    );
}
