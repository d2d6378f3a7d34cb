//! `--memory-budget`: calls are split for the least time within the tape.

use crate::support::cli::Sandbox;

/// Time steps whose records are larger than their snapshot, and cost less than a run.
const MODEL: &str = "\
subroutine model(n, steps, u, cost)
   implicit none
   integer, intent(in) :: n, steps
   real(8), intent(inout) :: u(n)
   real(8), intent(out) :: cost
   integer :: t
   do t = 1, steps
      call step(n, u)
   end do
   cost = sum(u**2)
end subroutine model

subroutine step(n, u)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: u(n)
   integer :: i
   do i = 2, n
      u(i) = sin(u(i))*exp(-u(i - 1)**2) + tanh(u(i))
      u(i) = u(i)*cosh(u(i)) + sqrt(1 + u(i)**2)*exp(u(i - 1))
   end do
end subroutine step
";

fn report(options: &str) -> String {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let outcome = s.works(&format!(
        "adc analyze model.f90 --head 'model(cost)/(u)' --show tape {options}"
    ));
    outcome.out + &outcome.err
}

#[test]
fn calls_are_split_within_the_budget() {
    let sizes = "--assume n=1000 --assume steps=500";
    let large = report(&format!("--memory-budget 1G {sizes}"));
    assert!(large.contains("memory budget: 1000000000 bytes"), "{large}");
    assert!(large.contains("step   split: records about"), "{large}");
    let small = report(&format!("--memory-budget 5M {sizes}"));
    assert!(
        small.contains("step   joint: otherwise, the peak would be about"),
        "{small}"
    );
    for text in [large, small] {
        assert!(!text.contains("ADC0402"), "{text}");
    }
}

/// The decision about a procedure of a fixture.
fn decision(fixture: &str, head: &str, of: &str) -> String {
    let s = Sandbox::with(&[("model.f90", fixture)]);
    let outcome = s.works(&format!(
        "adc analyze model.f90 --head '{head}' --show tape --memory-budget 256M"
    ));
    let line = outcome
        .out
        .lines()
        .find(|l| l.trim_start().starts_with(&format!("{of} ")) && l.contains(": "));
    line.map(|l| l.trim().replacen(of, "", 1).trim().to_string())
        .unwrap_or_else(|| panic!("no decision about {of}: {}", outcome.out))
}

/// A loop that could be reversed in place records, if that costs less than to run it again.
#[test]
fn dear_loops_are_not_run_again() {
    let model = include_str!("numeric/split_for_work/head.f90");
    let of = |name| decision(model, "model(cost)/(u, k)", name);
    assert!(of("react").starts_with("split: records about"), "{}", of("react"));
    let cheap = model
        .replace("rate = exp(-k/(1.0d0 + u(i)**2))", "rate = k*u(i)")
        .replace("heat = rate**1.5d0*log(2.0d0 + rate)", "heat = rate*rate")
        .replace("heat = 0.2d0 + tanh(heat - 0.2d0)", "heat = 0.2d0")
        .replace("w(i) = heat**0.7d0 + sin(heat)", "w(i) = heat*rate")
        .replace("u(i) = u(i)*cos(rate)", "u(i) = u(i)*rate");
    let then = decision(&cheap, "model(cost)/(u, k)", "react");
    assert!(then.starts_with("joint: "), "{then}");
}

/// The size that all calls pass decides: with a larger one, the records of the procedure exceed the limit.
#[test]
fn constants_that_calls_pass_are_sizes() {
    let model = include_str!("numeric/split_solver/head.f90");
    let of = |model: &str| decision(model, "reactor(cost)/(c, k)", "advance");
    assert!(of(model).starts_with("split: records about"), "{}", of(model));
}

/// Sizes decide, not the budget alone.
#[test]
fn assumed_sizes_decide() {
    assert!(report("--memory-budget 5M --assume n=10 --assume steps=5").contains("step   split"));
    assert!(report("--memory-budget 5M --assume n=10 --assume steps=50000").contains("step   joint"));
}

/// What directives and files choose is not ascribed to the budget.
#[test]
fn calls_that_are_chosen_are_named() {
    let sizes = "--assume n=1000 --assume steps=500 --memory-budget 5M";
    let asked = MODEL.replace("      call step(n, u)\n", "!$adc nocheckpoint\n      call step(n, u)\n");
    let twice = asked.replace("   cost =", "   call step(n, u)\n   cost =");
    let s = Sandbox::with(&[("one.f90", &asked), ("two.f90", &twice), ("model.f90", MODEL)]);
    let report = |words: &str| {
        s.works(&format!(
            "adc analyze {words} --head 'model(cost)/(u)' --show tape {sizes}"
        ))
        .out
    };
    assert!(report("one.f90").contains("step   split: asked for at 1 call\n"));
    let two = report("two.f90");
    assert!(
        two.contains("step   split: asked for at 1 call; other calls split: records about"),
        "{two}"
    );
    s.file(
        "joint.toml",
        b"[[call]]\ncaller = \"model\"\ncallee = \"step\"\nkind = \"joint\"\n",
    );
    let file = report("model.f90 --checkpoints joint.toml");
    assert!(file.contains("step   joint: asked for at 1 call\n"), "{file}");
}

/// Unknown sizes are named once, where they are used.
#[test]
fn unknown_sizes_are_named() {
    let text = report("--memory-budget 1G --assume n=1000");
    assert!(
        text.contains("ADC0402") && text.contains("--assume steps=1000"),
        "{text}"
    );
    assert!(!text.contains("--assume n=1000`"), "{text}");
    // without a budget, nothing is asked
    assert!(!report("").contains("ADC0402"));
}

#[test]
fn wrong_values_are_refused() {
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    for (option, wanted) in [
        ("--memory-budget much", "--memory-budget 40M"),
        ("--assume n", "--assume n=100000"),
        ("--assume n=many", "--assume n=100000"),
    ] {
        let outcome = s.line(&format!("adc --reverse model.f90 --head 'model(cost)/(u)' {option}"));
        assert_eq!(outcome.status, 2, "{option}");
        assert!(outcome.err.contains(wanted), "{}", outcome.err);
    }
}
