//! Expands templates of the runtime as `runtime-fortran/template/expand.awk` does: what it repeats for kinds of values
//! and for numbers is a large part of the text.

/// A kind of value of the file `kinds`.
struct Kind<'t> {
    name: &'t str,
    ty: &'t str,
    flags: Vec<&'t str>,
}

/// The text of a template.
pub fn expanded(kinds: &str, template: &str) -> String {
    let kinds: Vec<Kind> = kinds.lines().filter_map(kind).collect();
    let mut out = String::new();
    // the words of the line that begins a repetition, and its text
    let mut open: Option<(Vec<&str>, String)> = None;
    for line in kinds_left_out(template) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words.first().copied(), &mut open) {
            (Some("!@!"), _) => {}
            (Some("!@each"), _) => open = Some((words[1..].to_vec(), String::new())),
            (Some("!@end"), _) => {
                if let Some((what, body)) = open.take() {
                    repeat(&kinds, &what, &body, &mut out);
                }
            }
            (_, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            _ => {
                out.push_str(&line.replace("@KINDS@", &kinds.len().to_string()));
                out.push('\n');
            }
        }
    }
    out
}

fn kind(line: &str) -> Option<Kind<'_>> {
    let mut words = line.split_whitespace();
    (words.next()? == "!@kind").then_some(())?;
    Some(Kind {
        name: words.next()?,
        ty: words.next()?,
        flags: words.collect(),
    })
}

/// The lines of a template other than declarations of kinds.
fn kinds_left_out(template: &str) -> impl Iterator<Item = &str> {
    template.lines().filter(|l| kind(l).is_none())
}

/// Repeats a text: `what` is a flag of kinds, a range of numbers, or both.
fn repeat(kinds: &[Kind], what: &[&str], body: &str, out: &mut String) {
    let number = |word: &&str| word.parse::<usize>().ok();
    let numbers: Vec<usize> = what.iter().filter_map(number).collect();
    let flag = what.iter().find(|w| number(w).is_none());
    let of_kinds = numbers.is_empty() || flag.is_some();
    let range = match numbers.as_slice() {
        &[from, to] => from..=to,
        _ => 1..=1,
    };
    for (k, kind) in kinds.iter().enumerate().take(if of_kinds { kinds.len() } else { 1 }) {
        if flag.is_some_and(|f| !kind.flags.contains(f)) {
            continue;
        }
        for n in range.clone() {
            let mut text = body.to_string();
            if !numbers.is_empty() {
                let colons = vec![":"; n].join(", ");
                text = text.replace("@N@", &n.to_string()).replace("@COLONS@", &colons);
            }
            let text = text.replace("@NAME@", kind.name).replace("@TYPE@", kind.ty);
            out.push_str(&text.replace("@ID@", &(k + 1).to_string()));
        }
    }
}
