//! Runs the command in a temporary folder and inspects its output and files.

use crate::support::numeric::build;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A temporary folder with files, in which the command runs.
pub struct Sandbox(tempfile::TempDir);

/// Result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// Exit status; -1 if a signal ended it.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Sandbox {
    /// An empty folder.
    pub fn new() -> Sandbox {
        Sandbox(tempfile::tempdir().unwrap())
    }

    /// A folder with these files.
    pub fn with(files: &[(&str, &str)]) -> Sandbox {
        let s = Sandbox::new();
        for (name, text) in files {
            s.file(name, text.as_bytes());
        }
        s
    }

    /// Adds a file; `/` in its name creates folders.
    pub fn file(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// Path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Text of a file.
    pub fn text(&self, name: &str) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// All files with their contents, hidden ones too.
    pub fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        fn gather(folder: &Path, prefix: &str, into: &mut BTreeMap<String, Vec<u8>>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
                if path.is_dir() {
                    gather(&path, &format!("{name}/"), into);
                } else {
                    into.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
        let mut all = BTreeMap::new();
        gather(self.0.path(), "", &mut all);
        all
    }

    /// Runs `adc` with arguments.
    pub fn adc(&self, args: &[&str]) -> Outcome {
        let output = Command::new(env!("CARGO_BIN_EXE_adc"))
            .args(args)
            .current_dir(self.0.path())
            .env_remove("FC")
            .output()
            .unwrap();
        Outcome {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs a line as a shell would, with single quotes around words with blanks:
    /// `adc --tangent model.f90 --head 'f(y)/(x)'`.
    pub fn line(&self, line: &str) -> Outcome {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(words.first(), Some(&"adc"), "`{line}` is no command");
        self.adc(&words[1..])
    }

    /// The run must fail with this exit status and these codes, and leave the folder unchanged.
    #[track_caller]
    pub fn fails(&self, line: &str, status: i32, codes: &[&str]) -> Outcome {
        let before = self.contents();
        let outcome = self.line(line);
        assert_eq!(outcome.status, status, "`{line}`: {}", outcome.err);
        for code in codes {
            assert!(
                outcome.err.contains(&format!("[{code}]")),
                "`{line}`: no {code} in:\n{}",
                outcome.err
            );
        }
        let after: Vec<_> = self.contents().into_keys().collect();
        let names: Vec<_> = before.keys().cloned().collect();
        assert_eq!(names, after, "`{line}` left files");
        assert!(self.contents() == before, "`{line}` changed a file");
        outcome
    }

    /// The run must succeed.
    #[track_caller]
    pub fn works(&self, line: &str) -> Outcome {
        let outcome = self.line(line);
        assert_eq!(outcome.status, 0, "`{line}`: {}", outcome.err);
        outcome
    }

    /// gfortran must accept these files, in this order.
    #[track_caller]
    pub fn compiles(&self, files: &str) {
        let mut command = build::gfortran();
        command
            .arg("-c")
            .args(files.split_whitespace())
            .current_dir(self.0.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Words of a command line; single quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let (mut current, mut started, mut quoted) = (String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                started = true;
            }
            ' ' if !quoted => {
                if started {
                    words.push(std::mem::take(&mut current));
                }
                started = false;
            }
            c => {
                current.push(c);
                started = true;
            }
        }
    }
    if started {
        words.push(current);
    }
    words
}
