//! The project file `adc.toml`, and `--watch`.

use crate::support::cli::Sandbox;
use crate::support::pages::MODEL;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROJECT: &str = "\
files = [\"src/model.f90\"]
no-opt = [\"sums\"]
checkpoint = \"none\"

[[derivative]]
name = \"gradient\"
head = \"f(y)/(x)\"
modes = [\"reverse\"]
output = \"gradient.f90\"
checkpoint = \"calls\"

[[derivative]]
name = \"direction\"
head = \"f(y)/(x)\"
modes = [\"tangent\"]
vector = true
output = \"made/\"
";

fn project() -> Sandbox {
    Sandbox::with(&[("src/model.f90", MODEL), ("adc.toml", PROJECT), ("deep/er/x.txt", "")])
}

/// The opening comment of a file, in one line.
fn first_lines(s: &Sandbox, name: &str) -> String {
    let text = s.text(name);
    let comment = text.lines().map_while(|l| l.strip_prefix('!'));
    let words: Vec<&str> = comment.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

#[test]
fn all_derivatives_without_arguments() {
    let s = project();
    s.works("adc");
    let gradient = first_lines(&s, "gradient.f90");
    let command = "adc --reverse src/model.f90 --head 'f(y)/(x)' --no-opt sums --checkpoint calls -o gradient.f90";
    assert!(gradient.contains(command), "{gradient}");
    let direction = first_lines(&s, "made/model_dv.f90");
    assert!(direction.contains("adc --tangent --vector"), "{direction}");
    assert!(direction.contains("--checkpoint none"), "{direction}");
}

#[test]
fn paths_are_those_of_the_file() {
    let s = project();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adc"));
    command.args(["--select", "gradient"]).current_dir(s.path("deep/er"));
    assert!(command.status().unwrap().success());
    let names: Vec<String> = s.contents().into_keys().collect();
    assert!(names.contains(&"gradient.f90".to_string()), "{names:?}");
    assert!(!names.iter().any(|n| n.starts_with("made")), "{names:?}");
    assert!(first_lines(&s, "gradient.f90").contains("adc --reverse ../../src/model.f90"));
}

#[test]
fn the_command_line_wins() {
    let s = project();
    s.works("adc --select gradient --tangent --checkpoint auto --no-opt rows -o out.f90");
    let text = first_lines(&s, "out.f90");
    assert!(
        text.contains("adc --tangent src/model.f90 --head 'f(y)/(x)' --no-opt rows -o out.f90"),
        "{text}"
    );
    // files on the command line: the options of all derivatives count, the tables do not
    s.works("adc src/model.f90 --head 'f(y)/(x)' --reverse -o out.f90");
    let text = first_lines(&s, "out.f90");
    assert!(text.contains("--no-opt sums --checkpoint none -o out.f90"), "{text}");
    s.works("adc --no-project src/model.f90 --head 'f(y)/(x)' --reverse -o out.f90");
    assert!(!first_lines(&s, "out.f90").contains("sums"));
    // without files and without a project, files are missing
    s.fails("adc --no-project --reverse", 2, &[]);
}

#[test]
fn other_commands_use_it() {
    let s = project();
    let twice = s.works("adc analyze --show activity").out;
    assert_eq!(twice.matches("active: x, y").count(), 4, "{twice}");
    let once = s.works("adc analyze --select gradient --show activity").out;
    assert_eq!(once.repeat(2), twice);
    // a command without heads has one result
    let printed = s.works("adc print").out;
    assert_eq!(printed, s.works("adc print --no-project src/model.f90").out);
    let checked = s.works("adc check --select gradient --set x=0.5").out;
    assert!(checked.contains("adjoint"), "{checked}");
}

#[test]
fn errors_have_places() {
    let cases = [
        (
            "chekpoint = \"calls\"",
            "1 │ chekpoint = \"calls\"",
            "did you mean `checkpoint`?",
        ),
        (
            "# \u{e9}\ncheckpoint = \"cals\"",
            "adc.toml:2:14",
            "did you mean `calls`?",
        ),
        ("modes = [\"revers\"]", "adc.toml:1:10", "did you mean `reverse`?"),
        ("vector = \"yes\"", "adc.toml:1:10", "`vector` is `true` or `false`"),
        ("output = true", "adc.toml:1:10", "`output` has a value"),
        ("output = [\"a\", \"b\"]", "adc.toml:1:16", "`output` has one value"),
        ("memory-budget = \"much\"", "adc.toml:1:17", "give a number of bytes"),
        ("directions = 4096", "adc.toml:1:14", "4096 is not in 1..=1024"),
        ("set = { n = [1] }", "adc.toml:1:13", "a text, a number"),
        ("derivative = 3", "adc.toml:1:14", "[[derivative]]"),
        ("files = [", "adc.toml:1:", "error[ADC0509]"),
        (
            "[[derivative]]\nname = \"a\"\n[[derivative]]\nname = \"a\"",
            "adc.toml:3:1",
            "two derivatives have the name `a`",
        ),
    ];
    for (text, place, words) in cases {
        let s = Sandbox::with(&[("adc.toml", text), ("model.f90", MODEL)]);
        let err = s
            .fails("adc --reverse model.f90 --head 'f(y)/(x)'", 1, &["ADC0509"])
            .err;
        assert!(err.contains(place) && err.contains(words), "{text}:\n{err}");
    }
    let s = project();
    let err = s.fails("adc --select gradent", 1, &["ADC0509"]).err;
    assert!(err.contains("did you mean `gradient`?"), "{err}");
    s.fails("adc --project none.toml", 1, &["ADC0501"]);
}

#[test]
fn files_by_patterns() {
    let twice = MODEL.replace("subroutine f", "subroutine g");
    let toml = "files = [\"src/**/*.f90\", \"!src/**/*_b.f90\"]\n[[derivative]]\nhead = \"f(y)/(x)\"\n\
                modes = [\"reverse\"]\noutput = \"src/\"\n";
    let s = Sandbox::with(&[
        ("adc.toml", toml),
        ("src/model.f90", MODEL),
        ("src/deep/er/other.f90", &twice),
        ("src/notes.txt", ""),
        ("src/.hidden.f90", "no Fortran"),
    ]);
    s.works("adc --depfile made.d");
    // the output of the first run is no input of the second
    s.works("adc --depfile made.d");
    let rule = s.text("made.d");
    let files = rule.split_once(':').unwrap().1.replace('\\', " ");
    let mut files: Vec<&str> = files.split_whitespace().collect();
    files.sort_unstable();
    assert_eq!(files, ["adc.toml", "src/deep/er/other.f90", "src/model.f90"], "{rule}");
    s.file("adc.toml", b"files = [\"sorce/*.f90\"]\nhead = \"f(y)/(x)\"\n");
    let err = s.fails("adc --reverse", 1, &["ADC0509"]).err;
    assert!(
        err.contains("no file matches `sorce/*.f90`") && err.contains("adc.toml:1:10"),
        "{err}"
    );
    // without the project, it is no dependency
    s.works("adc --no-project src/model.f90 --head 'f(y)/(x)' --reverse -o x.f90 --depfile x.d");
    assert!(!s.text("x.d").contains("adc.toml"));
}

/// A change of a source, and then one of the project file, writes the derivative again.
#[test]
fn watched_files() {
    let s = project();
    let command = || std::fs::read_to_string(s.path("gradient.f90")).unwrap_or_default();
    let mut child = Command::new(env!("CARGO_BIN_EXE_adc"))
        .args(["--watch", "--select", "gradient"])
        .current_dir(s.path(""))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let wait_for = |word: &str| {
        let begun = Instant::now();
        while !command().contains(word) && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(50));
        }
        command().contains(word)
    };
    let mut seen = vec![wait_for("subroutine f_b(x, xb, y, yb)")];
    s.file("src/model.f90", MODEL.replace("2*x", "2*x + sin(x)").as_bytes());
    seen.push(wait_for("cos(x)"));
    s.file("adc.toml", PROJECT.replace("\"calls\"", "\"auto\"").as_bytes());
    seen.push(wait_for("--no-opt sums -o"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(seen, [true; 3], "{}", command());
}
