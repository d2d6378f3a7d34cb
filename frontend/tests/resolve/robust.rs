//! Resolution terminates on any input without a panic; if it reports no error, its program is sound.

use super::*;

/// A small deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }
}

fn survives(text: String, form: Form) {
    let r = resolve_texts(&[(text.clone(), form)]);
    dump(&r.program);
    if !any_error(&r.diags) {
        assert_eq!(verify(&r.program), Vec::<String>::new(), "{text}");
    }
}

/// Leaves out, doubles or exchanges lines: declarations go missing, blocks break.
#[test]
fn lines() {
    let mut random = Random(11);
    for path in fixtures("programs").into_iter().chain(fixtures("errors")) {
        let (text, form) = read(&path);
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..20 {
            let mut lines = lines.clone();
            let (a, b) = (random.next(lines.len()), random.next(lines.len()));
            match random.next(3) {
                0 => {
                    lines.remove(a);
                }
                1 => lines.insert(a, lines[b]),
                _ => lines.swap(a, b),
            }
            survives(lines.join("\n"), form);
        }
    }
}

/// Replaces words by others: names denote the wrong entities.
#[test]
fn words() {
    let mut random = Random(5);
    for path in fixtures("programs").into_iter().chain(fixtures("errors")) {
        let (text, form) = read(&path);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: Vec<(usize, &str)> = text
            .split(|c| !is_word(c))
            .filter(|w| !w.is_empty())
            .map(|w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
            .collect();
        for _ in 0..40 {
            let (at, old) = words[random.next(words.len())];
            let (_, new) = words[random.next(words.len())];
            let changed = format!("{}{new}{}", &text[..at], &text[at + old.len()..]);
            survives(changed, form);
        }
    }
}
