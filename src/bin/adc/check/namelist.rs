//! The format of NAMELIST input, as far as whole variables and components have values in it: `&group n = 3, x = 2*0.5 /`.
//!
//! Values of several groups count together. The group `shapes` has the extents of arrays instead, such as `x = 0:9`; the
//! group `varying` has components whose extents differ from object to object, which are refused, as are null values and
//! subscripts.

use std::collections::BTreeMap;

/// Lists by names, in lower case.
pub type Lists = BTreeMap<String, Vec<String>>;

/// The values and the extents of each name.
///
/// # Errors
/// If the text has another format.
pub fn read(text: &str) -> Result<(Lists, Lists), String> {
    let mut both = [Lists::new(), Lists::new()];
    let mut is_shape = false;
    let mut name: Option<String> = None;
    let mut inside = false;
    let tokens = tokens(text)?;
    for (k, token) in tokens.iter().enumerate() {
        let is_name = tokens.get(k + 1).is_some_and(|next| next == "=");
        match token.as_str() {
            "/" | "&end" | "$end" => inside = false,
            group if !inside && group.starts_with(['&', '$']) => {
                inside = true;
                is_shape = group[1..].eq_ignore_ascii_case("shapes");
                if group[1..].eq_ignore_ascii_case("varying") {
                    let name = tokens.get(k + 1).map_or("", String::as_str);
                    return Err(format!(
                        "`{name}` has other extents in other objects, which a driver cannot make; leave it out"
                    ));
                }
            }
            _ if !inside => {}
            "=" => {}
            word if is_name && word.contains('(') => {
                return Err(format!(
                    "`{word}`: give all values of the variable, without a subscript"
                ))
            }
            word if is_name => {
                let folded = word.to_ascii_lowercase();
                both[usize::from(is_shape)].insert(folded.clone(), vec![]);
                name = Some(folded);
            }
            value => {
                let last = name.as_ref().and_then(|n| both[usize::from(is_shape)].get_mut(n));
                let list: &mut Vec<String> = last.ok_or_else(|| format!("`{value}` follows no name"))?;
                list.extend(repeated(value)?);
            }
        }
    }
    let [values, shapes] = both;
    Ok((values, shapes))
}

/// The values of a list, such as `1.0, 2*0.5`.
///
/// # Errors
/// If the list has another format.
pub fn values(list: &str) -> Result<Vec<String>, String> {
    let parts: Result<Vec<Vec<String>>, String> = tokens(list)?.iter().map(|t| repeated(t)).collect();
    Ok(parts?.concat())
}

/// `3*0.5` is a value three times.
fn repeated(token: &str) -> Result<Vec<String>, String> {
    let counted = token.split_once('*').filter(|_| !token.starts_with(['\'', '"']));
    match counted {
        None => Ok(vec![token.to_string()]),
        Some((count, value)) => match count.parse::<usize>() {
            Ok(n) if !value.is_empty() => Ok(vec![value.to_string(); n]),
            _ => Err(format!("`{token}` is not a value")),
        },
    }
}

/// Words, `=`, `/` and literals; complex numbers and subscripts keep their parentheses.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut all = vec![];
    let mut word = String::new();
    let mut chars = text.chars();
    let mut depth = 0;
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                word.push(c);
                loop {
                    let next = chars.next().ok_or("a literal has no end")?;
                    word.push(next);
                    if next == c {
                        break;
                    }
                }
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        let ends = depth == 0 && (c.is_whitespace() || matches!(c, ',' | '=' | '/' | '!'));
        if !ends {
            word.extend(Some(c).filter(|c| !c.is_whitespace()));
            continue;
        }
        if !word.is_empty() {
            all.push(std::mem::take(&mut word));
        }
        match c {
            '=' | '/' => all.push(c.to_string()),
            '!' => drop(chars.by_ref().find(|&c| c == '\n')),
            _ => {}
        }
    }
    if !word.is_empty() {
        all.push(word);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_names_and_repeats() {
        let text = "&a n = 3, X = 1.0 2*.5 ! comment = 1\n s%k=(1.0, 2.0) /\n&b name='a b', on=.true. /";
        let (all, _) = read(text).unwrap();
        assert_eq!(all["n"], ["3"]);
        assert_eq!(all["x"], ["1.0", ".5", ".5"]);
        assert_eq!(all["s%k"], ["(1.0,2.0)"]);
        assert_eq!(all["name"], ["'a b'"]);
        assert_eq!(all["on"], [".true."]);
    }

    #[test]
    fn shapes_are_apart() {
        let (values, shapes) = read("&shapes x = 0:9,1:2 /\n&values x = 1 /").unwrap();
        assert_eq!(shapes["x"], ["0:9", "1:2"]);
        assert_eq!(values["x"], ["1"]);
    }

    #[test]
    fn subscripts_are_refused() {
        assert!(read("&a x(2) = 1 /").is_err());
    }
}
