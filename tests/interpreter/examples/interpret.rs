//! interpret FILES -- ARGUMENT...: one run for each argument.
use adc_interpreter::source::{read, Source};
fn main() {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let cut = all.iter().position(|a| a == "--").unwrap_or(all.len());
    let texts: Vec<String> = all[..cut].iter().map(|f| std::fs::read_to_string(f).unwrap()).collect();
    let sources: Vec<Source> = all[..cut]
        .iter()
        .zip(&texts)
        .map(|(name, text)| Source {
            name,
            text,
            fixed: name.ends_with(".f"),
        })
        .collect();
    let program = match read(&sources) {
        Ok(p) => p,
        Err(e) => {
            println!("READ {}", e.lines().next().unwrap_or(""));
            return;
        }
    };
    for a in &all[cut..] {
        if a == "--" {
            continue;
        }
        match adc_interpreter::run(&program, &[a]) {
            Ok(shown) => {
                println!("OK {a} {}", shown.len());
                if std::env::var("SHOW").is_ok() {
                    for (n, v) in shown {
                        println!("@{n} {v:?}");
                    }
                }
            }
            Err(e) => println!(
                "{} {a} {e}",
                if matches!(e, adc_interpreter::stop::Stop::Unsupported(_)) {
                    "LACKS"
                } else {
                    "FAULT"
                }
            ),
        }
    }
}
