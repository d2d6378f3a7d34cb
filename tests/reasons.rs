//! Messages that name the reason: the line because of which a directive has no effect, and the nearest name.

use crate::support::cli::Sandbox;

/// The message about code in a head, in one line each.
fn said(declarations: &str, body: &str, more: &str) -> String {
    let text = format!(
        "subroutine head(n, x, y)\n   implicit none\n   integer, intent(in) :: n\n   real(8), intent(in) :: x\n   \
         real(8), intent(out) :: y\n   real(8), allocatable :: a(:)\n   integer :: k\n{declarations}\n{body}\nend \
         subroutine head\n{more}"
    );
    let s = Sandbox::with(&[("head.f90", &text)]);
    let command = "adc --reverse head.f90 --head 'head(y)/(x)' --message-format gcc -o head_b.f90";
    s.works(command).err
}

/// The label must be on the line of `statement`.
#[track_caller]
fn marks(said: &str, label: &str, declarations: &str, body: &str, statement: &str) {
    let text = format!("{declarations}\n{body}");
    let lines: Vec<&str> = text.lines().collect();
    let line = 8 + lines.iter().position(|l| l.trim() == statement).unwrap();
    let wanted = format!("head.f90:{line}:");
    let found = said.lines().any(|l| l.starts_with(&wanted) && l.contains(label));
    assert!(found, "no `{wanted}... {label}` in\n{said}");
}

#[test]
fn loops_whose_iterations_cannot_run_twice() {
    for directive in ["binomial-ckp 2", "fixed-point (y)", "checkpoint-start", "ii-loop"] {
        let end = if directive == "checkpoint-start" {
            "!$adc checkpoint-end"
        } else {
            ""
        };
        let body = format!(
            "y = x\n!$adc {directive}\ndo k = 1, 5\nif (allocated(a)) deallocate (a)\nallocate (a(k))\na = y*x\ny = \
             sum(a*a)\nend do\n{end}"
        );
        let said = said("", &body, "");
        assert!(
            said.contains("warning: this directive has no effect: "),
            "{directive}: {said}"
        );
        marks(
            &said,
            "a variable used elsewhere",
            "",
            &body,
            "if (allocated(a)) deallocate (a)",
        );
    }
}

#[test]
fn loops_that_end_early() {
    let body = "y = 0\n!$adc ii-loop\ndo k = 1, n\nif (x*k > 5) then\nexit\nend if\ny = y + x*k\nend do";
    let text = said("", body, "");
    assert!(text.contains("the loop contains an EXIT, RETURN or jump"), "{text}");
    marks(&text, "the loop may end here", "", body, "exit");

    let body = "y = 0\nk = 0\n!$adc ii-loop\ndo while (k < n)\nk = k + 1\ny = y + x*k\nend do";
    let text = said("", body, "");
    assert!(text.contains("the number of iterations is not known"), "{text}");
    marks(&text, "the loop has no index", "", body, "do while (k < n)");
}

#[test]
fn two_directives_about_a_loop() {
    let body = "y = 0\n!$adc ii-loop\n!$adc binomial-ckp 3\ndo k = 1, n\ny = y + sin(x*k)*y\nend do";
    let text = said("", body, "");
    marks(&text, "the next directive", "", body, "!$adc binomial-ckp 3");
}

#[test]
fn calls_that_cannot_be_split() {
    let body = "!$adc nocheckpoint\ncall inner(x, y)";
    let inner = "subroutine inner(a, b)\n   real(8), intent(in) :: a\n   real(8), intent(out) :: b\n   real(8), target :: t\n   t = a*a\n   b = sin(t)\nend subroutine inner\n";
    let text = said("external inner", body, inner);
    assert!(text.contains("calls of `inner` cannot be split"), "{text}");
    assert!(text.contains("head.f90:15:23: note: this variable is"), "{text}");
}

#[test]
fn statements_that_do_not_fit() {
    let body = "!$adc ii-loop\ny = 0\n!$adc nocheckpoint\ny = y + x";
    let text = said("", body, "");
    marks(&text, "this statement", "", body, "y = 0");
    marks(&text, "this statement", "", body, "y = y + x");
}

#[test]
fn jumps_into_regions() {
    let body = "y = x\nif (n > 3) goto 10\n!$adc checkpoint-start\ny = y*x\n10 y = y*y\n!$adc checkpoint-end";
    let text = said("", body, "");
    assert!(text.contains("a jump leads into the middle of the region"), "{text}");
    marks(&text, "the jump", "", body, "if (n > 3) goto 10");
}

#[test]
fn the_nearest_name_is_proposed() {
    let module = "module physics\n   type state\n      real(8) :: velocity\n   contains\n      procedure :: advance\n   end \
                  type state\n   real(8) :: kappa = 1\ncontains\n   subroutine advance(self)\n      class(state) :: self\n      \
                  self%velocity = 2*self%velocity\n   end subroutine advance\nend module physics\n";
    let of = |uses: &str, body: &str, head: &str| {
        let text = format!(
            "{module}subroutine model(speed, cost)\n   {uses}\n   implicit none\n   real(8), intent(in) :: speed\n   \
             real(8), intent(out) :: cost\n   {body}\nend subroutine model\n"
        );
        let s = Sandbox::with(&[("model.f90", &text)]);
        s.fails(&format!("adc --tangent model.f90 --head '{head}'"), 1, &[]).err
    };
    let (uses, body, head) = ("use physics", "cost = kappa*speed", "model(cost)/(speed)");
    let typed = |statement: &str| format!("type(state) :: s\n   {statement}\n   cost = speed");
    let cases = [
        (of(uses, "cost = kapa*speed", head), "kappa"),
        (of("use phisics", body, head), "physics"),
        (of("use physics, only: kapa", "cost = speed", head), "kappa"),
        (of(uses, &typed("s%velocitty = 1"), head), "velocity"),
        (of(uses, &typed("call s%advanse()"), head), "advance"),
        (of(uses, "type(stat) :: s\n   cost = speed", head), "state"),
        (of(uses, body, "modell(cost)/(speed)"), "model"),
        (of(uses, body, "model(cost)/(sped)"), "speed"),
        (of(uses, body, "model(cst)/(speed)"), "cost"),
    ];
    for (err, name) in cases {
        assert!(err.contains(&format!("help: did you mean `{name}`?")), "{name}:\n{err}");
    }
}

/// Calls of procedures that no file defines: the nearest name, or the module that is not used.
#[test]
fn unknown_procedures_have_proposals() {
    let module = "module eos\ncontains\n  subroutine density(x, y)\n    real(8), intent(in) :: x\n    real(8), \
                  intent(out) :: y\n    y = x**2\n  end subroutine\nend module\n";
    let other = "subroutine pressure(x, y)\n  real(8) :: x, y\n  y = 3*x\nend subroutine\n";
    let cases = [
        (
            "density",
            "is it the one of module `eos`? Then add `use eos, only: density`.",
        ),
        ("presure", "did you mean `pressure`? Otherwise give the file"),
    ];
    for (called, help) in cases {
        let head = format!("subroutine f(x, y)\n  real(8) :: x, y\n  call {called}(x, y)\nend subroutine\n");
        let s = Sandbox::with(&[("f.f90", &head), ("eos.f90", module), ("pressure.f90", other)]);
        let err = s
            .works("adc --tangent f.f90 eos.f90 pressure.f90 --head 'f(y)/(x)' -o out.f90")
            .err;
        assert!(err.contains("ADC0305") && err.contains(help), "{err}");
    }
}
