//! Activity on small programs: the active variables, and the reasons why others are passive.

use crate::common::{case, case_with, symbol, unit};
use adc_analysis::activity::End;
use adc_analysis::{Method, Options};

const HEAD: &str = "
subroutine head(x, y)
  double precision :: x, y
  call foo(x, y)
end subroutine
";

/// Figure 1 of the paper on DUGAA: all five variables of program (a) are active by both graphs; of program (b) five by
/// the variable dependence graph, none by the def-use graph.
#[test]
fn order_of_statements_counts() {
    let foo =
        |body: &str| format!("{HEAD}\nsubroutine foo(f, g)\ndouble precision :: f, g, a\n{body}\nend subroutine\n");
    let with = |body: &str, activity| {
        let c = case_with(
            &foo(body),
            "head",
            "x",
            "y",
            &Options {
                activity,
                ..Options::default()
            },
        );
        let count = c.valued("head").len() + c.valued("foo").len();
        (count, c)
    };
    let (in_order, reversed) = ("a = f\ng = a", "g = a\na = f");
    assert_eq!(with(in_order, Method::Vdg).0, 5);
    assert_eq!(with(in_order, Method::Dug).0, 5);
    assert_eq!(with(reversed, Method::Vdg).0, 5);
    assert_eq!(with(reversed, Method::Dug).0, 0);
    let (_, a) = with(in_order, Method::Dug);
    assert_eq!(a.active("head"), "x y");
    assert_eq!(a.active("foo"), "f g a");
    assert!(a.unit_is_active("foo"));
    assert!(a.analyses.activity.dependents_without_dependence.is_empty());
    let (_, b) = with(reversed, Method::Dug);
    assert_eq!(b.active("foo"), "");
    assert!(!b.unit_is_active("foo"));
    assert_eq!(
        b.analyses.activity.dependents_without_dependence,
        [symbol(&b.program, "head:y")]
    );
    let end = b.analyses.activity.independents_without_influence[0];
    assert_eq!(end.independent, symbol(&b.program, "head:x"));
    assert!(matches!(end.end, End::Defined(_, a) if a == symbol(&b.program, "foo:a")));
}

#[test]
fn without_the_analysis_everything_reached_is_active() {
    let text = format!(
        "{HEAD}
        subroutine foo(f, g)
          double precision :: f, g, a
          integer :: n
          common /c/ c1, c2
          double precision c1, c2
          n = 1
          a = 2*n
          g = a + c1
        end subroutine
        subroutine other(q)
          double precision :: q
          q = 0
        end subroutine"
    );
    let c = case_with(
        &text,
        "head",
        "x",
        "y",
        &Options {
            activity: Method::All,
            ..Options::default()
        },
    );
    assert_eq!(c.active("foo"), "f g a c1");
    assert!(c.unit_is_active("foo") && !c.unit_is_active("other"));
    assert_eq!(c.active("other"), "");
}

#[test]
fn activity_goes_round_loops() {
    let c = case(
        "subroutine head(x, y, n)
           real :: x, y, a, b, c, d
           integer :: n, i
           a = 0; b = 0; c = 0; d = 0
           do i = 1, n
             y = a
             a = b
             b = c
             c = x
             d = x
           end do
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y a b c");
}

#[test]
fn an_assignment_of_a_constant_kills_a_scalar() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, a, b, v(3)
           a = x
           a = 1
           y = a
           v = x
           v = 2
           y = y + v(1)
           b = x
           if (y > 0) b = 3
           y = y + b
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y b");
    let part = case(
        "subroutine head(x, y)
           real :: x, y, v(3), w(3)
           v = x
           v(1) = 2
           y = v(1)
           w = x
           where (v > 0) w = 1
           y = y + w(1)
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(part.active("head"), "x y v w");
}

#[test]
fn integers_comparisons_and_subscripts_carry_nothing() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, a, b, c, t(9)
           integer :: i
           logical :: l
           i = int(x)
           l = x > 1
           a = i
           b = t(i)
           c = 0
           if (l) c = 1
           y = a + b + c
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y");
}

#[test]
fn jumps_are_followed() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, a, b
           a = 0
           b = 0
        10 continue
           y = a
           if (y > 1) goto 30
           goto 20
           b = x
        20 a = x
           goto 10
        30 y = y + b
         end subroutine",
        "head",
        "x",
        "y",
    );
    // b = x is never executed
    assert_eq!(c.active("head"), "x y a");
}

#[test]
fn common_and_module_variables_pass_values() {
    let c = case(
        "module m
           real :: g, h, k
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           common /blk/ p, q
           call set(x)
           call get(y)
         end subroutine
         subroutine set(a)
           use m, only: gg => g, k
           real :: a
           common /blk/ r, s
           gg = a
           s = a
           k = a
         end subroutine
         subroutine get(b)
           use m
           real :: b
           common /blk/ u(2)
           b = g + u(2) + h
         end subroutine",
        "head",
        "x",
        "y",
    );
    // u overlaps both members
    assert_eq!(c.active("set"), "a r s");
    assert!(c.is_active("set:gg") && c.is_active("get:g") && !c.is_active("set:k") && !c.is_active("get:h"));
    assert_eq!(c.active("get"), "b u");
    assert_eq!(c.active("head"), "x y p q");
}

