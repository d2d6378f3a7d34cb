//! Files of checkpoints, adjoints that measure their calls, and choices from what they measured.

use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// Time steps that call a procedure with two calls of a function in one expression.
const MODEL: &str = "\
module ocean
   implicit none
contains
   subroutine model(n, steps, u, cost)
      integer, intent(in) :: n, steps
      real(8), intent(inout) :: u(n)
      real(8), intent(out) :: cost
      integer :: t
      do t = 1, steps
         call step(n, u)
      end do
      cost = weighed(n, u) + 2*weighed(n, u)
   end subroutine model

   subroutine step(n, u)
      integer, intent(in) :: n
      real(8), intent(inout) :: u(n)
      integer :: k
      do k = 1, 2
         call relax(n, u)
         u(1) = u(1)*cos(u(n))
      end do
   end subroutine step

   subroutine relax(n, u)
      integer, intent(in) :: n
      real(8), intent(inout) :: u(n)
      integer :: i
      do i = 2, n
         u(i) = sin(u(i))*exp(-u(i - 1)**2) + tanh(u(i))
         u(i) = u(i)*cosh(u(i)) - sqrt(1 + u(i)**2)*exp(-u(i - 1)**2)
      end do
   end subroutine relax

   recursive subroutine fold(n, level, u)
      integer, intent(in) :: n, level
      real(8), intent(inout) :: u(n)
      if (level > 0) then
         call fold(n, level - 1, u)
         u(2) = u(2)*sin(u(1)*u(2))
         call fold(n, level - 1, u)
      end if
      call relax(n, u)
   end subroutine fold

   real(8) function weighed(n, u)
      integer, intent(in) :: n
      real(8), intent(in) :: u(n)
      real(8) :: w(n)
      integer :: i
      w = u
      do i = 2, n
         w(i) = w(i - 1)*sin(w(i))
      end do
      weighed = w(n)
   end function weighed
end module ocean
";

const HEAD: &str = "--head 'ocean%model(cost)/(u)'";

fn sandbox(checkpoints: &str) -> Sandbox {
    Sandbox::with(&[("model.f90", MODEL), ("checkpoints.toml", checkpoints)])
}

/// The adjoint with a file of checkpoints.
fn adjoint(checkpoints: &str, options: &str) -> (String, String) {
    let s = sandbox(checkpoints);
    let outcome = s.works(&format!(
        "adc --reverse model.f90 {HEAD} --checkpoints checkpoints.toml {options} -o out.f90"
    ));
    (s.text("out.f90"), outcome.err)
}

fn call(caller: &str, callee: &str, rest: &str) -> String {
    format!("[[call]]\ncaller = \"{caller}\"\ncallee = \"{callee}\"\n{rest}\n")
}

/// The number of lines with a text between the beginning of the adjoint of `model` and its end.
fn in_model(text: &str, wanted: &str) -> usize {
    let body = text.split("subroutine model_b").nth(1).unwrap_or_default();
    body.lines().filter(|l| l.trim_start().starts_with(wanted)).count()
}

#[test]
fn calls_are_as_the_file_says() {
    let (split, err) = adjoint(&call("ocean%model", "step", "kind = \"split\""), "");
    assert!(err.is_empty(), "{err}");
    assert_eq!(
        (in_model(&split, "call step_fwd"), in_model(&split, "call step(")),
        (1, 0),
        "{split}"
    );
    let (joint, _) = adjoint(&call("model", "step", "kind = \"joint\""), "");
    assert_eq!(
        (in_model(&joint, "call step_fwd"), in_model(&joint, "call step(")),
        (0, 1),
        "{joint}"
    );
}

/// One call of an expression is split, the other one is not.
#[test]
fn calls_of_an_expression_are_told_apart() {
    let second = call("model", "weighed", "number = 2\ncount = 2\nkind = \"split\"")
        + &call("model", "weighed", "kind = \"joint\"");
    let (text, err) = adjoint(&second, "");
    assert!(err.is_empty(), "{err}");
    let body = text.split("subroutine model_b").nth(1).unwrap();
    let (forward, reverse) = body.split_once("! reverse sweep").unwrap();
    assert_eq!(forward.matches("call weighed_fwd").count(), 1, "{text}");
    assert_eq!(reverse.matches("call weighed_fwd").count(), 1, "{text}");
}

