//! Writes a choice: as a file for `--checkpoints`, as directives, as a summary.

use super::choose::Choice;
use super::profile::{Kind, Site};
use std::collections::BTreeMap;
use std::fmt::Write;

impl Choice {
    /// The sites that a file can choose for, in the order of the text.
    fn chosen(&self) -> Vec<usize> {
        let sites = &self.profile.sites;
        let mut all: Vec<usize> = (0..sites.len()).collect();
        all.retain(|&k| matches!(sites[k].kind, Kind::Open | Kind::Split) && sites[k].count > 0);
        all.sort_by_key(|&k| (&sites[k].file, sites[k].line, &sites[k].callee, sites[k].nth));
        all
    }

    fn kind(&self, site: usize) -> &'static str {
        match self.split[site] {
            true => "split",
            false => "joint",
        }
    }

    /// Runs, bytes of snapshots and of recordings of a site, over all of its contexts.
    fn measured(&self, site: usize) -> (f64, f64, f64) {
        let own = self.profile.nodes.iter().filter(|n| n.site == site);
        own.fold((0.0, 0.0, 0.0), |(runs, snapshot, records), n| {
            let once = n.records / n.calls.max(1.0);
            (
                runs + n.runs,
                f64::max(snapshot, n.largest_snapshot),
                f64::max(records, once),
            )
        })
    }

    /// The text of a file for `--checkpoints`.
    #[must_use]
    pub fn toml(&self) -> String {
        let mut out = format!(
            "# Checkpoints for the least time within {} bytes of tape, chosen by `adc checkpoints`.\n# Estimated peak: {:.0} \
             bytes; estimated time of the adjoint: {:.3} s instead of {:.3} s in the measured run.\n",
            self.budget,
            self.peak,
            self.time,
            self.profile.time()
        );
        for k in self.chosen() {
            let s = &self.profile.sites[k];
            let (runs, snapshot, records) = self.measured(k);
            let _ = write!(
                out,
                "\n# {}:{}: {runs:.0} runs; split, it saves {:.3e} s; snapshot {snapshot:.0} bytes, records {records:.0} \
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
            let s = &self.profile.sites[k];
            lines.entry((&s.file, s.line)).or_default().push(k);
        }
        let mut out = String::new();
        for ((file, line), sites) in lines {
            let split = self.split[sites[0]];
            let names: Vec<String> = sites.iter().map(|&k| name(&self.profile.sites[k])).collect();
            let text = match sites.iter().all(|&k| self.split[k] == split) {
                true if split => "!$adc nocheckpoint",
                true => "!$adc checkpoint",
                false => "(calls of both kinds: use the file)",
            };
            let _ = writeln!(out, "{file}:{line}: {text}  before the call of {}", names.join(", "));
        }
        out
    }

    /// What was chosen, in a few lines.
    #[must_use]
    pub fn summary(&self) -> String {
        let all = self.chosen();
        let split = all.iter().filter(|&&k| self.split[k]).count();
        let mut out = format!(
            "{split} of {} calls are split; estimated time of the adjoint: {:.3} s instead of {:.3} s; estimated peak of \
             the tape: {:.0} bytes\n",
            all.len(),
            self.time,
            self.profile.time(),
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
