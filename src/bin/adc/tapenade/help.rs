//! The list of options: for `adc tapenade -help`, and as tables of the book.

use super::optimisations::rows;
use super::rows::ROWS;
use super::table::{Effect, Row};

/// The width of the list.
const WIDTH: usize = 80;
/// The column in which texts begin.
const INDENT: usize = 6;

/// The text of `-help`.
pub fn text() -> String {
    let mut out = String::from(
        "Differentiates a program, with the command line of Tapenade 3.16.\n\
         Usage: adc tapenade [options] files\n\n\
         Options:\n",
    );
    for row in ROWS {
        out += &format!("  {}\n", spelt(row, ""));
        out += &wrapped(&meaning(row));
    }
    let names: Vec<&str> = rows().iter().map(|r| r.0).collect();
    out + "\nNames after -nooptim:\n" + &wrapped(&names.join(", "))
}

/// A text below an option, in lines.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut line = " ".repeat(INDENT);
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            out += &format!("{line}\n");
            line = " ".repeat(INDENT);
        }
        if line.len() > INDENT {
            line.push(' ');
        }
        line += word;
    }
    out + &line + "\n"
}

/// The spellings with the name of the value.
fn spelt(row: &Row, quote: &str) -> String {
    let value = row.value.map_or(String::new(), |v| format!(" <{v}>"));
    let all = row.spellings.iter().map(|s| format!("{quote}{s}{quote}"));
    format!("{}{value}", all.collect::<Vec<_>>().join(", "))
}

fn meaning(row: &Row) -> String {
    match row.effect {
        Effect::Obeyed(_) => row.text.to_string(),
        Effect::Always => format!("always so: {}", row.text),
        Effect::None => format!("no effect: {}", row.text),
        Effect::Error(advice) => format!("error ({}): {advice}", row.text),
    }
}

#[cfg(test)]
mod tests {
    use super::{rows, spelt, Effect, ROWS};

    const PAGE: &str = "docs/reference/tapenade-options.md";
    const MARKS: [&str; 4] = [
        "<!-- options: made from the table in src/bin/adc/tapenade -->",
        "<!-- end of options -->",
        "<!-- optimisations: made from the table in src/bin/adc/tapenade -->",
        "<!-- end of optimisations -->",
    ];

    /// The tables of the page.
    fn tables() -> [String; 2] {
        let mut options = String::from("| option | effect | meaning in adc |\n|---|---|---|\n");
        for row in ROWS {
            let value = row.value.map_or(String::new(), |v| format!(" *{v}*"));
            let names = spelt(row, "`");
            let names = names.split(" <").next().unwrap_or_default();
            let (effect, text) = match row.effect {
                Effect::Obeyed(_) => ("obeyed", row.text.to_string()),
                Effect::Always => ("always so", row.text.to_string()),
                Effect::None => ("none", row.text.to_string()),
                Effect::Error(advice) => ("error", format!("{}: {advice}", row.text)),
            };
            options += &format!("| {names}{value} | {effect} | {text} |\n");
        }
        let mut optims = String::from("| `-nooptim` | `--no-opt` of adc |\n|---|---|\n");
        for (name, own) in rows() {
            let own = if own.is_empty() { "none" } else { &own };
            optims += &format!("| `{name}` | {own} |\n");
        }
        [options, optims]
    }

    #[test]
    fn the_page_has_the_table() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
        let page = std::fs::read_to_string(&path).unwrap();
        let [options, optims] = tables();
        let [a, b, c, d] = MARKS;
        let (before, rest) = page.split_once(a).unwrap();
        let (_, rest) = rest.split_once(b).unwrap();
        let (between, rest) = rest.split_once(c).unwrap();
        let (_, after) = rest.split_once(d).unwrap();
        let wanted = format!("{before}{a}\n\n{options}\n{b}{between}{c}\n\n{optims}\n{d}{after}");
        if std::env::var_os("ADC_BLESS").is_some() {
            std::fs::write(&path, &wanted).unwrap();
        }
        assert!(
            page == wanted || std::env::var_os("ADC_BLESS").is_some(),
            "{PAGE} differs from the table; run the tests with ADC_BLESS=1"
        );
    }

    #[test]
    fn lines_are_short() {
        let long = super::text();
        let long: Vec<&str> = long
            .lines()
            .filter(|l| l.starts_with("      ") && l.len() > super::WIDTH)
            .collect();
        assert!(long.is_empty(), "{long:?}");
    }
}
