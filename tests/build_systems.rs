//! The example projects of `adc init`, built from nothing by CMake (with Ninja and with make), Meson and fpm, and again
//! after a change of one line.
//!
//! `make builds` installs these tools from Python's registry. Those that are missing are left out; a note says so.

use crate::init::{MAIN, MODEL, PARAMS};
use crate::support::cli::Sandbox;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the tools, and that of the command, before those of the system.
fn path() -> String {
    let adc = Path::new(env!("CARGO_BIN_EXE_adc")).parent().unwrap();
    let tools = adc.parent().unwrap().join("builds/bin");
    let known = std::env::var_os("PATH").unwrap_or_default();
    let all = [tools, adc.to_path_buf()]
        .into_iter()
        .chain(std::env::split_paths(&known));
    std::env::join_paths(all).unwrap().into_string().unwrap()
}

/// Runs a program; both of its outputs.
fn run(s: &Sandbox, program: &Path, arguments: &[&str]) -> String {
    let done = Command::new(program)
        .args(arguments)
        .env("PATH", path())
        .current_dir(s.path("."))
        .output()
        .unwrap();
    let said = [done.stdout, done.stderr]
        .map(|b| String::from_utf8_lossy(&b).into_owned())
        .concat();
    assert!(done.status.success(), "{} {arguments:?}: {said}", program.display());
    said
}

/// The places of tools; `None` if one of them is missing.
#[allow(clippy::print_stderr)] // the note is for people
fn tools<const N: usize>(names: [&str; N]) -> Option<[PathBuf; N]> {
    let folders = path();
    let found = names.map(|name| {
        std::env::split_paths(&folders)
            .map(|f| f.join(name))
            .find(|f| f.is_file())
    });
    if let Some(missing) = names.iter().zip(&found).find(|(_, f)| f.is_none()) {
        eprintln!("note: {} is not installed: its example is not built", missing.0);
        return None;
    }
    Some(found.map(Option::unwrap_or_default))
}

/// The example, with its sources and its main program in folders.
fn project(system: &str, sources: &str, app: &str, rules: (&str, &str)) -> Sandbox {
    let s = Sandbox::with(&[
        (&format!("{sources}params.f90"), PARAMS),
        (&format!("{sources}model.f90"), MODEL),
        (&format!("{app}main.f90"), MAIN),
        rules,
    ]);
    s.works(&format!("adc init {system}"));
    s
}

/// Runs the example's program.
fn result(s: &Sandbox, program: &str) -> String {
    run(s, &s.path(program), &[]).trim().to_string()
}

/// Changes a constant of a module.
fn change(s: &Sandbox, file: &str) {
    // the date of a file has to be newer
    std::thread::sleep(std::time::Duration::from_millis(1100));
    s.file(file, PARAMS.replace("0.5", "1.0").as_bytes());
}

/// Objects that a build has written, by the names of their sources.
fn compiled(said: &str) -> Vec<&str> {
    let words = said.split_whitespace().filter_map(|w| w.strip_suffix(".o"));
    let names = words.filter_map(|w| Path::new(w).file_name()?.to_str());
    let mut all: Vec<&str> = names.map(|n| n.rsplit("_.._").next().unwrap_or(n)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

const CMAKE: &str = r#"
cmake_minimum_required(VERSION 3.18)
project(example LANGUAGES Fortran)
find_package(adc REQUIRED PATHS adc NO_DEFAULT_PATH)
adc_add_derivative(model_adjoint SOURCES params.f90 model.f90 HEAD "cost(y)/(x)" MODES reverse)
add_executable(main main.f90)
target_link_libraries(main PRIVATE model_adjoint)
"#;

fn with_cmake(generator: &str, build: &Path, cmake: &Path) {
    let s = project("cmake", "", "", ("CMakeLists.txt", CMAKE));
    let tool = format!("-DCMAKE_MAKE_PROGRAM={}", build.display());
    run(&s, cmake, &["-S", ".", "-B", "build", "-G", generator, &tool]);
    run(&s, cmake, &["--build", "build"]);
    assert_eq!(result(&s, "build/main"), "2.000   1.000");
    let nothing = run(&s, cmake, &["--build", "build"]);
    assert_eq!(compiled(&nothing), [""; 0], "{nothing}");
    change(&s, "params.f90");
    let again = run(&s, cmake, &["--build", "build"]);
    assert_eq!(
        compiled(&again),
        ["params.f90"],
        "the derivative's text is the same: {again}"
    );
    assert_eq!(result(&s, "build/main"), "8.000   4.000");
}

#[test]
fn cmake_builds_and_builds_again_what_changed() {
    if let Some([cmake, ninja]) = tools(["cmake", "ninja"]) {
        with_cmake("Ninja", &ninja, &cmake);
    }
    if let Some([cmake, make]) = tools(["cmake", "make"]) {
        with_cmake("Unix Makefiles", &make, &cmake);
    }
}

const MESON: &str = "
project('example', 'fortran')
subdir('adc')
model_b = custom_target(input: ['params.f90', 'model.f90'], output: 'model_b.f90', depfile: 'model_b.d',
  command: [adc, '@INPUT@', '--head', 'cost(y)/(x)', '--reverse', '-o', '@OUTPUT@', '--depfile', '@DEPFILE@'])
executable('main', 'params.f90', 'model.f90', model_b, 'main.f90', dependencies: adc_tape)
";

#[test]
fn meson_builds_and_builds_again_what_changed() {
    let Some([meson, ninja]) = tools(["meson", "ninja"]) else {
        return;
    };
    let s = project("meson", "", "", ("meson.build", MESON));
    run(&s, &meson, &["setup", "build"]);
    run(&s, &ninja, &["-C", "build"]);
    assert_eq!(result(&s, "build/main"), "2.000   1.000");
    change(&s, "params.f90");
    let again = run(&s, &ninja, &["-C", "build", "-v"]);
    let all = compiled(&again);
    assert!(all.contains(&"params.f90"), "{again}");
    assert!(
        !all.iter().any(|o| o.starts_with("adc_tape")),
        "the tape is compiled once: {again}"
    );
    assert_eq!(result(&s, "build/main"), "8.000   4.000");
}

const FPM: &str = "
name = \"example\"
[dependencies]
adc-tape = { path = \"adc\" }
";

#[test]
fn fpm_builds_and_builds_again_what_changed() {
    let Some([fpm]) = tools(["fpm"]) else { return };
    let s = project("fpm", "src/", "app/", ("fpm.toml", FPM));
    let adjoint = "adc src/params.f90 src/model.f90 --head 'cost(y)/(x)' --reverse --interfaces -o src/model_b.f90";
    s.works(adjoint);
    let numbers = |said: &str| said.lines().last().unwrap_or_default().trim().to_string();
    assert_eq!(numbers(&run(&s, &fpm, &["run"])), "2.000   1.000");
    change(&s, "src/params.f90");
    s.works(adjoint);
    let again = run(&s, &fpm, &["run"]);
    assert!(!again.contains("adc_tape"), "the tape is compiled once: {again}");
    assert_eq!(numbers(&again), "8.000   4.000");
}
