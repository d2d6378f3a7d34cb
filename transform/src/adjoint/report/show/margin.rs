//! Decisions in the margin of the source.

use super::super::{Call, Procedure, Reason, Report, Statement};
use adc_analysis::show::Notes;
use adc_frontend::span::SourceMap;
use std::collections::BTreeSet;

/// Notes the statements of the forward sweeps, and the zones live at the entries of adjoints.
pub fn liveness(report: &Report, map: &SourceMap) -> Notes {
    let opening = |p: &Procedure| format!("live at entry: {}", list(&p.live_at_entry));
    // normalisation may have split a statement into several
    let all = || {
        report
            .procedures
            .iter()
            .flat_map(|p| &p.statements)
            .filter(|s| !s.is_region)
    };
    let places = |live: bool| all().filter(|s| s.is_live == live).map(|s| s.span.lo).collect();
    let (live, left_out): (BTreeSet<_>, BTreeSet<_>) = (places(true), places(false));
    // a fused loop is on the line of its region; a region of a directive has a line of its own
    let statements: BTreeSet<_> = all().map(|s| s.span.lo).collect();
    let regions = report.procedures.iter().flat_map(|p| &p.statements);
    let regions: BTreeSet<_> = regions.filter(|s| s.is_region).map(|s| s.span.lo).collect();
    noted(report, map, &opening, &|s| {
        let in_part = !s.is_region && live.contains(&s.span.lo) && left_out.contains(&s.span.lo);
        let live = match (s.is_live, s.stays) {
            (_, None) if in_part => "live in part".to_string(),
            (false, _) if in_part => return None,
            (false, _) => "not live".to_string(),
            (true, None) => "live".to_string(),
            (true, Some(r)) => format!("live: {}", reason(r)),
        };
        let place = s.span.lo;
        Some(match s.is_region {
            true if statements.contains(&place) => format!("first run: {live}"),
            true => format!("first run: {live}, second run: below"),
            false if regions.contains(&place) => format!("second run: {live}"),
            false => live,
        })
    })
}

/// Notes pushed and recomputed values.
pub fn tbr(report: &Report, map: &SourceMap) -> Notes {
    let opening = |p: &Procedure| match p.account.total.is_none() && p.account.arrays.is_none() {
        true => "nothing recorded".to_string(),
        false => String::new(),
    };
    noted(report, map, &opening, &|s| {
        let mut pushed = s.pushed.clone();
        if s.control {
            pushed.push("branch".into());
        }
        let parts = [
            (&pushed, "push"),
            (&s.again.iter().cloned().collect(), "recompute"),
            (&s.kept, "push for its adjoint"),
        ];
        parts_of(&parts)
    })
}

/// Notes variables that adjoints leave changed, and values kept around the adjoints of calls.
pub fn adjoint_write(report: &Report, map: &SourceMap) -> Notes {
    let opening = |p: &Procedure| format!("changed: {}", list(&p.left_changed));
    noted(report, map, &opening, &|s| {
        let kept = [s.popped_after.as_slice(), &s.kept].concat();
        match s.call? {
            Call::Split => Some("split".into()),
            Call::Joint => {
                let parts = [(&s.pushed, "snapshot"), (&kept, "save and restore")];
                Some(parts_of(&parts).unwrap_or_else(|| "no snapshot".into()))
            }
        }
    })
}

fn parts_of(parts: &[(&Vec<String>, &str)]) -> Option<String> {
    let parts = parts.iter().filter(|(names, _)| !names.is_empty());
    let parts: Vec<String> = parts
        .map(|(names, what)| format!("{what}: {}", names.join(", ")))
        .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn list(names: &[String]) -> String {
    match names {
        [] => "nothing".into(),
        names => names.join(", "),
    }
}

fn reason(r: Reason) -> &'static str {
    match r {
        Reason::Prints => "prints",
        Reason::UsesFiles => "uses files",
        Reason::Stops => "stops",
        Reason::Allocates => "allocates",
        Reason::Calls => "calls a procedure with side effects",
    }
}

fn noted(
    report: &Report,
    map: &SourceMap,
    opening: &dyn Fn(&Procedure) -> String,
    of: &dyn Fn(&Statement) -> Option<String>,
) -> Notes {
    let mut notes = Notes::default();
    for p in &report.procedures {
        notes.add(map, p.span, &opening(p));
        for s in &p.statements {
            if let Some(note) = of(s) {
                notes.add(map, s.span, &note);
            }
        }
    }
    notes
}