#[test]
fn members_of_a_block_are_matched_by_place() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y
           common /blk/ n, p(2), q
           q = x
           call get(y)
         end subroutine
         subroutine get(b)
           real :: b
           common /blk/ n, a1, a2, a3
           b = a3 + a1
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y q");
    assert_eq!(c.active("get"), "b a3");
}

#[test]
fn equivalence_is_one_zone() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, a(4), b, c
           equivalence (a(2), b)
           a(1) = x
           c = b
           y = c
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y a b c");
    // an array equivalenced to a member of a block reaches the next one
    let c = case(
        "subroutine head(x, y)
           real :: x, y
           common /blk/ p(2), q(2), r
           real :: all(4)
           equivalence (all(1), p(1))
           all(3) = x
           y = q(1)
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y p q all");
}

#[test]
fn recursion_converges() {
    let c = case(
        "recursive subroutine head(x, y, n)
           real :: x, y, t, u
           integer :: n
           if (n == 0) then
             y = x
             return
           end if
           t = 2*x
           u = 1
           call other(t, y, u, n)
         end subroutine
         recursive subroutine other(a, b, c, n)
           real :: a, b, c
           integer :: n
           call head(a, b, n - 1)
           b = b*c
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y t");
    assert_eq!(c.active("other"), "a b");
}

#[test]
fn an_active_dummy_makes_all_actuals_active() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, p, q, r
           p = 1
           call mul(p, x, q)
           call mul(x, p, y)
           call mul(p, r, r)
           y = y + q*r
         end subroutine
         subroutine mul(a, b, c)
           real :: a, b, c
           c = a*b
         end subroutine",
        "head",
        "x",
        "y",
    );
    // p is passive by itself, but mul has one derivative; the call for r has passive values alone
    assert_eq!(c.active("head"), "x y p q");
    assert_eq!(c.active("mul"), "a b c");
}

#[test]
fn context_of_calls_is_kept_in_return_values() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, p, q, z
           call sq(x, z)
           p = 1
           call sq(p, q)
           y = q
         end subroutine
         subroutine sq(a, b)
           real :: a, b
           b = a*a
         end subroutine",
        "head",
        "x",
        "y",
    );
    // inside sq both call sites meet: a is varied (first) and useful (second)
    assert_eq!(c.analyses.activity.dependents_without_dependence.len(), 1);
}

#[test]
fn functions_and_their_results() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, t, u
           integer :: i
           t = f(x, u)
           i = nint(f(x, u))
           y = t
         contains
           real function f(a, w) result(r)
             real :: a, w
             r = a*a
             w = 0
           end function
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y t");
    assert_eq!(c.active("f"), "a r");
    let f = unit(&c.program, "f");
    assert!(c.analyses.activity.result_is_active(f));
    assert!(c.analyses.activity.formal_is_active(f, 0) && !c.analyses.activity.formal_is_active(f, 1));
}

#[test]
fn calls_with_passive_values_make_nothing_active() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, c, d, e
           call scale(x, e)
           c = 2
           call scale(c, d)
           y = d*e
           call scale(y, c)
         end subroutine
         subroutine scale(v, w)
           real :: v, w
           w = v*v
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y e");
    assert_eq!(c.active("scale"), "v w");
    assert_eq!(c.passive_calls("head"), [false, false, true, false, true]);
}

/// A unit that runs before a global variable depends on `x` does not read a varied value from it.
#[test]
fn globals_are_varied_from_their_first_varied_definition_on() {
    let with = |body: &str| {
        let text = format!(
            "module m
               real :: t, u
             contains
               subroutine head(x, y, n)
                 real :: x, y
                 integer :: n, i
                 {body}
                 call after(y)
               end subroutine
               subroutine before()
                 u = t*t
               end subroutine
               subroutine set(v)
                 real :: v
                 t = v
               end subroutine
               subroutine after(y)
                 real :: y
                 y = t*u
               end subroutine
             end module"
        );
        case(&text, "head", "x", "y").active("m")
    };
    assert_eq!(with("call before()\n call set(x)"), "t");
    assert_eq!(with("call set(x)\n call before()"), "t u");
    assert_eq!(with("do i = 1, n\n call before()\n call set(x)\n end do"), "t u");
    assert_eq!(
        with("call before()\n if (n > 2) call set(x)\n if (n > 3) call before()"),
        "t u"
    );
}

#[test]
fn calls_that_change_pointers_or_unnamed_globals_are_not_passive() {
    let c = case(
        "module m
           real :: kept
         contains
           subroutine head(x, y, p)
             real :: x, y, c
             real, pointer :: p
             c = 2
             call keep(x)
             call keep(c)
             call move(p, c)
             call move(p, x)
             call get(y)
             y = y + p
           end subroutine
           subroutine keep(v)
             real :: v
             kept = v
           end subroutine
           subroutine get(v)
             real :: v
             v = kept
           end subroutine
           subroutine move(p, v)
             real, pointer :: p
             real :: v
             allocate(p)
             p = v
           end subroutine
         end module",
        "head",
        "x",
        "y",
    );
    assert!(!c.passive_calls("head").contains(&true));
}