#[test]
fn loops_have_snapshots() {
    let entry = "[[loop]]\nprocedure = \"model\"\nvariable = \"t\"\nsnapshots = 7\n";
    let (text, err) = adjoint(entry, "");
    assert!(err.is_empty(), "{err}");
    assert!(
        text.contains("call adc_steps_begin(") && text.contains(", 7, 0)"),
        "{text}"
    );
    let (text, _) = adjoint(&entry.replace("snapshots = 7", "kind = \"joint\""), "");
    assert!(text.contains("$adc checkpoint-start"), "{text}");
}

/// Directives in the source, and options for all calls, come before the file.
#[test]
fn other_choices_come_first() {
    let entry = call("model", "step", "kind = \"split\"");
    let (text, _) = adjoint(&entry, "--checkpoint calls");
    assert!(!text.contains("step_fwd"), "{text}");
    let s = sandbox(&entry);
    let directed = MODEL.replace("         call step", "         !$adc checkpoint\n         call step");
    s.file("model.f90", directed.as_bytes());
    s.works(&format!(
        "adc --reverse model.f90 {HEAD} --checkpoints checkpoints.toml -o out.f90"
    ));
    assert_eq!(in_model(&s.text("out.f90"), "call step("), 1);
}

#[test]
fn entries_that_fit_nothing_are_reported() {
    let kind = "kind = \"split\"";
    for (entry, wanted) in [
        (call("modl", "step", kind), "did you mean `model`?"),
        (call("model", "stp", kind), "did you mean `step`?"),
        (
            call("model", "weighed", &format!("number = 3\n{kind}")),
            "numbers from 1 to 2",
        ),
        (
            call("model", "weighed", &format!("number = 2\ncount = 3\n{kind}")),
            "contains 2 calls of `weighed`, not 3",
        ),
        (
            call("model", "step", &format!("line = 3\n{kind}")),
            "lines with one: 10",
        ),
        (
            "[[loop]]\nprocedure = \"model\"\nvariable = \"k\"\nsnapshots = 2\n".into(),
            "no loop over `k`",
        ),
    ] {
        let (_, err) = adjoint(&entry, "");
        assert!(
            err.contains("warning[ADC0512]") && err.contains("checkpoints.toml:") && err.contains(wanted),
            "{err}"
        );
    }
}

#[test]
fn malformed_files_are_refused() {
    for (entry, wanted) in [
        ("[[calls]]\n", "did you mean `call`?"),
        ("[[call]]\ncaler = \"model\"\n", "did you mean `caller`?"),
        ("[[call]]\ncaller = \"model\"\ncallee = \"step\"\n", "lacks its kind"),
        ("[[loop]]\nprocedure = \"model\"\n", "chooses nothing"),
        ("[[loop]]\nprocedure = \"model\"\nsnapshots = 0\n", "integer from 1"),
        (
            "[[call]]\ncaller = \"model\"\ncallee = \"step\"\nkind = \"split\"\n\
             [[call]]\ncaller = \"ocean%model\"\ncallee = \"step\"\nkind = \"joint\"\n",
            "repeats another one",
        ),
    ] {
        let s = sandbox(entry);
        let line = format!("adc --reverse model.f90 {HEAD} --checkpoints checkpoints.toml");
        let err = s.fails(&line, 1, &["ADC0511"]).err;
        assert!(err.contains(wanted), "{err}");
    }
}

/// Other commands, and the project file, know the file, too.
#[test]
fn all_commands_read_the_file() {
    let s = sandbox(&call("model", "step", "kind = \"split\""));
    let line = format!("adc analyze model.f90 {HEAD} --show tape --checkpoints checkpoints.toml");
    assert!(s
        .works(&line)
        .out
        .contains("split: recorded by the forward sweep of step"));
    s.file("adc.toml", b"checkpoints = \"checkpoints.toml\"\n");
    let line = format!("adc analyze model.f90 {HEAD} --show tape");
    assert!(s
        .works(&line)
        .out
        .contains("split: recorded by the forward sweep of step"));
}

/// Runs adjoints twice, with garbage in the shadows.
fn driver(head: &str, arguments: &str, at_end: &str) -> String {
    format!(
        "\
program driver
   use ocean_b
   use adc_tape, only: adc_tape_empty
   implicit none
   integer, parameter :: n = 40
   real(8) :: u(n), ub(n), cost, costb
   integer :: i, k
   do k = 1, 2
      u = [(0.1d0 + 0.01d0*i, i=1, n)]
      ub = 7
      cost = 3
      costb = 1
      call {head}_b(n, {arguments}, costb)
      print '(es24.16)', ub
   end do
   if (.not. adc_tape_empty()) error stop 'something is left on the tape'
   {at_end}
end program driver
"
    )
}

