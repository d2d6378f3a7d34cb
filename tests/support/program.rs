//! Programs of generated code and a driver.

use std::process::Command;

use super::cli::Sandbox;
use super::numeric::build;

/// Compiles files of a folder with a driver and the tape, and runs the program; returns its output.
pub fn printed(s: &Sandbox, files: &[&str], driver: &str) -> String {
    s.file("driver.f90", driver.as_bytes());
    let tape = build::tape().unwrap();
    let mut command = build::gfortran();
    command.args(["-O0", "-fcheck=all"]).args(files).arg("driver.f90");
    let (folder, executable) = (s.path(""), s.path("driver.exe"));
    tape.link(&mut command, &executable);
    build::run(&mut command, &folder).unwrap();
    let output = build::run(&mut Command::new(executable), &folder).unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}
