//! `adc explain`: the pages of the reference of diagnostics.

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of a code written as `ADC0204`, `adc204` or `204`.
pub fn page(code: &str) -> Option<&'static str> {
    let digits = code.trim_ascii().trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let number: u16 = digits.parse().ok()?;
    PAGES.iter().find(|(n, _)| *n == number).map(|(_, page)| *page)
}
