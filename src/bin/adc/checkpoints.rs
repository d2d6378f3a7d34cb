//! `adc checkpoints`: chooses which calls to split, from the measurements of a run.

use crate::args::{Color, MessageFormat};
use crate::files;
use crate::output::{remark, report_problem, say, Writer, DONE};
use adc::{Choice, Code, Problem, Profile};
use std::path::{Path, PathBuf};

/// Runs the command. Without an output file, it prints the choice.
pub fn run(profiles: &[PathBuf], budget: u64, output: Option<&Path>, directives: bool) -> u8 {
    match write(profiles, budget, output, directives) {
        Ok(()) => DONE,
        Err(problem) => report_problem(&problem, MessageFormat::Human, Color::Auto),
    }
}

fn read(path: &Path) -> Result<Profile, Problem> {
    let shown = path.display();
    let text =
        files::read(path).map_err(|e| Problem::new(Code::CANNOT_READ, format!("cannot read `{shown}`: {}", e.why)))?;
    Profile::read(&String::from_utf8_lossy(&text)).map_err(|e| {
        Problem::new(Code::BAD_CHECKPOINTS, format!("`{shown}`: {e}"))
            .help("give the file that a program with an adjoint of `--profile-checkpoints` wrote: adc_profile.txt")
    })
}

fn write(profiles: &[PathBuf], budget: u64, output: Option<&Path>, directives: bool) -> Result<(), Problem> {
    let all: Vec<Profile> = profiles.iter().map(|p| read(p)).collect::<Result<_, _>>()?;
    if let Some(k) = (1..all.len()).find(|&k| !all[k].is_of_same_program(&all[0])) {
        let (first, other) = (profiles[0].display(), profiles[k].display());
        let message = format!("`{other}` and `{first}` are measurements of different heads");
        return Err(Problem::new(Code::BAD_CHECKPOINTS, message)
            .help("give files that adjoints of one head wrote, generated with different options"));
    }
    let choice = Choice::new(&all, budget);
    let text = match directives {
        true => choice.directives(),
        false => choice.toml(),
    };
    match output {
        Some(output) => {
            let names: Vec<String> = profiles.iter().map(|p| p.display().to_string()).collect();
            let writer = Writer::protecting(names.iter().map(String::as_str));
            let files: [(PathBuf, &[u8]); 1] = [(output.to_path_buf(), text.as_bytes())];
            writer.write(None, &files)?;
        }
        None => say(text),
    }
    remark(choice.summary().trim_end());
    if !choice.is_possible() {
        remark(
            "no call was measured both joint and split; measure adjoints of `--checkpoint calls` and `--checkpoint none`, \
             and give both profiles",
        );
    }
    if !choice.fits() {
        remark(
            "no choice that was found keeps the tape within the budget; put `!$adc binomial-ckp` before the longest loop, \
             or give a larger `--memory-budget`",
        );
    }
    Ok(())
}
