//! Runs of a driver, and the results that they leave.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A built driver.
pub struct Runner {
    /// The executable.
    pub program: PathBuf,
    /// The folder of its results.
    pub folder: PathBuf,
    /// Time after which it is ended.
    pub limit: Duration,
}

/// What a run does: see the module `adc_check` of the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// The distance along the direction.
    pub step: f64,
    /// The leaf that the direction moves; 0 for all.
    pub independent: usize,
    /// The leaf that the weight is for; 0 for all.
    pub dependent: usize,
    /// The number of the direction, or weight, of a derivative for one.
    pub column: usize,
    /// The number of directions, or weights, of a derivative for many.
    pub columns: usize,
}

impl Task {
    /// A task along one independent, or for one dependent.
    pub fn of(name: &'static str, step: f64, independent: usize, dependent: usize) -> Task {
        Task {
            name,
            step,
            independent,
            dependent,
            column: 0,
            columns: 1,
        }
    }

    /// A task in all directions, with all weights; those of a column.
    pub fn whole(name: &'static str, column: usize) -> Task {
        Task {
            column,
            ..Task::of(name, 0.0, 0, 0)
        }
    }
}

/// The exit status of a program that a signal ended.
const SIGNAL: i32 = -1;

/// Vectors by the numbers of leaves.
pub type Vectors = BTreeMap<usize, Vec<f64>>;

/// The results of a run: of each call, vectors by names and leaves.
#[derive(Default, Debug)]
pub struct Results(Vec<Record>);

/// A name, the number of a leaf, and a vector.
type Record = (String, usize, Vec<f64>);

impl Results {
    /// Vectors of the first (0) or second (1) call.
    pub fn vectors(&self, name: &str, call: usize) -> Vectors {
        let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
        let mut out = Vectors::new();
        for (_, leaf, vector) in self.0.iter().filter(|r| r.0 == name) {
            let count = seen.entry(*leaf).or_default();
            if *count == call {
                out.insert(*leaf, vector.clone());
            }
            *count += 1;
        }
        out
    }

    /// The vector that belongs to no leaf.
    pub fn vector(&self, name: &str, call: usize) -> Vec<f64> {
        self.vectors(name, call).remove(&0).unwrap_or_default()
    }

    /// The reports of a traced program: points with values, in the order of execution.
    pub fn trace(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let reports = self.0.iter().filter(|r| r.0 == "trace");
        reports.filter_map(|(_, point, values)| Some((*point, *values.first()?)))
    }

    /// The shorter time of a call, in seconds.
    pub fn seconds(&self) -> f64 {
        let all = self.0.iter().filter(|r| r.0 == "seconds").filter_map(|r| r.2.first());
        all.copied().fold(f64::INFINITY, f64::min)
    }
}

impl Runner {
    /// Runs a task.
    ///
    /// # Errors
    /// If the program cannot be run, does not end in time, or stops before its end; with what it said.
    pub fn run(&self, task: Task) -> Result<Results, String> {
        let (results, fault) = self.run_to_fault(task)?;
        fault.map_or(Ok(results), Err)
    }

