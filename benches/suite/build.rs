//! Differentiates a case, builds its driver, runs it, and judges its output.

use super::Case;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A driver that runs longer than this is taken to hang.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Tools and options that make and compile derivatives.
pub struct Tools {
    /// The command.
    pub adc: PathBuf,
    /// Options for gfortran.
    pub flags: Vec<String>,
    /// Sources or objects of the tape.
    pub tape: Vec<PathBuf>,
}

/// Figures in a driver's output: `adjoint_s`, `dot_err`, `peak_kb`...
pub type Figures = BTreeMap<String, f64>;

impl Tools {
    /// Differentiates a case. `mode` is `reverse` or `tangent`. Returns the file and the elapsed time.
    pub fn differentiate(&self, case: &Case, mode: &str, work: &Path) -> Result<(PathBuf, Duration), String> {
        self.differentiate_with(case, mode, &[], work)
    }

    /// The same with more options.
    pub fn differentiate_with(
        &self,
        case: &Case,
        mode: &str,
        options: &[&str],
        work: &Path,
    ) -> Result<(PathBuf, Duration), String> {
        let output = work.join(format!("{mode}.{}", if case.is_fixed() { "f" } else { "f90" }));
        let start = Instant::now();
        let mut command = Command::new(&self.adc);
        command.arg(format!("--{mode}")).args(options).args(&case.sources);
        command.arg("--head").arg(&case.head).arg("-o").arg(&output);
        run(&mut command, work)?;
        Ok((output, start.elapsed()))
    }

    /// Compiles harness, tape, sources, derivatives and driver. Returns the executable.
    pub fn build(&self, case: &Case, derivatives: &[PathBuf], work: &Path) -> Result<PathBuf, String> {
        let executable = work.join("drive");
        let mut command = fortran();
        command.args(&self.flags).arg("-I").arg(&case.folder);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/harness.f90"));
        command.args(&self.tape).args(&case.sources).args(derivatives);
        command.arg(case.folder.join("drive.f90")).arg("-o").arg(&executable);
        run(&mut command, work)?;
        Ok(executable)
    }
}

/// Sources of the tape, in order of compilation.
pub fn tape_sources() -> Result<Vec<PathBuf>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-fortran");
    let files = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.filter_map(|f| f.ok().map(|f| f.path())).collect();
    files.retain(|f| f.extension() == Some(OsStr::new("f90")));
    files.sort();
    Ok(files)
}

/// Compiles the sources of the tape in a folder, for `Tools::tape`; the folder then contains their modules.
pub fn tape_objects(flags: &[String], folder: &Path) -> Result<Vec<PathBuf>, String> {
    let sources = tape_sources()?;
    let mut command = fortran();
    run(command.args(flags).arg("-c").args(&sources), folder)?;
    let names = sources.iter().filter_map(|s| s.file_stem());
    Ok(names.map(|n| folder.join(n).with_extension("o")).collect())
}

/// The compiler.
fn fortran() -> Command {
    Command::new(std::env::var_os("FC").unwrap_or_else(|| "gfortran".into()))
}

/// Runs a driver. `mode` has a letter for each of primal, tangent, adjoint (`b`) and check. Each timed one is called
/// for `block` seconds in each of the `rounds`, or once per round if `block` is zero.
pub fn drive(executable: &Path, mode: &str, rounds: u32, block: f64) -> Result<Figures, String> {
    figures(&output(executable, mode, rounds, block)?)
}

/// Runs a driver with other arguments.
pub fn drive_with(executable: &Path, arguments: &[&str]) -> Result<Figures, String> {
    let mut command = Command::new(executable);
    command.args(arguments);
    figures(&run(&mut command, executable.parent().unwrap_or(Path::new(".")))?)
}

/// A driver's output.
fn output(executable: &Path, mode: &str, rounds: u32, block: f64) -> Result<String, String> {
    let mut command = Command::new(executable);
    command.arg(mode).arg(rounds.to_string()).arg(block.to_string());
    run(&mut command, executable.parent().unwrap_or(Path::new(".")))
}

