//! Checks that a text is one JSON value, well enough for the command's output.

/// Checks the whole text.
pub fn check(text: &str) -> Result<(), String> {
    let rest = value(text.trim_start())?;
    if rest.trim().is_empty() {
        Ok(())
    } else {
        Err(format!("unexpected `{rest}`"))
    }
}

/// Parses one value; returns the text after it.
fn value(text: &str) -> Result<&str, String> {
    match text.chars().next() {
        Some('{') => items(&text[1..], '}', |t| {
            let t = string(t)?.trim_start();
            value(t.strip_prefix(':').ok_or("no colon")?.trim_start())
        }),
        Some('[') => items(&text[1..], ']', value),
        Some('"') => string(text),
        Some(c) if c.is_ascii_digit() || c == '-' => {
            let end = text.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
            let (number, rest) = text.split_at(end.unwrap_or(text.len()));
            number.parse::<f64>().map_err(|_| format!("`{number}` is no number"))?;
            Ok(rest)
        }
        _ => ["true", "false", "null"]
            .iter()
            .find_map(|w| text.strip_prefix(w))
            .ok_or(format!("no value at `{text}`")),
    }
}

fn items(text: &str, close: char, item: fn(&str) -> Result<&str, String>) -> Result<&str, String> {
    let mut rest = text.trim_start();
    if let Some(rest) = rest.strip_prefix(close) {
        return Ok(rest);
    }
    loop {
        rest = item(rest)?.trim_start();
        if let Some(rest) = rest.strip_prefix(close) {
            return Ok(rest);
        }
        rest = rest
            .strip_prefix(',')
            .ok_or(format!("no comma at `{rest}`"))?
            .trim_start();
    }
}

fn string(text: &str) -> Result<&str, String> {
    let body = text.strip_prefix('"').ok_or(format!("no string at `{text}`"))?;
    let mut chars = body.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok(&body[at + 1..]),
            '\\' => match chars.next() {
                Some((_, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {}
                Some((at, 'u')) => {
                    let digits = body.get(at + 1..at + 5).unwrap_or("");
                    if digits.len() != 4 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
                        return Err(format!("\\u{digits} is no character"));
                    }
                }
                _ => return Err("unknown escape".into()),
            },
            c if u32::from(c) < 0x20 => return Err(format!("control character {}", u32::from(c))),
            _ => {}
        }
    }
    Err("string is not closed".into())
}
