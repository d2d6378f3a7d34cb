//! `--fuel` applies only the first optimisations, and `scripts/bisect.sh` finds the one that makes a check fail.

use crate::support::cli::Sandbox;
use crate::support::fixtures::fixtures;
use crate::support::numeric::spec::Spec;
use std::collections::BTreeSet;
use std::process::Command;

/// A loop with quotients, values that both sweeps need, and a sum.
const MODEL: &str = "\
subroutine head(n, x, y)
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: t, u(n)
   integer :: i
   y = 0
   do i = 1, n
      t = sin(x(i))*2
      u(i) = t*t/(1 + x(i)**2)
      t = exp(u(i))/(1 + x(i)**2)
      y = y + t*x(i)
   end do
end subroutine head
";

/// The adjoint with these options, without its header, and the messages.
fn adjoint(s: &Sandbox, options: &str) -> (String, String) {
    let said = s
        .works(&format!(
            "adc --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90 {options}"
        ))
        .err;
    let text = s.text("head_b.f90");
    let code = text.split_once("Head:").map(|(_, code)| code.to_string()).unwrap();
    (code, said)
}

/// Numbers of applied and of all possible applications.
fn counts(said: &str) -> (usize, usize) {
    let line = said.lines().find_map(|l| l.strip_prefix("adc: fuel for ")).unwrap();
    let mut numbers = line.split_whitespace().filter_map(|w| w.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn fuel_limits_applications() {
    let s = Sandbox::with(&[("head.f90", MODEL)]);
    let (full, silent) = adjoint(&s, "");
    assert_eq!(silent, "");
    let (most, said) = adjoint(&s, "--fuel 100000");
    let (made, all) = counts(&said);
    assert_eq!(made, all, "{said}");
    assert!(all > 10, "{said}");
    assert_eq!(most, full);
    let (none, said) = adjoint(&s, "--fuel 0");
    assert_eq!(counts(&said).0, 0);
    assert_eq!(none, adjoint(&s, "--no-opt all").0);
    let (some, said) = adjoint(&s, &format!("--fuel {}", all / 2));
    assert_eq!(counts(&said).0, all / 2);
    assert!(some != none && some != full);
    assert!(said.contains(" at head.f90:"), "{said}");
}

/// Each optimisation consumes fuel: none is applied without.
#[test]
fn every_optimisation_burns_fuel() {
    let mut missing: BTreeSet<&str> = adc_transform::Opt::ALL.iter().map(|o| o.name()).collect();
    let sources = fixtures();
    let modes = ["--reverse", "--jacobian=sparse"];
    for (source, mode) in sources.iter().flat_map(|s| modes.map(|m| (s, m))) {
        let spec = Spec::read(source).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_adc"))
            .arg(mode)
            .arg(source)
            .args(["--head", &spec.head, "-o", "-", "--fuel", "1000000"])
            .args(["--preaccumulate", "always"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let applied = said.lines().find_map(|l| l.strip_prefix("adc: applied:"));
        applied.unwrap_or_default().split_whitespace().for_each(|word| {
            missing.remove(word);
        });
        if missing.is_empty() {
            return;
        }
    }
    panic!("{missing:?} never ask for fuel");
}

#[test]
fn only_and_all_leave_the_same() {
    let s = Sandbox::with(&[("head.f90", MODEL)]);
    let only = adjoint(&s, "--only tbr --only liveness --no-opt liveness").0;
    let others = adc_transform::Opt::ALL.iter().filter(|o| o.name() != "tbr");
    let off: Vec<String> = others.map(|o| format!("--no-opt {}", o.name())).collect();
    assert_eq!(only, adjoint(&s, &off.join(" ")).0);
}

#[test]
fn the_bisection_names_the_pass() {
    let s = Sandbox::with(&[("head.f90", MODEL)]);
    // in this test a derivative counts as wrong if it multiplies by a reciprocal
    let check = format!(
        "{} --reverse head.f90 --head 'head(y)/(x)' -o head_b.f90 && ! grep -qi '1\\.0d0/' head_b.f90",
        env!("CARGO_BIN_EXE_adc")
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/bisect.sh");
    let bisect = |check: &str| {
        let mut run = Command::new(script);
        let output = run.args(["sh", "-c", check]).current_dir(s.path("")).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    };
    let (found, out, err) = bisect(&check);
    assert!(found, "{err}");
    assert!(out.contains("reciprocals at head.f90:1:1"), "{out}{err}");
    let (found, _, err) = bisect("true");
    assert!(!found && err.contains("succeeds with all optimisations"), "{err}");
    let (found, _, err) = bisect(&check.replace("! grep", "false && grep"));
    assert!(!found && err.contains("without optimisations"), "{err}");
}
