//! The parser terminates on any input without a panic, and its tree can be walked.

use crate::support::{check_spans, parse_text};
use adc_frontend::span::Form;

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

fn fixtures() -> Vec<(Vec<char>, Form)> {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .expect("fixtures")
        .map(|e| e.expect("entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|p| {
            let form = if p.extension().is_some_and(|e| e == "f") {
                Form::Fixed
            } else {
                Form::Free
            };
            (std::fs::read_to_string(p).expect("fixture").chars().collect(), form)
        })
        .collect()
}

fn survives(text: &str, form: Form) {
    check_spans(&parse_text(text, form));
}

#[test]
fn truncated() {
    let mut random = Random(1);
    for (text, form) in fixtures() {
        for _ in 0..12 {
            let cut: String = text[..random.next(text.len())].iter().collect();
            survives(&cut, form);
        }
    }
}

#[test]
fn mutated() {
    let odd: Vec<char> = "()'\"/*=,:%&!;\n\t 0hH.e_[]é\0<>".chars().collect();
    let mut random = Random(7);
    for (text, form) in fixtures() {
        for _ in 0..25 {
            let mut t = text.clone();
            for _ in 0..1 + random.next(12) {
                let i = random.next(t.len());
                match random.next(4) {
                    0 => t[i] = odd[random.next(odd.len())],
                    1 => t.insert(i, odd[random.next(odd.len())]),
                    2 => drop(t.remove(i)),
                    _ => {
                        let j = (i + random.next(40)).min(t.len());
                        let piece: Vec<char> = t[i..j].to_vec();
                        let k = random.next(t.len());
                        t.splice(k..k, piece);
                    }
                }
            }
            let t: String = t.into_iter().collect();
            survives(&t, form);
            // Also the other form, as with a wrong option.
            survives(&t, if form == Form::Fixed { Form::Free } else { Form::Fixed });
        }
    }
}

#[test]
fn noise() {
    let mut random = Random(3);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.next(400)).map(|_| random.next(256) as u8).collect();
        let text: String = bytes.iter().map(|&b| b as char).collect();
        survives(&text, Form::Fixed);
        survives(&text, Form::Free);
    }
}

/// Long and deep statements: time stays linear, and recursion is bounded.
#[test]
fn extremes() {
    let n = 20_000;
    let texts = [
        format!("x = {}1{}", "(".repeat(n), ")".repeat(n)),
        format!("x = 1{}", "+1".repeat(n)),
        format!("x = {}1", "-".repeat(n)),
        format!("x = {}a", ".not.".repeat(n)),
        format!("x = a{}", "%b".repeat(n)),
        format!("x = a{}", "(1)".repeat(n)),
        format!("x = '{}", "'".repeat(n)),
        format!("call f({})", "1,".repeat(n)),
        format!("data x /{}1/", "2*4habcd,".repeat(n / 4)),
        format!("x = 3{}", "*2h ".repeat(n / 4)),
        "if(a)".repeat(n),
        "if(a)then\n".repeat(n / 10),
        "do\n".repeat(n / 10),
        "interface\nsubroutine s\n".repeat(n / 10),
        format!("a{}", ";a".repeat(n)),
        "integer,".repeat(n),
        format!("use m, only: {}", "operator(+),".repeat(n / 4)),
        format!("real {}", "function".repeat(n)),
        "recursive ".repeat(n),
        "x = 9h".repeat(n),
        "&\n".repeat(n / 4),
        format!("implicit {}", "real(a),".repeat(n / 8)),
        "(".repeat(n),
        format!("a{}", "=".repeat(n)),
    ];
    for t in &texts {
        // These have too many spans to check one by one.
        parse_text(t, Form::Free);
        parse_text(&format!("      {}", t.replace('\n', "\n      ")), Form::Fixed);
        let folded: String = t.as_bytes().chunks(60).fold(String::new(), |s, c| {
            let lead = if s.is_empty() { "      " } else { "\n     &" };
            s + lead + &String::from_utf8_lossy(c)
        });
        parse_text(&folded, Form::Fixed);
    }
}

/// The deepest trees that are accepted can be printed and dropped on a small stack.
#[test]
fn deepest_accepted() {
    let texts = [
        format!("x = {}1{}\nend\n", "(".repeat(199), ")".repeat(199)),
        format!("x = {}1\nend\n", "1+".repeat(990)),
        format!("x = {}1{}\nend\n", "f(".repeat(199), ")".repeat(199)),
        format!("{}{}end\n", "do\n".repeat(240), "end do\n".repeat(240)),
        format!("{}x=1\n{}end\n", "if (a) then\n".repeat(240), "end if\n".repeat(240)),
    ];
    for t in &texts {
        let p = parse_text(t, Form::Free);
        assert_eq!(p.diags, []);
        check_spans(&p);
    }
}
