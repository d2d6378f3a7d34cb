//! Differentiates a case, builds its driver, runs it, and judges what it says.

use super::Case;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A driver that runs longer than this hangs.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// What derivatives are made and compiled with.
pub struct Tools {
    /// The command.
    pub adc: PathBuf,
    /// Options for gfortran.
    pub flags: Vec<String>,
    /// Sources or objects of the tape.
    pub tape: Vec<PathBuf>,
}

/// What a driver says of itself: `adjoint_s`, `dot_err`, `peak_kb`...
pub type Figures = BTreeMap<String, f64>;

impl Tools {
    /// Differentiates a case. `mode` is `reverse` or `tangent`. Gives the file, and how long it took.
    pub fn differentiate(&self, case: &Case, mode: &str, work: &Path) -> Result<(PathBuf, Duration), String> {
        let output = work.join(format!("{mode}.{}", if case.is_fixed() { "f" } else { "f90" }));
        let start = Instant::now();
        let mut command = Command::new(&self.adc);
        command.arg(format!("--{mode}")).args(&case.sources);
        command.arg("--head").arg(&case.head).arg("-o").arg(&output);
        run(&mut command, work)?;
        Ok((output, start.elapsed()))
    }

    /// Compiles harness, tape, sources, derivatives and driver. Gives the executable.
    pub fn build(&self, case: &Case, derivatives: &[PathBuf], work: &Path) -> Result<PathBuf, String> {
        let executable = work.join("drive");
        let mut command = Command::new(std::env::var_os("FC").unwrap_or_else(|| "gfortran".into()));
        command.args(&self.flags).arg("-I").arg(&case.folder);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/harness.f90"));
        command.args(&self.tape).args(&case.sources).args(derivatives);
        command.arg(case.folder.join("drive.f90")).arg("-o").arg(&executable);
        run(&mut command, work)?;
        Ok(executable)
    }
}

/// Sources of the tape, in the order in which they compile.
pub fn tape_sources() -> Result<Vec<PathBuf>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-fortran");
    let files = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.filter_map(|f| f.ok().map(|f| f.path())).collect();
    files.retain(|f| f.extension() == Some(OsStr::new("f90")));
    files.sort();
    Ok(files)
}

/// Runs a driver. `mode` has a letter for each of primal, tangent, adjoint (`b`) and check; each that is timed is called in one or more `rounds` of so many seconds, or
/// once in each where `block` is zero.
pub fn drive(executable: &Path, mode: &str, rounds: u32, block: f64) -> Result<Figures, String> {
    let mut command = Command::new(executable);
    command.arg(mode).arg(rounds.to_string()).arg(block.to_string());
    let output = run(&mut command, executable.parent().unwrap_or(Path::new(".")))?;
    let lines = output.lines().filter_map(|l| l.trim().strip_prefix("BENCH "));
    let line = lines.collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(format!("the driver said nothing of itself:\n{output}"));
    }
    // numbers are padded behind their `=`
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

/// Are dot products and differences within the tolerances?
pub fn judge(case: &Case, figures: &Figures) -> Result<(), String> {
    let within = |name: &str, tolerance: f64| match figures.get(name) {
        Some(error) if (0.0..=tolerance).contains(error) => Ok(()),
        Some(error) => Err(format!("{name} is {error:.1e}")),
        None => Err(format!("the driver did not say {name}")),
    };
    within("dot_err", case.dot)?;
    within("fd_err", case.differences)
}

/// Runs a command in a folder and gives its standard output; anything but success, in time, is an error.
fn run(command: &mut Command, folder: &Path) -> Result<String, String> {
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Files take the output: a pipe that nobody reads would block the program.
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