#[test]
fn a_part_that_a_callee_overwrites_keeps_the_dummy_active() {
    let c = case(
        "subroutine head(x, y)
           real :: x(9), y, a(9)
           a = x
           call reset(a(2))
           y = sum(a)
         end subroutine
         subroutine reset(v)
           real :: v(3)
           v = 0
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("reset"), "v");
    let whole = case(
        "subroutine head(x, y)
           real :: x(9), y, a(9)
           a = x
           call reset(a)
           y = sum(a)
         end subroutine
         subroutine reset(v)
           real :: v(9)
           v = 0
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert!(!whole.unit_is_active("reset"));
}

#[test]
fn saved_locals_carry_values_from_call_to_call() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y
           call keep(x, y)
           call keep(x, y)
         end subroutine
         subroutine keep(a, b)
           real :: a, b
           real, save :: old = 0
           real :: lost
           b = old + lost
           old = a
           lost = a
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("keep"), "a b old");
}

#[test]
fn pointers_share_what_they_point_at() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y
           real, target :: a, b
           real, pointer :: p, q
           p => a
           q => b
           p = x
           b = 1
           y = a
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y a p");
    let c = case(
        "module m
           real, pointer :: g
         end module
         subroutine head(x, y)
           use m
           real :: x, y
           real, target :: a
           call link(a)
           g = x
           y = a
         contains
           subroutine link(t)
             real, target :: t
             g => t
           end subroutine
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert!(c.is_active("head:a") && c.is_active("head:g"));
}

#[test]
fn procedure_arguments_are_followed() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y
           external f1, f2
           call apply(f1, x, y)
           call apply2(f2, x)
         end subroutine
         subroutine apply(f, a, b)
           real :: a, b
           external f
           call f(a, b)
         end subroutine
         subroutine apply2(f, a)
           real :: a, t
           external f
           call apply(f, a, t)
         end subroutine
         subroutine f1(p, q)
           real :: p, q
           q = p
         end subroutine
         subroutine f2(p, q)
           real :: p, q
           q = 2
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("apply"), "a b");
    assert_eq!(c.active("f1"), "p q");
    assert!(c.analyses.calls.unknown().is_empty());
}

#[test]
fn unknown_procedures_are_listed_and_mix_their_arguments() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, t, u
           interface
             subroutine known(a, b)
               real, intent(in) :: a
               real, intent(out) :: b
             end subroutine
           end interface
           call mystery(x, t)
           call known(t, u)
           y = u
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y t u");
    let names: Vec<_> = c
        .analyses
        .calls
        .unknown()
        .iter()
        .map(|u| c.program.symbols[u.proc].name.as_str())
        .collect();
    assert_eq!(names, ["mystery", "known"]);
}

#[test]
fn listing_shows_the_facts_in_the_margin() {
    let c = case(
        "subroutine head(x, y)\n  real :: x, y, t\n  t = 2*x\n  t = t + 1\n  y = t*t\n  print *, x\nend subroutine\n",
        "head",
        "x",
        "y",
    );
    assert_eq!(
        c.listing(),
        "test.f90
    1 | subroutine head(x, y) | active: x, y, t
    2 |   real :: x, y, t     |
    3 |   t = 2*x             | active: t, x
    4 |   t = t + 1           | active: t
    5 |   y = t*t             | active: t, y
    6 |   print *, x          | active: x
    7 | end subroutine        |
"
    );
}

#[test]
fn cycle_goes_to_the_next_iteration_and_exit_after() {
    let text = |jump: &str| {
        format!(
            "subroutine head(x, y, n)
               real :: x, y, a
               integer :: n, i
               a = 0
               y = 0
               do i = 1, n
                 y = y + a
                 a = x
                 if (i > 2) {jump}
                 a = 0
               end do
             end subroutine"
        )
    };
    assert_eq!(case(&text("cycle"), "head", "x", "y").active("head"), "x y a");
    assert_eq!(case(&text("exit"), "head", "x", "y").active("head"), "x y");
}

#[test]
fn a_callee_writes_what_a_pointer_of_the_caller_points_at() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y
           real, target :: t
           real, pointer :: p
           p => t
           call set(t, x)
           y = p
         end subroutine
         subroutine set(a, b)
           real :: a, b
           a = b
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y t p");
    assert_eq!(c.active("set"), "a b");
}

#[test]
fn an_actual_larger_than_the_dummy_keeps_its_rest() {
    let c = case(
        "subroutine head(x, y)
           real :: x, y, w(5)
           w = x
           call reset(w)
           y = w(5)
         end subroutine
         subroutine reset(v)
           real :: v(3)
           v = 0
         end subroutine",
        "head",
        "x",
        "y",
    );
    assert_eq!(c.active("head"), "x y w");
    assert_eq!(c.active("reset"), "v");
}
