//! The page: one template with its style, its script and the data, and no other file.

use super::data::{Data, FORMAT};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 5] = [
    include_str!("text.js"),
    include_str!("model.js"),
    include_str!("lines.js"),
    include_str!("tables.js"),
    include_str!("page.js"),
];
/// What stands before and after the data in a page.
const OPEN: &str = "<script type=\"application/json\" id=\"data\">";
const CLOSE: &str = "</script>";

/// The data as text.
pub fn json(data: &Data) -> String {
    // all of it are lists, texts and finite numbers
    serde_json::to_string(data).unwrap_or_default()
}

/// The page.
pub fn html(data: &Data) -> String {
    // in JSON, these letters are in texts alone
    let data = json(data).replace('<', "\\u003c");
    let mut page = String::with_capacity(data.len() + 100_000);
    for part in TEMPLATE.split_inclusive('\n') {
        match part.trim() {
            "@style" => page += STYLE,
            "@data" => page.extend([OPEN, &data, CLOSE, "\n"]),
            "@script" => page.extend(SCRIPTS),
            _ => page += part,
        }
    }
    page
}

/// The data of a page, or of a file with the data alone.
///
/// # Errors
/// If the text is no report, or one of another version of `adc`.
pub fn read(text: &str) -> Result<Data, String> {
    let inside = |page: &'_ str| -> Option<(usize, usize)> {
        let from = page.find(OPEN)? + OPEN.len();
        Some((from, from + page[from..].find(CLOSE)?))
    };
    let data = inside(text).map_or(text, |(from, to)| &text[from..to]);
    let data: Data = serde_json::from_str(data).map_err(|_| "it is not a report of this version of adc".to_string())?;
    match data.format {
        FORMAT => Ok(data),
        _ => Err("it is a report of another version of adc".into()),
    }
}
