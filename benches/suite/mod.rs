//! The kernels (`benches/kernels`) and programs (`benches/programs`) for measurements, counts and tests.
//!
//! Each is a folder with sources and a driver `drive.f90`, which calls the head and its derivatives through the harness
//! (`benches/harness.f90`). The comment at the driver's top gives the arguments for `adc`:
//!
//! ```text
//! ! A description in one line.
//! ! head: flow(cost)/(depth, wind)
//! ! sources: grid.f90 flow.f90            in order of compilation
//! ! tolerance 1e-5 1e-10                  of the differences and of the dot product, if not the defaults
//! ```

pub mod build;
pub mod count;
pub mod page;
pub mod steps;

use adc_frontend::span::Form;
use std::path::{Path, PathBuf};

/// A kernel or a program.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of its folder.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// As given to `--head`.
    pub head: String,
    /// In order of compilation.
    pub sources: Vec<PathBuf>,
    /// Largest relative error of derivatives against differences.
    pub differences: f64,
    /// Largest relative error of the dot products.
    pub dot: f64,
}

/// All cases of `kernels` or `programs`, by name; if names are given, only those cases.
pub fn cases(collection: &str, wanted: &[String]) -> Result<Vec<Case>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(collection);
    let entries = std::fs::read_dir(&root).map_err(|e| format!("{}: {e}", root.display()))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    folders.retain(|f| f.is_dir());
    folders.sort();
    let mut cases = folders.iter().map(|f| Case::read(f)).collect::<Result<Vec<_>, _>>()?;
    cases.retain(|c| wanted.is_empty() || wanted.contains(&c.name));
    Ok(cases)
}

impl Case {
    /// Reads the comment at the top of a driver.
    pub fn read(folder: &Path) -> Result<Case, String> {
        let driver = folder.join("drive.f90");
        let text = std::fs::read_to_string(&driver).map_err(|e| format!("{}: {e}", driver.display()))?;
        let mut case = Case {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            folder: folder.to_path_buf(),
            head: String::new(),
            sources: vec![],
            differences: 1e-5,
            dot: 1e-10,
        };
        for line in text.lines().map_while(|l| l.strip_prefix('!')).map(str::trim) {
            if let Some(head) = line.strip_prefix("head: ") {
                case.head = head.to_owned();
            } else if let Some(names) = line.strip_prefix("sources: ") {
                case.sources = names.split_whitespace().map(|n| folder.join(n)).collect();
            } else if let Some(values) = line.strip_prefix("tolerance ") {
                let values: Vec<f64> = values.split_whitespace().filter_map(|v| v.parse().ok()).collect();
                let [differences, dot] = values[..] else {
                    return Err(format!("{}: a tolerance is two numbers", driver.display()));
                };
                (case.differences, case.dot) = (differences, dot);
            }
        }
        if case.head.is_empty() || case.sources.is_empty() {
            return Err(format!(
                "{}: no head or no sources in the first lines",
                driver.display()
            ));
        }
        Ok(case)
    }

    /// The name of the head.
    pub fn procedure(&self) -> &str {
        self.head.split('(').next().unwrap_or_default().trim()
    }

    /// Checks whether all of it is in fixed form; its derivatives then are, too.
    pub fn is_fixed(&self) -> bool {
        self.sources.iter().all(|s| s.extension().is_some_and(|e| e == "f"))
    }

    /// The form of its derivatives.
    pub fn form(&self) -> Form {
        if self.is_fixed() {
            Form::Fixed
        } else {
            Form::Free
        }
    }

    /// Lines of its sources; a file included several times counts once.
    pub fn lines(&self) -> usize {
        let included = std::fs::read_dir(&self.folder).into_iter().flatten();
        let included = included
            .filter_map(|e| e.ok().map(|e| e.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "inc"));
        let text = |p: &PathBuf| std::fs::read_to_string(p).unwrap_or_default().lines().count();
        self.sources.iter().map(text).sum::<usize>() + included.map(|p| text(&p)).sum::<usize>()
    }
}
