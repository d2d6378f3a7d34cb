//! Writes a choice: as a file for `--checkpoints`, as directives, as a summary.

use super::choose::Choice;
use super::profile::Site;
use std::collections::BTreeMap;
use std::fmt::Write;

impl Choice {
    /// The calls that were measured both ways, in the order of the text.
    fn chosen(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.calls.len()).filter(|&k| self.is_open[k]).collect();
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
            "# Checkpoints for the least time within {} bytes of tape, chosen by `adc checkpoints`.\n# Estimated peak: {:.0} \
             bytes; estimated time of the adjoint: {:.3e} s; measured: {}.\n",
            self.budget,
            self.peak,
            self.time,
            self.times()
        );
        for k in self.chosen() {
            let s = &self.calls[k].site;
            let (snapshot, records) = self.bytes(k);
            let _ = write!(
                out,
                "\n# {}:{}: split, it saves {:.3e} s; snapshot {snapshot:.0} bytes, own records {records:.0} \
                 bytes\n[[call]]\ncaller = \"{}\"\ncallee = \"{}\"\nnumber = {}\ncount = {}\nkind = \"{}\"\n",
                s.file,
                s.line,
                self.savings[k],
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

    /// Times of the measured adjoints.
    fn times(&self) -> String {
        let all: Vec<String> = self.measured.iter().map(|t| format!("{t:.3e} s")).collect();
        all.join(", ")
    }

    /// What was chosen, in a few lines.
    #[must_use]
    pub fn summary(&self) -> String {
        let all = self.chosen();
        let split = all.iter().filter(|&&k| self.split[k]).count();
        let mut out = format!(
            "{split} of {} calls are split; estimated time of the adjoint: {:.3e} s; measured: {}; estimated peak of the \
             tape: {:.0} bytes\n",
            all.len(),
            self.time,
            self.times(),
            self.peak
        );
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
