//! Runs `adc`, gfortran and the built programs.

use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::interpreted;
use super::joined::{self, Part};
use super::spec::{Mode, Spec};
use super::tools;

/// A generated program that runs longer than this is taken to hang.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The whole runtime with sanitizers takes its time to compile on a busy machine.
const COMPILE_LIMIT: Duration = Duration::from_secs(600);

/// Pauses between two looks at a running process: most end within some milliseconds.
const SHORTEST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// The command with one thread: tests run side by side, and further threads only wait on programs as small as these.
pub fn alone(adc: &Path) -> Command {
    let mut command = Command::new(adc);
    command.env("RAYON_NUM_THREADS", "1");
    command
}

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
    let output = work.join(format!("head_{letter}.{extension}"));
    let mut command = alone(adc);
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

/// How programs are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By the interpreter, or compiled where it lacks something.
    Quick,
    /// Compiled.
    Compiled,
    /// Compiled; where the interpreter has what they need, it must print the same.
    Both,
}

/// Runs drivers of derivatives of a source with all checks and returns their output, in the order of the parts.
pub fn run_parts(source: &Path, spec: &Spec, parts: &[Part], work: &Path, way: Way) -> Result<Vec<String>, String> {
    let replaces_any = |p: &Part| spec.link.iter().any(|f| replaces(p.generated, f)) || replaces(p.generated, source);
    let is_one_file = parts.iter().all(|p| p.generated == parts[0].generated);
    if parts.len() > 1 && (is_one_file || parts.iter().any(replaces_any)) {
        // each contains modules of the original, or of what is linked, or of the others
        let alone = parts.chunks(1).map(|part| run_parts(source, spec, part, work, way));
        return alone.collect::<Result<Vec<_>, _>>().map(|outputs| outputs.concat());
    }
    let suffixes: Vec<&str> = parts.iter().map(|p| p.suffix).collect();
    let folder = work.join(format!("program_{}", suffixes.join("_")));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let original = Some(source).filter(|s| parts.iter().all(|p| !replaces(p.generated, s)));
    let sources = joined::write(spec, original, parts, &extension(source), &folder)?;
    let is_replaced = |f: &&PathBuf| parts.iter().any(|p| replaces(p.generated, f));
    let can_be_interpreted = !spec.link.iter().any(|f| is_replaced(&f));
    let by_interpreter = match way {
        Way::Quick if can_be_interpreted => interpreted::run(spec, &[], &sources, &suffixes, &folder)?,
        Way::Both if can_be_interpreted => interpreted::outputs(spec, &sources, &suffixes)?,
        Way::Quick | Way::Both | Way::Compiled => None,
    };
    let by_interpreter: Option<Vec<String>> = by_interpreter.map(|all| all.into_iter().collect()).transpose()?;
    if let (Way::Quick, Some(outputs)) = (way, &by_interpreter) {
        return Ok(outputs.clone());
    }
    let sanitized = SANITIZE.iter().all(|&flag| spec.flags.iter().any(|f| f == flag));
    let tape = if sanitized {
        sanitized_tape(spec)?
    } else {
        tape_for(spec)?
    };
    let executable = folder.join("run.exe");
    let links = spec.link.iter().filter(|f| !is_replaced(f));
    let mut command = gfortran();
    command
        .args(flags(&["-O0", "-fcheck=all", "-fbacktrace"]))
        .args(&spec.flags)
        .args(links.chain(&sources));
    tape.link(&mut command, &executable);
    run(&mut command, &folder)?;
    let output = |suffix: &&str| -> Result<String, String> {
        let mut program = Command::new(&executable);
        // the original's own pointers may be left
        program.arg(suffix).env("ASAN_OPTIONS", "detect_leaks=0");
        let output = run(&mut program, &folder)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let outputs: Vec<String> = suffixes.iter().map(output).collect::<Result<_, _>>()?;
    let mut twice = outputs.iter().zip(by_interpreter.iter().flatten());
    twice.try_for_each(|(compiled, other)| interpreted::compare(spec, compiled, other))?;
    Ok(outputs)
}

/// Lets gfortran read a program without making code.
pub fn is_valid(flags: &[&str], files: &[&PathBuf], folder: &Path) -> Result<Output, String> {
    let mut command = gfortran();
    command
        .args(flags)
        .args(["-fsyntax-only", "-ffree-line-length-none", "-I"])
        .arg(&tape()?.folder)
        .args(files);
    run(&mut command, folder)
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
pub fn is_fixed(source: &Path) -> bool {
    matches!(extension(source).as_str(), "f" | "for" | "ftn" | "f77")
}

fn extension(source: &Path) -> String {
    let extension = source.extension().and_then(|e| e.to_str());
    extension.unwrap_or_default().to_ascii_lowercase()
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

/// The compiled runtime, and the module that drivers use.
pub struct Tape {
    /// Folder of its modules.
    pub folder: PathBuf,
    /// Objects to link.
    pub objects: Vec<PathBuf>,
}

impl Tape {
    /// Lets a command of gfortran, which names its sources already, make an executable that uses the tape.
    pub fn link(&self, command: &mut Command, executable: &Path) {
        command
            .args(["-ffree-line-length-none", "-I"])
            .arg(&self.folder)
            .args(&self.objects)
            .args(fast_linking())
            .arg("-o")
            .arg(executable);
    }
}

/// Flags for the linker: gold, where it is installed, takes half the time of the usual one, which in turn starts faster
/// without the plugin that only link-time optimisation needs.
fn fast_linking() -> &'static [&'static str] {
    static GOLD: OnceLock<bool> = OnceLock::new();
    let is_there = || {
        let version = gfortran().args(["-fuse-ld=gold", "-Wl,--version"]).output();
        version.is_ok_and(|output| output.status.success())
    };
    if *GOLD.get_or_init(is_there) {
        &["-fno-use-linker-plugin", "-fuse-ld=gold"]
    } else {
        &["-fno-use-linker-plugin"]
    }
}

/// Flags for programs that stop at accesses of foreign memory and at undefined behaviour.
pub const SANITIZE: &[&str] = &[
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fcheck=no-all",
];

/// The name of the file of [`tools::TEXT`].
const TOOLS: &str = "driver_tools";

/// Compiles the runtime, once for all tests of a process.
pub fn tape() -> Result<&'static Tape, String> {
    static TAPE: OnceLock<Result<Tape, String>> = OnceLock::new();
    TAPE.get_or_init(|| compile_tape(&[])).as_ref().map_err(Clone::clone)
}

/// The runtime for a program, with [`SANITIZE`].
fn sanitized_tape(spec: &Spec) -> Result<&'static Tape, String> {
    static TAPES: [OnceLock<Result<Tape, String>>; 2] = [OnceLock::new(), OnceLock::new()];
    let threads: &[&str] = if has_threads(spec) { &["-fopenmp"] } else { &[] };
    TAPES[threads.len()]
        .get_or_init(|| compile_tape(&[SANITIZE, threads].concat()))
        .as_ref()
        .map_err(Clone::clone)
}

