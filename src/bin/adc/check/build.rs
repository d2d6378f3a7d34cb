//! The build of a driver: the runtime, the sources, their derivatives, in this order.
//!
//! Each file is compiled by itself in the folder of the build. In a folder that is kept, a file whose text, flags and
//! predecessors are those of the last build is not compiled again.

use crate::args::{FormArg, Input};
use crate::runtime::Part;
use adc::Flag;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler, and the folder.
pub struct Build {
    /// The compiler's command.
    pub fc: String,
    /// Flags for sources and derivatives.
    pub flags: Vec<String>,
    /// Flags for sources alone, by which the compiler reads them as `adc` did.
    reading: Vec<String>,
    /// Folders of included files.
    pub include: Vec<PathBuf>,
    /// The folder.
    pub folder: PathBuf,
    /// Objects so far, in the order of compilation.
    objects: Vec<PathBuf>,
    /// Identifies all that was compiled.
    state: u64,
}

/// Flags for the sources, unless the user gives some.
const USUAL_FLAGS: &str = "-O1";

impl Build {
    /// A build in a folder; later flags win, so those that are given for the compiler do.
    pub fn new(fc: Option<&str>, flags: Option<&str>, input: &Input, folder: PathBuf) -> Build {
        let of_environment = || std::env::var("FC").ok().filter(|v| !v.is_empty());
        let flags = flags.unwrap_or(USUAL_FLAGS).split_whitespace().map(str::to_string);
        let (shared, reading): (Vec<&Flag>, Vec<&Flag>) = input.flags.iter().partition(|f| holds_for_derivatives(f));
        Build {
            fc: fc
                .map(str::to_string)
                .or_else(of_environment)
                .unwrap_or_else(|| "gfortran".into()),
            flags: shared.into_iter().map(Flag::to_string).chain(flags).collect(),
            reading: macros(input).chain(reading.into_iter().map(Flag::to_string)).collect(),
            include: input.include.clone(),
            folder,
            objects: vec![],
            state: 0,
        }
    }

    /// Compiles files of the runtime. Of the flags, those for threads count, because they decide where the tape is.
    pub fn runtime(&mut self, parts: &[&Part]) -> Result<(), String> {
        let flags: Vec<String> = self.flags.iter().filter(|f| f.contains("openmp")).cloned().collect();
        for part in parts {
            let name = part.name.rsplit('/').next().unwrap_or(part.name);
            let path = self.folder.join(name);
            self.write(name, part.text.as_bytes())?;
            // files of the runtime use only files before them
            self.compile(&path, &[["-O2".to_string()].as_slice(), &flags].concat())?;
        }
        Ok(())
    }

    /// Writes a generated text to a file of the folder, and compiles it.
    pub fn text(&mut self, name: &str, text: &[u8], with_flags: bool) -> Result<(), String> {
        let path = self.folder.join(name);
        self.write(name, text)?;
        let flags = if with_flags {
            self.flags.clone()
        } else {
            vec!["-O1".into()]
        };
        self.compile(&path, &flags)
    }

    /// Writes a text in place of a file of the user, and compiles it.
    pub fn source_text(&mut self, name: &str, text: &[u8]) -> Result<(), String> {
        self.write(name, text)?;
        self.compile(&self.folder.join(name), &flags_of_sources(self))
    }

    /// Compiles a file of the user.
    pub fn source(&mut self, path: &Path) -> Result<(), String> {
        let path = path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?;
        self.compile(&path, &flags_of_sources(self))
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, text: &[u8]) -> Result<(), String> {
        let path = self.folder.join(name);
        std::fs::create_dir_all(&self.folder).map_err(|e| format!("{}: {e}", self.folder.display()))?;
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn compile(&mut self, path: &Path, flags: &[String]) -> Result<(), String> {
        let text = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut hasher = DefaultHasher::new();
        (&self.fc, flags, path.file_name(), text, self.state).hash(&mut hasher);
        self.state = hasher.finish();
        let stem = path
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned())
            .unwrap_or_default();
        let object = self.folder.join(format!("{}_{stem}.o", self.objects.len()));
        let stamp = object.with_extension("stamp");
        let wanted = format!("{:016x}", self.state);
        let is_done = object.exists() && std::fs::read_to_string(&stamp).is_ok_and(|s| s == wanted);
        if !is_done {
            let mut command = self.command();
            command.args(flags).arg("-c").arg(path).arg("-o").arg(&object);
            succeed(&mut command)?;
            std::fs::write(&stamp, &wanted).map_err(|e| format!("{}: {e}", stamp.display()))?;
        }
        self.objects.push(object);
        Ok(())
    }

    /// Links the program.
    pub fn link<'w>(&self, more: impl Iterator<Item = &'w String>) -> Result<PathBuf, String> {
        let program = self.folder.join("adc_check_driver.exe");
        let mut command = self.command();
        command.args(&self.flags).args(&self.objects);
        // those of the user have other folders
        let own = std::env::current_dir().unwrap_or_default();
        command.args(more.map(|word| match own.join(word) {
            path if path.is_file() => path.into_os_string(),
            _ => word.into(),
        }));
        succeed(command.arg("-o").arg(&program))?;
        Ok(program)
    }

    /// The compiler in the folder of the build, where it leaves its modules.
    fn command(&self) -> Command {
        let mut words = self.fc.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or("gfortran"));
        command.args(words).current_dir(&self.folder);
        for folder in &self.include {
            command
                .arg("-I")
                .arg(folder.canonicalize().unwrap_or_else(|_| folder.clone()));
        }
        command
    }
}

fn flags_of_sources(build: &Build) -> Vec<String> {
    [build.reading.as_slice(), &build.flags].concat()
}

/// True for flags about kinds, threads, names and literals: a derivative has those of its source. It has a form of its
/// own, and lines of usual length.
fn holds_for_derivatives(flag: &Flag) -> bool {
    let name = flag.name().strip_prefix("no-").unwrap_or(flag.name());
    ["default-", "openmp", "backslash", "dollar-ok"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// The preprocessor and the form.
fn macros(input: &Input) -> impl Iterator<Item = String> + '_ {
    let form = input.form.map(|form| match form {
        FormArg::Fixed => "-ffixed-form",
        FormArg::Free => "-ffree-form",
    });
    let words = input.cpp.then_some("-cpp").into_iter().chain(form);
    let defined = input.define.iter().map(|d| format!("-D{d}"));
    words.map(str::to_string).chain(defined)
}

/// Runs a command of the compiler; its messages are the error.
fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| format!("cannot run the compiler `{name}`: {e}; name another one: `--fc ...`"))?;
    if output.status.success() {
        return Ok(());
    }
    let words: Vec<String> = command.get_args().map(|a| a.to_string_lossy().into_owned()).collect();
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "the compiler failed: {name} {}\n{}",
        words.join(" "),
        said.trim_end()
    ))
}