/// What an adjoint prints.
fn gradient(s: &Sandbox, options: &str, head: &str) -> String {
    s.works(&format!(
        "adc --reverse model.f90 --head '{head}' {options} -o model_b.f90"
    ));
    printed(
        s,
        &["model.f90", "model_b.f90"],
        &driver("model", "25, u, ub, cost", ""),
    )
}

/// The numbers agree to the last digits but two.
fn assert_same(a: &str, b: &str) {
    let numbers = |t: &str| -> Vec<f64> { t.lines().map(|l| l.trim().parse().unwrap()).collect() };
    let (a, b) = (numbers(a), numbers(b));
    assert_eq!(a.len(), b.len());
    for (x, y) in a.iter().zip(&b) {
        assert!((x - y).abs() <= 1e-12 * (x.abs() + y.abs()), "{x} is not {y}");
    }
}

/// Measured adjoints compute the gradient. Their files give a choice, which computes it, too, and can be measured.
#[test]
fn measured_adjoints_are_right() {
    let s = sandbox("");
    let head = "ocean%model(cost)/(u)";
    let plain = gradient(&s, "", head);
    for (options, kind, name) in [
        ("--checkpoint calls --profile-checkpoints", "open", "joint.txt"),
        ("--checkpoint none --profile-checkpoints", "split", "split.txt"),
        ("--profile-checkpoints=apart", "apart", "apart.txt"),
    ] {
        assert_same(&plain, &gradient(&s, options, head));
        let profile = s.text("adc_profile.txt");
        for wanted in [
            "|model|1|1|head|".to_string(),
            format!("ocean%model|ocean%step|1|1|{kind}|model.f90|10"),
            "ocean%model|ocean%weighed|2|2|".to_string(),
            format!("ocean%step|ocean%relax|1|1|{kind}|"),
        ] {
            assert!(profile.contains(&wanted), "{wanted}: {profile}");
        }
        s.file(name, profile.as_bytes());
    }
    let alone = s.works("adc checkpoints joint.txt -o none.toml");
    assert!(
        alone.err.contains("no call was measured both joint and split"),
        "{}",
        alone.err
    );
    for profiles in ["joint.txt split.txt", "apart.txt", "joint.txt apart.txt"] {
        s.works(&format!(
            "adc checkpoints {profiles} --memory-budget 100M -o large.toml"
        ));
        let small = s.works(&format!(
            "adc checkpoints {profiles} --memory-budget 1000 -o small.toml"
        ));
        assert!(small.err.contains("within the budget"), "{}", small.err);
        for file in ["large.toml", "small.toml"] {
            let text = s.text(file);
            for callee in ["step", "relax"] {
                assert!(text.contains(&format!("callee = \"ocean%{callee}\"")), "{text}");
            }
            let options = format!("--checkpoints {file}");
            let outcome = s.works(&format!("adc --reverse model.f90 --head '{head}' {options} -o out.f90"));
            assert!(outcome.err.is_empty(), "{}", outcome.err);
            assert_same(&plain, &gradient(&s, &options, head));
            assert_same(&plain, &gradient(&s, &format!("{options} --profile-checkpoints"), head));
        }
    }
    measured_whole(&s, &plain, head);
    let directives = s.works("adc checkpoints apart.txt --directives").out;
    assert!(directives.contains("model.f90:10: !$adc "), "{directives}");
}

/// A choice that was measured has the peak that was measured, and comes out again unless another adjoint is faster.
fn measured_whole(s: &Sandbox, plain: &str, head: &str) {
    s.works("adc checkpoints joint.txt split.txt --memory-budget 100M -o first.toml");
    let options = "--checkpoints first.toml --profile-checkpoints";
    assert_same(plain, &gradient(s, options, head));
    // whatever else was measured took longer
    s.file("first.txt", faster(&s.text("adc_profile.txt")).as_bytes());
    let again = s.works("adc checkpoints joint.txt split.txt first.txt --memory-budget 100M -o again.toml");
    assert!(again.err.contains("Measured time of the adjoint"), "{}", again.err);
    let kinds = |file: &str| {
        s.text(file)
            .lines()
            .filter(|l| l.starts_with("kind"))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds("first.toml"), kinds("again.toml"));
    let peak = again.err.split("measured peak of the tape: ").nth(1).unwrap();
    let peak: f64 = peak.split(' ').next().unwrap().parse().unwrap();
    let sums = |column| measured(&s.text("first.txt"), "|model|1|1|head|", column);
    assert_eq!(peak, sums(13) / sums(4) + sums(16) + sums(17));
}

