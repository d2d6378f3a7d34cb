//! Tables of measurements in the book, which the benchmarks update.

use std::path::Path;

/// Marks around the measurements in a page.
const MARKS: [&str; 2] = ["<!-- table -->\n", "<!-- end of table -->\n"];

/// Writes tables into a page of `docs/`.
pub fn write(page: &str, tables: &str) -> Result<(), String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let around = text.split_once(MARKS[0]);
    let around = around.and_then(|(before, rest)| Some((before, rest.split_once(MARKS[1])?.1)));
    let (before, after) = around.ok_or_else(|| format!("{}: no marks around the table", page.display()))?;
    let text = format!("{before}{}{tables}{}{after}", MARKS[0], MARKS[1]);
    std::fs::write(&page, text).map_err(|e| format!("{}: {e}", page.display()))
}
