//! Programs of generated code and a driver.

use std::process::Command;

use super::cli::Sandbox;
use super::numeric::build;

/// Compiles files of a folder with a driver and the tape, and runs the program; returns its output.
pub fn printed(s: &Sandbox, files: &[&str], driver: &str) -> String {
    s.file("driver.f90", driver.as_bytes());
    let tape = build::tape().unwrap();
    let mut command = build::gfortran();
    command.args(["-O0", "-fcheck=all", "-I"]).arg(&tape.folder);
    command.args(files).arg("driver.f90");
    command.args(&tape.objects).args(["-o", "driver.exe"]);
    let folder = s.path("");
    build::run(&mut command, &folder).unwrap();
    let output = build::run(&mut Command::new(s.path("driver.exe")), &folder).unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}
