//! Linearity and degrees: the figures of Strout and Hovland, *Linearity Analysis for Automatic Differentiation*, and
//! extensions.

use crate::common::{self, case, unit, Case};
use adc_analysis::cfg::Role;
use adc_analysis::linearity::carried::carried;
use adc_analysis::linearity::{table, Callees, Degree, Polynomial, Uses, Values};
use adc_analysis::ZoneId;
use adc_frontend::ir::*;

/// Figure 1.
const EXAMPLE: &str = "
    subroutine example(n, x, f)
      integer :: n, i
      real(8) :: x(n), f, a, t
      a = 0.0d0
      f = 0.0d0
      do i = 1, n
        a = a + x(i)*x(i)
        t = sin(a)
        f = f + t
      end do
    end subroutine";

fn zone(c: &Case, unit: &str, name: &str) -> ZoneId {
    c.analyses
        .zones
        .of(common::symbol(&c.program, &format!("{unit}:{name}")))[0]
}

fn word(d: Degree) -> String {
    match d {
        Degree::None => ".".into(),
        Degree::Of(1) => "linear".into(),
        Degree::Of(n) => format!("{n}"),
        Degree::Any => "nonlinear".into(),
    }
}

/// The classes of a value in some variables; as in the paper, without degrees.
fn classes(c: &Case, of: &Polynomial, names: &[&str]) -> Vec<String> {
    let classes = names.iter().map(|n| match of.degree(zone(c, "example", n)) {
        Degree::Of(2..) => "nonlinear".into(),
        d => word(d),
    });
    classes.collect()
}

#[test]
fn figure_5_variables_by_variables() {
    let c = case(EXAMPLE, "example", "x", "f");
    let u = unit(&c.program, "example");
    let callees = Callees::of(&c.program, &c.analyses, u);
    let uses = Uses::of(&c.program, &c.analyses, &c.program.units[u].body, &callees);
    let after = uses.after();
    let names = ["f", "t", "a", "x"];
    let row = |n: &str| {
        let value = after.get(&zone(&c, "example", n)).cloned().unwrap_or_default();
        classes(&c, &value, &names).join(" ")
    };
    assert_eq!(row("f"), "linear linear nonlinear nonlinear");
    assert_eq!(row("t"), ". . nonlinear nonlinear");
    assert_eq!(row("a"), ". . linear nonlinear");
    assert_eq!(row("x"), ". . . .");
}

#[test]
fn figure_9_in_and_deps_of_an_iteration() {
    let c = case(EXAMPLE, "example", "x", "f");
    let u = unit(&c.program, "example");
    let callees = Callees::of(&c.program, &c.analyses, u);
    let body = c.program.units[u].body.iter().find_map(|s| match &s.kind {
        StmtKind::Do { body, .. } => Some(body),
        _ => None,
    });
    let uses = Uses::of(&c.program, &c.analyses, body.expect("a loop"), &callees);
    let names = ["f", "t", "a", "x"];
    let pairs = |values: &Values| {
        let mut out = vec![];
        for v in names {
            let Some(value) = values.get(&zone(&c, "example", v)) else {
                continue;
            };
            let classes = classes(&c, value, &names);
            let known = names.iter().zip(classes).filter(|(_, class)| class != ".");
            out.extend(known.map(|(w, class)| format!("{v},{w} {class}")));
        }
        out.join("; ")
    };
    let mut table = vec![];
    uses.each(&mut |item, before, deps| {
        assert_eq!(item.role, Role::Whole);
        for (_, value) in deps {
            let deps = names.iter().zip(classes(&c, value, &names));
            let deps: Vec<String> = deps
                .filter(|(_, d)| d != ".")
                .map(|(n, d)| format!("{n} {d}"))
                .collect();
            table.push((pairs(before), deps.join("; ")));
        }
    });
    let expected = [
        ("", "a linear; x nonlinear"),
        ("a,a linear; a,x nonlinear", "a nonlinear; x nonlinear"),
        (
            "t,a nonlinear; t,x nonlinear; a,a linear; a,x nonlinear",
            "f linear; t linear; a nonlinear; x nonlinear",
        ),
    ];
    let expected: Vec<_> = expected.map(|(a, b)| (a.to_string(), b.to_string())).to_vec();
    assert_eq!(table, expected);
}

/// The example of section 2, and all operations of figure 7.
#[test]
fn figure_7_expressions() {
    let degrees = |e: &str| {
        let text = format!(
            "subroutine s(x, y, z, w, v, n)
               integer :: n
               real(8) :: x, y, z, w, v
               x = {e}
             end subroutine"
        );
        degrees_of(&text, "s", "x", &["y", "z", "w", "v"])
    };
    assert_eq!(degrees("3*z + y**2 + w/(v*v)"), "2 linear nonlinear nonlinear");
    assert_eq!(degrees("1.5d0**2"), ". . . .");
    assert_eq!(degrees("y - z/n + n*w"), "linear linear linear .");
    assert_eq!(degrees("y*z*w + v"), "3 3 3 linear");
    assert_eq!(degrees("(y + z)**3*w"), "4 4 4 .");
    assert_eq!(degrees("y**1 - v**0"), "linear . . .");
    assert_eq!(degrees("y**10"), "nonlinear . . .");
    assert_eq!(degrees("sin(y) + y*z + w/v + w"), "nonlinear 2 nonlinear nonlinear");
    assert_eq!(degrees("y/z"), "nonlinear nonlinear . .");
    assert_eq!(
        degrees("y**0.5d0 + sin(z) + dprod(real(w), real(v))"),
        "nonlinear nonlinear 2 2"
    );
}

