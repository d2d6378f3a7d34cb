//! The result of a check as JSON: an array with an object for each head.

use super::place::Place;
use super::report::{Finding, Report};
use adc::{quoted, Assignment};

/// The object of a head.
pub fn object(head: &str, report: &Report, notes: &[String]) -> String {
    let findings: Vec<String> = report.findings.iter().map(finding).collect();
    let seconds: Vec<String> = report
        .seconds
        .iter()
        .map(|(name, s)| format!("{}:{}", quoted(name), number(Some(*s))))
        .collect();
    let notes: Vec<String> = notes.iter().map(|n| quoted(n)).collect();
    format!(
        "{{\"head\":{},\"verdict\":{},\"notes\":[{}],\"seconds\":{{{}}},\"tape_bytes\":{},\"place\":{},\"tests\":[{}]}}",
        quoted(head),
        quoted(report.class().word()),
        notes.join(","),
        seconds.join(","),
        number(report.tape),
        report.place.as_ref().map_or("null".to_string(), place),
        findings.join(",\n ")
    )
}

fn place(p: &Place) -> String {
    let (file, text, what) = (quoted(&p.file), quoted(&p.text), quoted(&p.what));
    let original = |o: &Assignment| format!("{{\"file\":{},\"line\":{}}}", quoted(&o.file), o.line);
    let originals: Vec<String> = p.originals.iter().map(original).collect();
    format!(
        "{{\"file\":{file},\"line\":{},\"statement\":{text},\"fault\":{what},\"originals\":[{}]}}",
        p.line,
        originals.join(",")
    )
}

fn finding(f: &Finding) -> String {
    let errors: Vec<String> = f.errors.iter().map(|e| number(Some(*e))).collect();
    let note = f.note.as_ref().map_or("null".to_string(), |n| quoted(n));
    format!(
        "{{\"test\":{},\"subject\":{},\"verdict\":{},\"error\":{},\"errors\":[{}],\"order\":{},\"note\":{note}}}",
        quoted(f.test.word()),
        quoted(&f.subject),
        quoted(f.class.word()),
        number(f.error),
        errors.join(","),
        number(f.order)
    )
}

/// A number, or `null` for what is none in JSON.
fn number(x: Option<f64>) -> String {
    x.filter(|x| x.is_finite())
        .map_or("null".to_string(), |x| format!("{x:e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        assert_eq!(number(Some(1.5)), "1.5e0");
        assert_eq!(number(Some(f64::NAN)), "null");
        assert_eq!(quoted("a\"\n"), "\"a\\\"\\n\"");
    }
}
