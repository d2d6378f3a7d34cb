//! Programs of generated code and a driver.

use std::path::Path;
use std::process::Command;

use super::cli::Sandbox;
use super::numeric::build;

/// Compiles files of a folder with a driver and the tape, and runs the program; returns its output.
pub fn printed(s: &Sandbox, files: &[&str], driver: &str) -> String {
    let tape = build::tape().unwrap();
    output(s, files, driver, |command, executable| tape.link(command, executable))
}

/// The same for files that contain all procedures that they call.
pub fn printed_alone(s: &Sandbox, files: &[&str], driver: &str) -> String {
    output(s, files, driver, |command, executable| {
        command.arg("-o").arg(executable);
    })
}

fn output(s: &Sandbox, files: &[&str], driver: &str, link: impl Fn(&mut Command, &Path)) -> String {
    s.file("driver.f90", driver.as_bytes());
    let mut command = build::gfortran();
    command.args(["-O0", "-fcheck=all"]).args(files).arg("driver.f90");
    let (folder, executable) = (s.path(""), s.path("driver.exe"));
    link(&mut command, &executable);
    build::run(&mut command, &folder).unwrap();
    let output = build::run(&mut Command::new(executable), &folder).unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}