    /// Runs a task: what it leaves, and why it did not end as it should.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn run_to_fault(&self, task: Task) -> Result<(Results, Option<String>), String> {
        let [output, out, err] =
            ["results", "stdout", "stderr"].map(|e| self.folder.join("adc_check_run").with_extension(e));
        let create = |path: &Path| File::create(path).map_err(|e| format!("{}: {e}", path.display()));
        let mut command = Command::new(&self.program);
        command
            .arg(task.name)
            .arg(format!("{:e}", task.step))
            .arg(task.independent.to_string())
            .arg(task.dependent.to_string())
            .arg(&output)
            .arg(task.column.to_string())
            .arg(task.columns.to_string())
            // memory that the user's program keeps at its end is no fault of a derivative
            .env(
                "ASAN_OPTIONS",
                std::env::var("ASAN_OPTIONS").unwrap_or_else(|_| "detect_leaks=0".into()),
            )
            .stdin(Stdio::null())
            .stdout(create(&out)?)
            .stderr(create(&err)?);
        let end = self.wait(&mut command)?;
        let results = parse(&std::fs::read(&output).unwrap_or_default());
        let is_complete = results.0.last().is_some_and(|r| r.0 == "end");
        let how = match end {
            Some(0) if is_complete => return Ok((results, None)),
            None => format!("did not end within {} s", self.limit.as_secs()),
            Some(0) => "stopped before its end".to_string(),
            Some(SIGNAL) => "was ended by a signal".to_string(),
            Some(code) => format!("ended with status {code}"),
        };
        let said = std::fs::read(&err).unwrap_or_default();
        let said = String::from_utf8_lossy(&said).trim().to_string();
        let fault = format!("the program {how}, task {}{}", task.name, quote(&said));
        Ok((results, Some(fault)))
    }

    /// The exit status, or [`SIGNAL`]; `None` if the time is over.
    fn wait(&self, command: &mut Command) -> Result<Option<i32>, String> {
        let mut child = command
            .spawn()
            .map_err(|e| format!("cannot run {}: {e}", self.program.display()))?;
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
                return Ok(Some(status.code().unwrap_or(SIGNAL)));
            }
            if start.elapsed() > self.limit {
                child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
                return Ok(None);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

/// The first lines of what a program said, without addresses that no symbol belongs to.
fn quote(said: &str) -> String {
    let is_frame = |l: &str| l.starts_with('#') && l.ends_with("in ???") || l.starts_with("\tat ./");
    let is_empty = |l: &str| l.trim().is_empty() || l.trim() == "Backtrace for this error:";
    let lines: Vec<&str> = said.lines().filter(|l| !is_frame(l) && !is_empty(l)).take(8).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!(":\n  {}", lines.join("\n  ")),
    }
}

/// Records: a name of 16 characters, the number of a leaf, a count, numbers. An incomplete record is left out.
fn parse(bytes: &[u8]) -> Results {
    let mut all = vec![];
    let mut rest = bytes;
    while let Some(((name, leaf, numbers), more)) = record(rest) {
        rest = more;
        let Some(whole) = name.strip_suffix('+') else {
            all.push((name, leaf, numbers));
            continue;
        };
        // the next piece of the leaf
        if let Some(before) = all.iter_mut().rev().find(|r: &&mut Record| r.0 == whole && r.1 == leaf) {
            before.2.extend(numbers);
        }
    }
    Results(all)
}

fn record(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (name, rest) = bytes.split_at_checked(16)?;
    let (leaf, rest) = integer(rest)?;
    let (count, rest) = integer(rest)?;
    let (numbers, rest) = rest.split_at_checked(count.checked_mul(8)?)?;
    let numbers = numbers
        .chunks_exact(8)
        .filter_map(|c| Some(f64::from_ne_bytes(c.try_into().ok()?)));
    let name = String::from_utf8_lossy(name).trim_end().to_string();
    Some(((name, leaf, numbers.collect()), rest))
}

fn integer(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (first, rest) = bytes.split_at_checked(8)?;
    let number = i64::from_ne_bytes(first.try_into().ok()?);
    Some((usize::try_from(number).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_symbols_are_left_out() {
        let said = "Program received signal SIGSEGV\n\nBacktrace for this error:\n#0  0x7f in ???\n#1  0x5 in model\n";
        assert_eq!(quote(said), ":\n  Program received signal SIGSEGV\n  #1  0x5 in model");
    }

    #[test]
    fn records_of_two_calls() {
        let mut bytes = vec![];
        for value in [1.5_f64, 2.5] {
            bytes.extend(b"yd              ");
            bytes.extend(3_i64.to_ne_bytes());
            bytes.extend(1_i64.to_ne_bytes());
            bytes.extend(value.to_ne_bytes());
        }
        bytes.extend(b"yd+             ");
        bytes.extend(3_i64.to_ne_bytes());
        bytes.extend(1_i64.to_ne_bytes());
        bytes.extend(3.5_f64.to_ne_bytes());
        bytes.extend(b"incomplete");
        let results = parse(&bytes);
        assert_eq!(results.vectors("yd", 0)[&3], [1.5]);
        assert_eq!(results.vectors("yd", 1)[&3], [2.5, 3.5]);
        assert!(results.vectors("yd", 2).is_empty());
    }
}