/// The degrees of a procedure's output in one of its arguments, in terms of the inputs in others.
fn degrees_of(text: &str, name: &str, dependent: &str, independents: &[&str]) -> String {
    let c = case(text, name, independents[0], dependent);
    let found = table(&c.program, &c.analyses, unit(&c.program, name), None, None);
    let row = found.rows.iter().find(|(z, _)| *z == zone(&c, name, dependent));
    let of = |n: &&str| word(row.expect("a row").1.degree(zone(&c, name, n)));
    independents.iter().map(of).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_constant_by_then_is_a_factor() {
    let text = "
        subroutine s(x, y)
          real(8) :: x, y, k, h
          k = sqrt(2.0d0)
          h = x
          y = k*h/k + y
          h = h*h
        end subroutine";
    assert_eq!(degrees_of(text, "s", "y", &["x", "y"]), "linear linear");
}

#[test]
fn loops_grow_to_the_least_solution() {
    let loop_of = |s: &str| {
        let text = format!(
            "subroutine s(n, x, u)
               integer :: n, i
               real(8) :: x(n), u(n)
               do i = 2, n
                 {s}
               end do
             end subroutine"
        );
        degrees_of(&text, "s", "u", &["x", "u"])
    };
    assert_eq!(loop_of("u(i) = 3*u(i - 1) + x(i)"), "linear linear");
    assert_eq!(loop_of("u(i) = u(i) + x(i)*x(i - 1)"), "2 linear");
    assert_eq!(loop_of("u(i) = u(i - 1)*x(i)"), "nonlinear nonlinear");
}

#[test]
fn through_calls() {
    let text = "
        module m
          real(8) :: scale
        contains
          recursive subroutine fill(n, x, y)
            integer, intent(in) :: n
            real(8), intent(in) :: x
            real(8), intent(inout) :: y
            if (n > 0) call fill(n - 1, x, y)
            y = y + scale*x
          end subroutine
          real(8) function square(t)
            real(8), intent(in) :: t
            square = t*t
          end function
          subroutine head(x, y, z)
            real(8) :: x, y, z
            z = 0
            call fill(3, x, z)
            scale = 2
            y = 0
            call fill(3, square(x), y)
          end subroutine
        end module";
    assert_eq!(degrees_of(text, "fill", "y", &["x", "y"]), "2 linear");
    assert_eq!(degrees_of(text, "head", "y", &["x", "y", "z"]), "2 . .");
    assert_eq!(degrees_of(text, "head", "z", &["x"]), "2");
}

/// The values that the first loop of a procedure hands on, whether linearly, and whether derivatives need them.
fn handed_on(body: &str) -> String {
    let text = format!(
        "subroutine s(n, x, b, c, f)
           integer :: n, i
           real(8) :: x(n), b(n), c(n), f, a, t
           do i = 2, n
             {body}
           end do
         end subroutine"
    );
    let c = case(&text, "s", "x", "f");
    let u = unit(&c.program, "s");
    let found = carried(&c.program, &c.analyses, &c.program.units[u].body[0]);
    let of = |z: ZoneId| {
        let name = c.program.symbols[c.analyses.zones.members(z)[0]].name.to_string();
        let class = if found.is_linear(z) { "linear" } else { "nonlinear" };
        let value = if found.is_needed(z) { "needed" } else { "free" };
        format!("{name} {class} {value}")
    };
    found.zones().into_iter().map(of).collect::<Vec<_>>().join(", ")
}

#[test]
fn figure_10_use_by_use() {
    assert_eq!(handed_on("b(i) = 3*x(i); c(i) = b(i - 1) + b(i)*x(i)"), "b linear free");
    // a value computed from it is needed
    assert_eq!(
        handed_on("b(i) = 3*x(i); c(i) = b(i - 1) + b(i)*x(i); f = f + c(i)**2"),
        "b linear needed, f linear free"
    );
    assert_eq!(handed_on("b(i) = 3*x(i); c(i) = b(i - 1)*b(i)"), "b nonlinear needed");
    // figure 1: linear, but the sine needs the accumulated sum
    assert_eq!(
        handed_on("a = a + x(i)*x(i); t = sin(a); f = f + t"),
        "f linear free, a linear needed"
    );
    assert_eq!(
        handed_on("t = x(i); f = f + t*t; if (f > 1) b(i) = 0"),
        "f linear needed"
    );
    assert_eq!(
        handed_on("t = sin(x(i)); c(i) = t*c(i); b(i) = b(int(t))"),
        "b linear free"
    );
    assert_eq!(
        handed_on("call other(x(i), t)"),
        "x nonlinear needed, t nonlinear needed"
    );
}
