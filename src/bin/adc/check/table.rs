//! The result of a check as a table for people.

use super::place::one_line;
use super::report::{Finding, Report, Test};
use super::verdict::Class;

/// Bars of the plot of a Taylor test, from no digit in common to ten.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// So many comparisons that compared nothing, for the same reason, have one line.
const LARGE: usize = 4;

/// The table of a head.
pub fn table(head: &str, report: &Report, notes: &[String]) -> String {
    let mut out = format!("{head}\n");
    for note in notes {
        out += &format!("  {note}\n");
    }
    let width = report
        .findings
        .iter()
        .map(|f| f.subject.chars().count())
        .max()
        .unwrap_or(0)
        .max(7);
    out += &format!(
        "\n  {:<12}  {:<width$}  {:>7}  {:>5}  {:<6}  verdict\n",
        "test", "subject", "error", "order", "digits"
    );
    let mut groups: Vec<Vec<&Finding>> = vec![];
    for f in report.findings.iter().filter(|f| is_mute(f)) {
        match groups.iter_mut().find(|g| (g[0].test, &g[0].note) == (f.test, &f.note)) {
            Some(group) => group.push(f),
            None => groups.push(vec![f]),
        }
    }
    groups.retain(|g| g.len() >= LARGE);
    let is_in_group = |f: &Finding| groups.iter().flatten().any(|other| std::ptr::eq(*other, f));
    for f in report.findings.iter().filter(|f| !is_in_group(f)) {
        out += &row(f, width);
    }
    for group in &groups {
        let of_all = Finding {
            subject: format!("{} pairs", group.len()),
            ..group[0].clone()
        };
        out += &row(&of_all, width);
    }
    out += &format!("\n{}", costs(report));
    if let Some(p) = &report.place {
        out += &format!("the first fault: {}:{}: {}\n  {}\n", p.file, p.line, p.text, p.what);
        for o in &p.originals {
            out += &format!("  it belongs to {}:{}: {}\n", o.file, o.line, one_line(&o.text));
        }
    }
    out += &format!("verdict: {}\n", report.class().word());
    out
}

/// True for a comparison that compared nothing, without a word that is worth a line.
fn is_mute(f: &Finding) -> bool {
    f.class == Class::NotCompared && matches!(f.test, Test::Taylor | Test::Dot | Test::Jacobian)
}

fn row(f: &Finding, width: usize) -> String {
    let error = f.error.map_or(String::new(), |e| format!("{e:.1e}"));
    let order = f.order.map_or(String::new(), |o| format!("{o:.1}"));
    let line = format!(
        "  {:<12}  {:<width$}  {error:>7}  {order:>5}  {:<6}  {}",
        f.test.word(),
        f.subject,
        plot(&f.errors),
        f.class.word()
    );
    let note = f.note.as_ref().map_or(String::new(), |n| format!(": {n}"));
    format!("{line}{note}\n")
}

/// A bar for each step, from the largest on: its height is the number of digits that agree.
fn plot(errors: &[f64]) -> String {
    let bar = |error: &f64| {
        let digits = (-error.max(1e-12).log10()).clamp(0.0, 10.0);
        let height = (digits * 0.8).round();
        (0..BARS.len())
            .rev()
            .find(|&k| k as f64 <= height)
            .map_or(' ', |k| BARS[k])
    };
    errors.iter().map(|e| if e.is_nan() { '?' } else { bar(e) }).collect()
}

/// Times and the peak of the tape.
fn costs(report: &Report) -> String {
    let primal = report.seconds.first().map(|(_, s)| *s);
    let all = report.seconds.iter().enumerate().map(|(k, (name, t))| match primal {
        Some(p) if k > 0 && p > 0.0 => format!("{name} {t:.1e} s ({:.1} of the primal)", t / p),
        _ => format!("{name} {t:.1e} s"),
    });
    let mut out = match report.seconds.is_empty() {
        true => String::new(),
        false => {
            let lines: Vec<String> = all.collect::<Vec<_>>().chunks(3).map(|c| c.join(", ")).collect();
            format!("time: {}\n", lines.join(",\n  "))
        }
    };
    if let Some(bytes) = report.tape {
        out += &format!("tape: {bytes} bytes at most\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_digits() {
        assert_eq!(plot(&[1.0, 1e-5, 1e-10, f64::NAN]), " ▄█?");
    }
}