fn has_threads(spec: &Spec) -> bool {
    spec.flags.iter().any(|f| f == "-fopenmp")
}

/// The runtime for a program: with a tape for each thread, if the program has several.
pub fn tape_for(spec: &Spec) -> Result<&'static Tape, String> {
    match has_threads(spec) {
        true => threaded_tape(),
        false => tape(),
    }
}

/// The same with a tape for each thread.
fn threaded_tape() -> Result<&'static Tape, String> {
    static TAPE: OnceLock<Result<Tape, String>> = OnceLock::new();
    TAPE.get_or_init(|| compile_tape(&["-fopenmp"]))
        .as_ref()
        .map_err(Clone::clone)
}

/// Compiles the runtime and [`tools::TEXT`]. The objects stay in the target folder, under a name derived from the sources, for later runs
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
    (gfortran().get_program(), flags, tools::TEXT).hash(&mut hasher);
    let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = all.join(format!("tape-{:016x}", hasher.finish()));
    if !folder.exists() {
        // Compiled in a temporary folder and renamed when complete, so that test processes may run concurrently.
        let fresh = tempfile::tempdir_in(all).map_err(|e| at(all, e))?;
        let tools = fresh.path().join(TOOLS).with_extension("f90");
        std::fs::write(&tools, tools::TEXT).map_err(|e| at(&tools, e))?;
        let mut command = gfortran();
        command.args(["-g", "-O1", "-c"]).args(flags).args(&sources).arg(&tools);
        run_within(COMPILE_LIMIT, &mut command, fresh.path())?;
        if let Err(e) = std::fs::rename(fresh.keep(), &folder) {
            if !folder.exists() {
                return Err(at(&folder, e));
            }
        }
    }
    let names = sources.iter().filter_map(|s| s.file_stem());
    let objects = names
        .chain([OsStr::new(TOOLS)])
        .map(|name| folder.join(name).with_extension("o"))
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
        std::thread::sleep((start.elapsed() / 16).clamp(SHORTEST_PAUSE, LONGEST_PAUSE));
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