/// Compiles a program that prints names and figures, runs it, and returns them.
pub fn figures_of(sources: &[PathBuf], flags: &[String]) -> Result<Figures, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let executable = work.path().join("figures");
    run(
        fortran().args(flags).args(sources).arg("-o").arg(&executable),
        work.path(),
    )?;
    let output = run(&mut Command::new(&executable), work.path())?;
    let lines = output.lines().filter_map(|l| l.trim().split_once(' '));
    let figure = |(name, value): (&str, &str)| value.trim().parse().ok().map(|v| (name.to_owned(), v));
    Ok(lines.filter_map(figure).collect())
}

/// The line of figures in a driver's output.
fn figures(output: &str) -> Result<Figures, String> {
    let line = output.lines().find_map(|l| l.trim().strip_prefix("BENCH "));
    let line = line.ok_or_else(|| format!("the driver said nothing of itself:\n{output}"))?;
    // numbers are padded after their `=`
    let mut figures = Figures::new();
    let mut name = String::new();
    for word in line.split_whitespace() {
        let value = match word.split_once('=') {
            Some((n, value)) => {
                name = n.to_owned();
                value
            }
            None => word,
        };
        if let Ok(value) = value.parse() {
            figures.insert(name.clone(), value);
        }
    }
    Ok(figures)
}

/// The gradient that a driver computes, and its figures after one call of the adjoint.
pub fn gradient(executable: &Path) -> Result<(Vec<f64>, Figures), String> {
    let output = output(executable, "bg", 1, 0.0)?;
    let values = output.lines().filter_map(|l| l.trim().strip_prefix("GRADIENT "));
    let values = values.map(|v| v.trim().parse::<f64>().map_err(|e| format!("`{v}`: {e}")));
    let gradient = values.collect::<Result<Vec<_>, _>>()?;
    if gradient.is_empty() {
        return Err("the driver said no gradient".to_owned());
    }
    Ok((gradient, figures(&output)?))
}

/// The distance of a gradient from another, relative to the length of the latter.
pub fn distance(a: &[f64], from: &[f64]) -> f64 {
    let length = |values: &mut dyn Iterator<Item = f64>| values.map(|v| v * v).sum::<f64>().sqrt();
    if a.len() != from.len() {
        return f64::INFINITY;
    }
    let between = length(&mut a.iter().zip(from).map(|(x, y)| x - y));
    between / length(&mut from.iter().copied()).max(f64::MIN_POSITIVE)
}

/// The geometric mean.
#[allow(clippy::cast_precision_loss)] // few
pub fn mean(values: &[f64]) -> f64 {
    (values.iter().map(|v| v.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// Checks that dot products and differences are within the tolerances.
pub fn judge(case: &Case, figures: &Figures) -> Result<(), String> {
    let within = |name: &str, tolerance: f64| match figures.get(name) {
        Some(error) if (0.0..=tolerance).contains(error) => Ok(()),
        Some(error) => Err(format!("{name} is {error:.1e}")),
        None => Err(format!("the driver did not say {name}")),
    };
    within("dot_err", case.dot)?;
    within("fd_err", case.differences)
}

/// Runs a command in a folder and returns its standard output; failure or a timeout is an error.
fn run(command: &mut Command, folder: &Path) -> Result<String, String> {
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Write the output to files: an unread pipe would block the program.
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let create = |path: &Path| std::fs::File::create(path).map_err(|e| format!("{}: {e}", path.display()));
    let text = |path: &Path| String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    command.current_dir(folder).stdin(Stdio::null());
    command.stdout(create(&out)?).stderr(create(&err)?);
    let mut child = command.spawn().map_err(|e| format!("cannot run {program}: {e}"))?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| format!("{program}: {e}"))? {
            break status;
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
            return Err(format!("{program} hangs"));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    if status.success() {
        Ok(text(&out))
    } else {
        Err(format!("{program} failed:\n{}{}", text(&out), text(&err)))
    }
}
