//! Runs `adc`, gfortran and the built programs.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::spec::{Mode, Spec};

/// A generated program that runs longer than this is taken to hang.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Runs `adc` on a fixture and returns the generated file.
pub fn differentiate(
    adc: &Path,
    source: &Path,
    spec: &Spec,
    mode: Mode,
    options: &[&str],
    work: &Path,
) -> Result<PathBuf, String> {
    let made = (mode.option(), mode.letter());
    differentiate_as(adc, source, spec, made, options, work)
}

/// The same with an option of `adc` and the letter for the file.
pub fn differentiate_as(
    adc: &Path,
    source: &Path,
    spec: &Spec,
    (option, letter): (&str, char),
    options: &[&str],
    work: &Path,
) -> Result<PathBuf, String> {
    let extension = if is_fixed(source) { "f" } else { "f90" };
    let output = work.join(format!("head_{}.{extension}", letter));
    let mut command = Command::new(adc);
    command
        .arg(option)
        .arg(source)
        .arg("--head")
        .arg(&spec.head)
        .args(spec.external_options())
        .args(kind_flags())
        .args(options)
        .arg("-o")
        .arg(&output);
    run(&mut command, work)?;
    if output.exists() {
        Ok(output)
    } else {
        Err(format!("{command:?} succeeded but wrote nothing"))
    }
}

/// Compiles original, generated code and driver with all checks, runs the driver and returns its standard output.
/// `letter` names the folder.
pub fn compile_and_run(
    source: &Path,
    spec: &Spec,
    letter: char,
    generated: &Path,
    driver: &str,
    work: &Path,
) -> Result<String, String> {
    let folder = work.join(format!("mode_{letter}"));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let driver_file = folder.join("driver.f90");
    std::fs::write(&driver_file, driver).map_err(|e| format!("{}: {e}", driver_file.display()))?;
    let executable = folder.join("driver.exe");
    let tape = if SANITIZE.iter().all(|&flag| spec.flags.iter().any(|f| f == flag)) {
        sanitized_tape()?
    } else {
        tape()?
    };
    let mut command = gfortran();
    command
        .args(flags(&["-g", "-O0", "-fcheck=all", "-fbacktrace"]))
        .arg("-ffree-line-length-none")
        .args(&spec.flags);
    command.arg("-I").arg(&tape.folder);
    if !replaces(generated, source) {
        command.arg(source);
    }
    command
        .args(spec.link.iter().filter(|file| !replaces(generated, file)))
        .arg(generated)
        .arg(&driver_file)
        .args(&tape.objects)
        .arg("-o")
        .arg(&executable);
    run(&mut command, &folder)?;
    // the original's own pointers may be left
    let output = run(Command::new(&executable).env("ASAN_OPTIONS", "detect_leaks=0"), &folder)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Checks whether the generated file contains an enlarged module of the original; then it is compiled instead of the
/// original.
pub fn replaces(generated: &Path, original: &Path) -> bool {
    let modules = |file: &Path| -> Vec<String> {
        let text = std::fs::read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
        let name = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("module")).then(|| words.next().unwrap_or_default().to_owned())
        };
        text.lines().filter_map(name).filter(|n| n != "procedure").collect()
    };
    let theirs = modules(original);
    modules(generated).iter().any(|m| theirs.contains(m))
}

/// Fixed form by the file's extension.
fn is_fixed(source: &Path) -> bool {
    let extension = source
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default()
        .to_ascii_lowercase();
    matches!(extension.as_str(), "f" | "for" | "ftn" | "f77")
}

/// The compiler: `FC` if set.
pub fn gfortran() -> Command {
    Command::new(std::env::var_os("FC").unwrap_or_else(|| "gfortran".into()))
}

/// Flags of the compiler: those of `ADC_FLAGS` if set.
pub fn flags(usual: &[&str]) -> Vec<String> {
    match std::env::var("ADC_FLAGS") {
        Ok(own) => own.split_whitespace().map(str::to_owned).collect(),
        Err(_) => usual.iter().map(|f| (*f).to_owned()).collect(),
    }
}

/// The flags that `adc` must know, too: they change the meaning of types.
pub fn kind_flags() -> Vec<String> {
    let mut all = flags(&[]);
    all.retain(|f| f.starts_with("-fdefault-"));
    all
}

