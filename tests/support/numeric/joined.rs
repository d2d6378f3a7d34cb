//! Writes an original, derivatives of it and their drivers into one program. Its argument selects the driver.
//!
//! Small files cost gfortran less than its own start, so all texts of one form share a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::build::is_fixed;
use super::callers;
use super::driver::{self, Derived};
use super::spec::{Mode, Spec};

/// A derivative to be called.
pub struct Part<'a> {
    /// Its mode.
    pub mode: Mode,
    /// The suffix of its names.
    pub suffix: &'a str,
    /// Its file.
    pub generated: &'a Path,
    /// The driver, as the subroutine `drive_SUFFIX`; by default the one of the mode, which derivatives share if they can.
    pub driver: Option<String>,
}

/// Writes the sources of the program into a folder and returns them in the order of compilation. `original` is
/// missing if a derivative replaces it. Each line keeps its origin for the compiler's messages: `original`, the name of
/// the generated file, or `drivers`.
pub fn write(
    spec: &Spec,
    original: Option<&Path>,
    parts: &[Part],
    extension: &str,
    folder: &Path,
) -> Result<Vec<PathBuf>, String> {
    let (mut texts, mut drivers) = (String::new(), String::new());
    if let Some(path) = original {
        append(&mut texts, "original", &read(path)?);
    }
    let mut generated = vec![];
    for part in parts {
        let text = read(part.generated)?;
        let name = part.generated.file_name().unwrap_or_default().to_string_lossy();
        append(&mut texts, &name, &text);
        generated.push(text);
    }
    let groups = groups(spec, parts);
    for group in &groups {
        drivers.push_str(&match &parts[group[0]].driver {
            Some(own) => own.clone(),
            None => {
                let derived = |&i: &usize| Derived {
                    suffix: parts[i].suffix,
                    text: &generated[i],
                };
                let all: Vec<Derived> = group.iter().map(derived).collect();
                driver::write(spec, parts[group[0]].mode, &all)
            }
        });
    }
    if let Some(folder) = &spec.callers {
        append(&mut texts, "caller", &read(&folder.join("caller.f90"))?);
        for part in parts {
            append(&mut texts, "caller", &callers::of_derivative(folder, part)?);
        }
    }
    drivers.push_str(&main_program(parts, &groups));
    let all = folder.join(format!("all.{extension}"));
    if is_fixed(&all) || texts.to_ascii_lowercase().contains("target") {
        // drivers declare no interfaces; in the same file gfortran misses those of heads with a TARGET argument
        let driver = folder.join("driver.f90");
        save(&all, &texts)?;
        save(&driver, &drivers)?;
        return Ok(vec![all, driver]);
    }
    append(&mut texts, "drivers", &drivers);
    save(&all, &texts)?;
    Ok(vec![all])
}

/// The parts, by their numbers, that have the same driver.
fn groups(spec: &Spec, parts: &[Part]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![];
    for (i, part) in parts.iter().enumerate() {
        let fits = |group: &&mut Vec<usize>| {
            let other = &parts[group[0]];
            part.driver.is_none() && other.driver.is_none() && part.mode == other.mode && driver::is_shared(spec)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups
}

/// Calls the driver of the derivative whose suffix is the argument on the command line.
fn main_program(parts: &[Part], groups: &[Vec<usize>]) -> String {
    let mut out = String::from(
        "program main\n  character(8) :: which\n  call get_command_argument(1, which)\n  select case (which)\n",
    );
    for group in groups {
        let first = &parts[group[0]];
        let argument = if first.driver.is_some() { "" } else { "trim(which)" };
        let suffixes: Vec<String> = group.iter().map(|&i| format!("'{}'", parts[i].suffix)).collect();
        let _ = writeln!(
            out,
            "  case ({})\n    call drive_{}({argument})",
            suffixes.join(", "),
            first.suffix
        );
    }
    out + "  end select\nend program main\n"
}

/// Appends a text whose lines come from `origin`.
fn append(all: &mut String, origin: &str, text: &str) {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let _ = write!(all, "# 1 \"{origin}\"\n{text}{end}");
}

pub(super) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
