//! Writes a choice: as a file for `--checkpoints`, as directives, as a summary.

use super::choose::Choice;
use super::profile::Site;
use std::collections::BTreeMap;
use std::fmt::Write;

impl Choice {
    /// The calls that were measured both ways, in the order of the text.
    fn chosen(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.calls.len()).filter(|&k| self.is_listed[k]).collect();
        all.sort_by_key(|&k| {
            let s = &self.calls[k].site;
            (&s.file, s.line, &s.callee, s.nth)
        });
        all
    }

    fn kind(&self, site: usize) -> &'static str {
        match self.split[site] {
            true => "split",
            false => "joint",
        }
    }

    /// Bytes of the snapshot and of the own records of a call.
    fn bytes(&self, call: usize) -> (f64, f64) {
        let own = self.parts.iter().filter(|p| p.call == call);
        own.fold((0.0, 0.0), |(snapshot, records), p| {
            let joint = p.joint.as_ref().map_or(0.0, |m| m.largest_snapshot);
            let split = p.split.as_ref().map_or(0.0, |m| m.own);
            (f64::max(snapshot, joint), f64::max(records, split))
        })
    }

    /// The text of a file for `--checkpoints`.
    #[must_use]
    pub fn toml(&self) -> String {
        let mut out = format!(
            "# Checkpoints for the least time within {} bytes of tape, chosen by `adc checkpoints`.\n# {}\n",
            self.budget,
            self.figures(),
        );
        for k in self.chosen() {
            let s = &self.calls[k].site;
            let (snapshot, records) = self.bytes(k);
            let saving = match (self.split[k], self.savings[k] >= 0.0) {
                (true, true) => "split, which saves",
                (true, false) => "split for memory, which costs",
                (false, true) => "joint; split, it would save",
                (false, false) => "joint; split, it would cost",
            };
            let _ = write!(
                out,
                "\n# {}:{}: {saving} {:.3e} s; snapshot {snapshot:.0} bytes, own records {records:.0} \
                 bytes\n[[call]]\ncaller = \"{}\"\ncallee = \"{}\"\nnumber = {}\ncount = {}\nkind = \"{}\"\n",
                s.file,
                s.line,
                self.savings[k].abs(),
                s.caller,
                s.callee,
                s.nth,
                s.count,
                self.kind(k)
            );
        }
        out
    }

    /// The directives that say the same, one a line, with the places before which they are to be inserted. A line with
    /// calls of both kinds has none.
    #[must_use]
    pub fn directives(&self) -> String {
        let mut lines: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
        for k in self.chosen() {
            let s = &self.calls[k].site;
            lines.entry((&s.file, s.line)).or_default().push(k);
        }
        let mut out = String::new();
        for ((file, line), sites) in lines {
            let split = self.split[sites[0]];
            let names: Vec<String> = sites.iter().map(|&k| name(&self.calls[k].site)).collect();
            let text = match sites.iter().all(|&k| self.split[k] == split) {
                true if split => "!$adc nocheckpoint",
                true => "!$adc checkpoint",
                false => "(calls of both kinds: use the file)",
            };
            let _ = writeln!(out, "{file}:{line}: {text}  before the call of {}", names.join(", "));
        }
        out
    }

    /// Time and peak of the choice, and the times of the measured adjoints.
    fn figures(&self) -> String {
        let all: Vec<String> = self.measured.iter().map(|t| format!("{t:.3e} s")).collect();
        let how = if self.is_measured { "Measured" } else { "Estimated" };
        format!(
            "{how} time of the adjoint: {:.3e} s; {} peak of the tape: {:.0} bytes; all measured times: {}.",
            self.time,
            how.to_lowercase(),
            self.peak,
            all.join(", ")
        )
    }

    /// What was chosen, in a few lines.
    #[must_use]
    pub fn summary(&self) -> String {
        let all = self.chosen();
        let split = all.iter().filter(|&&k| self.split[k]).count();
        let mut out = match (split, all.len()) {
            (split, 1) => format!("{split} of 1 call is split. "),
            (1, all) => format!("1 of {all} calls is split. "),
            (split, all) => format!("{split} of {all} calls are split. "),
        };
        out += &self.figures();
        out.push('\n');
        if !self.is_optimal {
            out += "there are too many calls to prove that no choice is better\n";
        }
        out
    }
}

/// The name of a callee for people: without the modules that contain it.
fn name(s: &Site) -> String {
    format!("`{}`", s.callee.rsplit('%').next().unwrap_or(&s.callee))
}