/// The compiled runtime.
pub struct Tape {
    /// Folder of its modules.
    pub folder: PathBuf,
    /// Objects to link.
    pub objects: Vec<PathBuf>,
}

/// Flags for programs that stop at accesses of foreign memory and at undefined behaviour.
pub const SANITIZE: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fcheck=no-all",
];

/// Compiles the runtime, once for all tests of a process.
pub fn tape() -> Result<&'static Tape, String> {
    static TAPE: OnceLock<Result<Tape, String>> = OnceLock::new();
    TAPE.get_or_init(|| compile_tape(&[])).as_ref().map_err(Clone::clone)
}

/// The same with [`SANITIZE`].
fn sanitized_tape() -> Result<&'static Tape, String> {
    static TAPE: OnceLock<Result<Tape, String>> = OnceLock::new();
    TAPE.get_or_init(|| compile_tape(SANITIZE))
        .as_ref()
        .map_err(Clone::clone)
}

/// Compiles the runtime. The objects stay in the target folder, under a name derived from the sources, for later runs
/// of the tests.
fn compile_tape(flags: &[&str]) -> Result<Tape, String> {
    let at = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-fortran");
    let files = std::fs::read_dir(&runtime).map_err(|e| at(&runtime, e))?;
    let mut sources: Vec<PathBuf> = files.filter_map(|f| f.ok().map(|f| f.path())).collect();
    sources.retain(|f| f.extension().is_some_and(|e| e == "f90"));
    sources.sort();
    let mut hasher = DefaultHasher::new();
    for source in &sources {
        std::fs::read(source).map_err(|e| at(source, e))?.hash(&mut hasher);
    }
    (gfortran().get_program(), flags).hash(&mut hasher);
    let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = all.join(format!("tape-{:016x}", hasher.finish()));
    if !folder.exists() {
        // Compiled in a temporary folder and renamed when complete, so that test processes may run concurrently.
        let fresh = tempfile::tempdir_in(all).map_err(|e| at(all, e))?;
        run(
            gfortran().args(["-g", "-O1", "-c"]).args(flags).args(&sources),
            fresh.path(),
        )?;
        if let Err(e) = std::fs::rename(fresh.keep(), &folder) {
            if !folder.exists() {
                return Err(at(&folder, e));
            }
        }
    }
    let objects = sources
        .iter()
        .filter_map(|s| s.file_stem())
        .map(|s| folder.join(s).with_extension("o"))
        .collect();
    Ok(Tape { folder, objects })
}

/// Runs a command in a folder; failure or a timeout is an error with all details.
pub fn run(command: &mut Command, folder: &Path) -> Result<Output, String> {
    run_within(TIME_LIMIT, command, folder)
}

/// The same with another limit of time.
pub fn run_within(limit: Duration, command: &mut Command, folder: &Path) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    // Write the output to files: an unread pipe would block the program.
    let unique = folder.join(format!("output-{:?}", std::thread::current().id()).replace(['(', ')'], ""));
    let (out, err) = (unique.with_extension("out"), unique.with_extension("err"));
    let create = |path: &Path| std::fs::File::create(path).map_err(|e| format!("{}: {e}", path.display()));
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(create(&out)?)
        .stderr(create(&err)?);
    let mut child = command.spawn().map_err(|e| {
        if e.kind() == std::io::ErrorKind::NotFound && program.contains("gfortran") {
            "gfortran is not installed: the numeric tests need it. Run scripts/setup.sh".to_owned()
        } else {
            format!("cannot run {program}: {e}")
        }
    })?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| format!("{program}: {e}"))? {
            break status;
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!(
                "{program} did not end within {} s: {command:?}",
                limit.as_secs()
            ));
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let read = |path: &Path| std::fs::read(path).unwrap_or_default();
    let output = Output {
        status,
        stdout: read(&out),
        stderr: read(&err),
    };
    if status.success() {
        Ok(output)
    } else {
        let text = [output.stdout, output.stderr]
            .map(|t| String::from_utf8_lossy(&t).into_owned())
            .concat();
        Err(format!("{command:?}\nended with {status}:\n{text}"))
    }
}
