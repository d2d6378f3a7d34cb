//! The result of a check as a table for people.

use super::compare::{Finding, Report};
use super::place::one_line;

/// Bars of the plot of a Taylor test, from no digit in common to ten.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

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
    for f in &report.findings {
        out += &row(f, width);
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
    let [primal, tangent, adjoint] = report.seconds;
    let relative = |t: Option<f64>| match (t, primal) {
        (Some(t), Some(p)) if p > 0.0 => format!("{t:.1e} s ({:.1} of the primal)", t / p),
        (Some(t), _) => format!("{t:.1e} s"),
        (None, _) => "not measured".to_string(),
    };
    let primal = primal.map_or("not measured".to_string(), |p| format!("{p:.1e} s"));
    let mut out = format!(
        "time: primal {primal}, tangent {}, adjoint {}\n",
        relative(tangent),
        relative(adjoint)
    );
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