/// The profile with a thousandth of the times.
fn faster(profile: &str) -> String {
    let line = |l: &str| {
        if !l.starts_with("node ") {
            return l.to_string();
        }
        let times = 7..=10;
        let words = l.split_whitespace().enumerate();
        let words = words.map(|(k, w)| match times.contains(&k) {
            true => format!("{:e}", 1e-3 * w.parse::<f64>().unwrap()),
            false => w.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    profile.lines().map(|l| line(l) + "\n").collect()
}

/// The number in a column of the only row of a site, with the given text in its description.
fn measured(profile: &str, site: &str, column: usize) -> f64 {
    let number = profile
        .lines()
        .find_map(|l| l.strip_prefix("site ").filter(|l| l.contains(site)))
        .and_then(|l| l.split_once(' '))
        .unwrap_or_else(|| panic!("{site}: {profile}"))
        .0;
    let rows = profile.lines().filter_map(|l| l.strip_prefix("node "));
    let mut rows = rows.map(|r| r.split_whitespace().collect::<Vec<_>>());
    let row = rows.find(|r| r[2] == number).unwrap();
    row[column].parse().unwrap()
}

/// Calls and bytes are counted exactly: a snapshot of 40 numbers before each of 2 x 25 steps.
#[test]
fn calls_and_bytes_are_counted() {
    let s = sandbox("");
    gradient(&s, "--profile-checkpoints=apart", "ocean%model(cost)/(u)");
    let profile = s.text("adc_profile.txt");
    let step = |column| measured(&profile, "|ocean%step|", column);
    // runs of the primal, bytes of snapshots, forward sweeps
    assert_eq!((step(5), step(11), step(4)), (50.0, 50.0 * 320.0, 50.0));
    assert_eq!(measured(&profile, "|ocean%relax|1|1|apart", 4), 100.0);
    // what a step records contains the snapshots of its calls
    assert!(step(13) - step(14) >= 50.0 * 640.0, "{profile}");
}

/// Recursive calls share nodes; they are not chosen.
#[test]
fn recursion_does_no_harm() {
    let s = sandbox("");
    let text = |options: &str| {
        s.works(&format!(
            "adc --reverse model.f90 --head 'ocean%fold(u)/(u)' {options} -o model_b.f90"
        ));
        let driver = driver("fold", "4, u", "").replace("costb)", "ub)");
        printed(&s, &["model.f90", "model_b.f90"], &driver)
    };
    let plain = text("");
    assert_same(&plain, &text("--checkpoint none --profile-checkpoints"));
    let nodes = s.text("adc_profile.txt");
    assert!(nodes.lines().filter(|l| l.starts_with("node")).count() < 12, "{nodes}");
    assert_same(&plain, &text("--profile-checkpoints=apart"));
    s.works("adc checkpoints adc_profile.txt -o c.toml");
    assert_same(&plain, &text("--checkpoints c.toml"));
    // what the estimate takes for joint is joint
    let file = s.text("c.toml");
    assert!(file.contains("callee = \"ocean%relax\""), "{file}");
    assert!(!file.contains("\"split\""), "{file}");
}

#[test]
fn other_modes_are_not_measured() {
    let s = sandbox("");
    for options in [
        "--tangent",
        "--reverse --vector",
        "--reverse -fopenmp",
        "--reverse --tangent",
    ] {
        let line = format!("adc {options} model.f90 {HEAD} --profile-checkpoints -o out.f90");
        s.fails(&line, 2, &["ADC0504"]);
    }
    s.file("wrong.txt", b"no profile");
    s.fails("adc checkpoints wrong.txt", 1, &["ADC0511"]);
    for head in ["model", "other"] {
        let text = format!("adc profile 1\nsite 2 |{head}|1|1|head||0\nnode 1 0 2 0 1 0 0 0 0 2 1 0 0 8000 0 0 0 24\n");
        s.file(&format!("{head}.txt"), text.as_bytes());
    }
    let different = s.fails("adc checkpoints model.txt other.txt", 1, &["ADC0511"]).err;
    assert!(different.contains("measurements of different heads"), "{different}");
    s.fails("adc checkpoints missing.txt", 1, &["ADC0501"]);
}
