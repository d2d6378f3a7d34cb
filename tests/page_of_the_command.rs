//! The page on the command names every option and every value that the command takes.

use crate::support::cli::Sandbox;
use adc_transform::Opt;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../docs/reference/command.md");

/// The words of the help that begin with `--`, and the possible values that it lists.
fn options_and_values(help: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let first = help.lines().map(str::trim).filter(|l| l.starts_with('-'));
    let options = first.filter_map(|l| l.split(is_not(is_name)).find(|w| w.starts_with("--") && w.len() > 2));
    let mut values = BTreeSet::new();
    let mut listed = false;
    for l in help.lines().map(str::trim) {
        if let Some((_, all)) = l.split_once("[possible values: ") {
            values.extend(all.trim_end_matches(']').split(',').map(|v| v.trim().to_string()));
        }
        listed = l.starts_with("Possible values:") || listed && (l.is_empty() || l.starts_with("- "));
        if let (true, Some(item)) = (listed, l.strip_prefix("- ")) {
            values.extend(item.split(':').next().map(str::to_string));
        }
    }
    (options.map(str::to_string).collect(), values)
}

fn is_not(f: impl Fn(char) -> bool) -> impl Fn(char) -> bool {
    move |c| !f(c)
}

/// True if the page contains the word as a whole.
fn names(word: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    PAGE.match_indices(word).any(|(at, _)| {
        let before = PAGE[..at].chars().next_back();
        let after = PAGE[at + word.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

#[test]
fn every_option_and_value_is_on_the_page() {
    let s = Sandbox::with(&[]);
    for command in ["", "check ", "report ", "wrap ", "analyze ", "print ", "dump "] {
        let help = s.works(&format!("adc {command}--help")).out;
        let (options, values) = options_and_values(&help);
        assert!(options.len() > 5, "{help}");
        let missing: Vec<&String> = options.iter().chain(&values).filter(|w| !names(w)).collect();
        let missing: Vec<&&String> = missing
            .iter()
            .filter(|w| !["--help", "--version"].contains(&w.as_str()))
            .collect();
        assert!(
            missing.is_empty(),
            "docs/reference/command.md does not name {missing:?} of `adc {command}`"
        );
    }
}

/// The page on optimisations describes the switch of each optimisation.
#[test]
fn every_optimisation_has_a_row() {
    let page = include_str!("../docs/reference/optimisations.md");
    let missing = Opt::ALL
        .iter()
        .filter(|o| !page.contains(&format!("\n| `{}` |", o.name())));
    assert_eq!(missing.count(), 0, "docs/reference/optimisations.md lacks a row");
}

/// The reader of the help finds an option, and values in both of their layouts.
#[test]
fn the_help_is_read() {
    let help = "Options:\n  -o, --output <FILE>\n      Where to write\n      --form <FORM>\n\n          Possible values:\n          - fixed: Columns\n          - free:  Free\n\n      --no-opt <NAME>\n          Off\n          \n          [possible values: tbr, sums]\n";
    let (options, values) = options_and_values(help);
    assert_eq!(
        options.iter().map(String::as_str).collect::<Vec<_>>(),
        ["--form", "--no-opt", "--output"]
    );
    assert_eq!(
        values.iter().map(String::as_str).collect::<Vec<_>>(),
        ["fixed", "free", "sums", "tbr"]
    );
}

/// Options before the name of another command are options of that command.
#[test]
fn options_before_the_command() {
    let model = "subroutine f(x, y)\nreal :: x, y\ny = 2*x\nend subroutine\n";
    let s = Sandbox::with(&[("m.f90", model)]);
    let wanted = s.works("adc analyze m.f90 --show psg").out;
    assert!(!wanted.is_empty());
    assert_eq!(s.works("adc -q analyze m.f90 --show psg").out, wanted);
    assert_eq!(s.works("adc --color never -q analyze m.f90 --show psg").out, wanted);
}

/// Elements of arrays, with the independents on which they depend.
#[test]
fn separability_of_arrays() {
    let model = "\
subroutine rhs(n, u, k, f)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n), k
  real(8), intent(out) :: f(n)
  real(8) :: r
  integer :: i
  f = 0
  f(1) = k*u(1)
  do i = 2, n - 1
    r = u(i)**2
    f(i) = u(i - 1) - 2*r
    f(i) = f(i) + u(i + 1)
    call source(k, f(i))
  end do
  f(n) = sum(u)
end subroutine
subroutine parts(u, v, f)
  real(8), intent(in) :: u(:), v(:)
  real(8), intent(out) :: f(:)
  integer :: i
  f(2:) = u(:size(u) - 1)*v(2:)
  do i = 2, size(f)
    f(i) = f(i) + f(i - 1)
  end do
end subroutine
subroutine source(t, q)
  real(8), intent(in) :: t
  real(8), intent(inout) :: q
  q = q + exp(t)
end subroutine
";
    let s = Sandbox::with(&[("m.f90", model)]);
    let of = |head: &str| {
        s.works(&format!("adc analyze m.f90 --show separability --head '{head}'"))
            .out
    };
    let expected = "\
rhs
  f depends, element by element,
    f(1) on u(1) on line 8
    f(i) on u(i - 1), u(i) for i = 2, n - 1 on line 11
    f(i) on u(i + 1) for i = 2, n - 1 on line 12
    elements on what is not known: `sum` of an array on line 15

";
    assert_eq!(of("rhs(f)/(u)"), expected);
    let expected = "\
rhs
  f depends, element by element,
    f(1) on k on line 8
    f(i) on k for i = 2, n - 1 on line 13

";
    assert_eq!(of("rhs(f)/(k)"), expected);
    let expected = "\
parts
  f depends, element by element,
    f(2:) on u(:size(u) - 1), v(2:), element by element, on line 21
    elements on what is not known: sections that are not analysed on line 23

";
    assert_eq!(of("parts(f)/(u, v)"), expected);
}

/// An argument that is both input and output is an independent, too, and its value at entry a summand.
#[test]
fn separability_of_what_comes_in_and_goes_out() {
    let model = "
        subroutine squares(n, x, f)
          integer, intent(in) :: n
          real(8), intent(inout) :: x(n), f
          do i = 1, n
            f = f + x(i)**2
          end do
        end subroutine
        subroutine doubled(n, x, f)
          integer, intent(in) :: n
          real(8), intent(inout) :: x(n), f
          do i = 1, n
            x(i) = 2*x(i)
            f = f + x(i)**2
          end do
        end subroutine
        subroutine scaled(a, f)
          real(8), intent(inout) :: a, f
          a = 3*a
          f = a + 2*f
        end subroutine
        ";
    let s = Sandbox::with(&[("m.f90", model)]);
    let out = s.works("adc analyze m.f90 --show separability").out;
    assert!(!out.contains("no independent"), "{out}");
    assert!(
        out.contains("squares\n  f is a sum of functions of\n    f at entry\n    x(i) for i = 1, n on line 6\n"),
        "{out}"
    );
    assert!(
        out.contains(
            "doubled\n  x depends, element by element,\n    x(i) on x(i) for i = 1, n on line 13\n    others on themselves\n  \
             f is not known to be a sum: `x` is changed on line 14\n"
        ),
        "{out}"
    );
    assert!(out.contains("scaled\n  a is a sum of functions of\n    a at entry\n  f is a sum of functions of\n    f at entry\n    a at entry\n"), "{out}");
}
