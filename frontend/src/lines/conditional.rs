//! Conditional compilation of OpenMP: lines after the sentinel `!$` (in fixed form also `C$`, `*$`) are statements for
//! compilers with the option `-fopenmp`, and comments for others.
//!
//! | | free form | fixed form |
//! |---|---|---|
//! | sentinel | `!$`, with only blanks before it | `!$`, `C$`, `c$`, `*$` in columns 1 and 2 |
//! | an initial line | a blank after it | columns 3 to 5 blank or a label, column 6 blank or 0 |
//! | a continuation line | anything after it but a directive's name | columns 3 to 5 blank |
//!
//! Directives (`!$omp`, `!$acc`, `!$openad`) have a letter after the sentinel and stay comments here.

/// The length of blanks and sentinel of a free-form line with a conditional statement.
pub(super) fn free_sentinel(line: &str, goes_on: bool) -> Option<usize> {
    let body = line.trim_ascii_start();
    let rest = body.strip_prefix("!$")?;
    let is_it = match rest.bytes().next() {
        None => false,
        Some(b' ' | b'\t') => !rest.trim_ascii().is_empty(),
        Some(c) => goes_on && !c.is_ascii_alphabetic(),
    };
    is_it.then_some(line.len() - rest.len())
}

/// A fixed-form line with a conditional statement, its sentinel replaced by blanks.
pub(super) fn fixed_statement(line: &str) -> Option<String> {
    let b = line.as_bytes();
    let sentinel = matches!(b, [b'!' | b'c' | b'C' | b'*', b'$', ..]);
    let rest = b.get(2..).filter(|_| sentinel)?;
    let label = &rest[..rest.len().min(3)];
    let up_to_tab = label.split(|&c| c == b'\t').next().unwrap_or_default();
    let fits = up_to_tab.iter().all(|c| *c == b' ' || c.is_ascii_digit());
    (fits && !rest.trim_ascii().is_empty()).then(|| format!("  {}", &line[2..]))
}
