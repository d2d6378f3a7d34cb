//! Chains from independents to dependents.

use crate::common::{case_with, symbol, unit, Case};
use adc_analysis::activity::why::{why, Answer};
use adc_analysis::{show, Method, Options};
use adc_frontend::ir::{visit, StmtId};
use std::collections::BTreeSet;

const TEXT: &str = "\
subroutine head(x, y, n)
  real :: x, y, t, u
  integer :: n
  t = x
  do i = 1, n
    call scale(t, u)
    t = 0.5*u
  end do
  y = t
  u = t
  t = 3
end subroutine
subroutine scale(a, b)
  real :: a, b, w
  w = f(a)
  b = w + 1
contains
  real function f(p)
    real :: p
    common /c/ g
    g = p
    call deeper
    f = g
  end function
end subroutine
subroutine deeper
  common /c/ g
  g = 2*g
end subroutine
";

fn ask(c: &Case, path: &str, line: usize) -> Answer {
    let (name, _) = path.split_once(':').expect("unit:name");
    let u = unit(&c.program, name);
    let mut stmts: BTreeSet<StmtId> = BTreeSet::new();
    visit::walk_block(&c.program.units[u].body, &mut |s| {
        if c.map.locate(s.span.lo).is_some_and(|(_, l, _)| l == line) {
            stmts.insert(s.id);
        }
    });
    why(&c.analyses, u, symbol(&c.program, path), &[], &stmts)
}

fn chain(c: &Case, path: &str, line: usize) -> String {
    match ask(c, path, line) {
        Answer::Chain(links) | Answer::OnlyVaried(links) => show::chain(&c.program, &c.analyses, &c.map, &links),
        other => format!("{other:?}"),
    }
}

#[test]
fn chains_go_through_calls_loops_and_globals() {
    let c = case_with(TEXT, "head", "x", "y", &Options::default());
    insta::assert_snapshot!("chain_in_the_caller", chain(&c, "head:t", 7));
    insta::assert_snapshot!("chain_in_a_callee", chain(&c, "deeper:g", 28));
}

#[test]
fn what_has_no_chain_says_so() {
    let c = case_with(TEXT, "head", "x", "y", &Options::default());
    assert!(matches!(ask(&c, "head:u", 10), Answer::OnlyVaried(_)));
    assert_eq!(ask(&c, "head:t", 11), Answer::NotVaried);
    assert_eq!(ask(&c, "head:u", 4), Answer::NotThere);
    assert_eq!(ask(&c, "head:n", 5), Answer::NothingKnown);
    let all = case_with(
        TEXT,
        "head",
        "x",
        "y",
        &Options {
            activity: Method::All,
            ..Options::default()
        },
    );
    assert_eq!(ask(&all, "head:t", 4), Answer::NothingKnown);
}

#[test]
fn chains_of_variables() {
    let c = case_with(
        TEXT,
        "head",
        "x",
        "y",
        &Options {
            activity: Method::Vdg,
            ..Options::default()
        },
    );
    insta::assert_snapshot!("chain_of_variables", chain(&c, "head:t", 11));
}
