//! Loops of the sources whose iterations are independent: `adc analyze --show parallel`, and directives that
//! `--add-openmp` adds.

use crate::support::cli::Sandbox;

/// Loops that are independent, and loops that are not.
fn plain() -> Sandbox {
    let path = format!("{}/tests/openmp/plain.f90", env!("CARGO_MANIFEST_DIR"));
    Sandbox::with(&[("plain.f90", &std::fs::read_to_string(path).unwrap())])
}

#[test]
fn loops_of_the_sources_are_judged() {
    let s = plain();
    let out = s.works("adc analyze plain.f90 --show parallel").out;
    for part in [
        "plain.f90:13: loop over i in `several`: parallel\n  private: t\n  lastprivate: last\n  reduction(+): s\n",
        "plain.f90:19: loop over i in `several`: parallel\n  shared: ",
        "plain.f90:22: loop over i in `several`: parallel\n  private: k\n",
        "plain.f90:36: loop over i in `chained`: not parallel\n  carried: y: written on line 37, and read by other \
         iterations on line 37\n",
        "  carried: seen: written by several iterations on line 40, and used after the loop\n",
        "plain.f90:45: loop over i in `chained`: parallel\n",
    ] {
        assert!(out.contains(part), "no `{part}` in:\n{out}");
    }
    let text = "subroutine f(n, x, y)
integer :: n, i, k
real(8) :: x(n), y(n), t
do i = 1, n
if (x(i) < 0) exit
print *, x(i)
call other(x(i))
end do
do i = 1, n
if (x(i) > 1) t = x(i)
y(i) = x(i)
end do
y(1) = t
do while (y(1) > 1)
y(1) = y(1)/2
end do
do i = 1, n
y(i) = y(n + 1 - i)
end do
do k = 1, n
y(k) = x(k)
end do
y(1) = k
end subroutine
";
    let s = Sandbox::with(&[("f.f90", text)]);
    let out = s.works("adc analyze f.f90 --show parallel").out;
    for part in [
        "  line 5: EXIT may leave the loop\n",
        "  line 6: input or output\n",
        "  line 7: calls `other`, whose source is not given\n",
        "  carried: t: written by several iterations on line 10, and used after the loop\n",
        "f.f90:14: loop in `f`: not parallel\n  line 14: the number of iterations is not known before the loop\n",
        "f.f90:17: loop over i in `f`: not parallel\n  carried: y: ",
        "  line 20: the value of the index counts outside of loops over it\n",
    ] {
        assert!(out.contains(part), "no `{part}` in:\n{out}");
    }
}

/// Loops without directives get directives only where iterations are independent; no warning tells about the others.
#[test]
fn directives_are_added_to_independent_loops() {
    let s = plain();
    let command = "adc --tangent plain.f90 --head 'several(y)/(x)' --head 'chained(y)/(x)'";
    let outcome = s.works(&format!("{command} --add-openmp -o out.f90"));
    assert!(!outcome.err.contains("ADC0320"), "{}", outcome.err);
    let text = s.text("out.f90");
    assert_eq!(text.matches("!$omp parallel do").count(), 4, "{text}");
    assert!(text.contains("reduction(+:sd, s)"), "{text}");
    assert!(text.contains("lastprivate(lastd, last)"), "{text}");
    s.works(&format!("{command} -o out.f90"));
    assert!(!s.text("out.f90").contains("!$omp"));
}
