//! Nearly valid programs are differentiated or refused with a message: the compiler never crashes, and it can read its
//! own output. `ADC_MUTATIONS=1000` tries this number for each numeric fixture, `ADC_FIXTURE=name` picks fixtures.

use super::mutate::mutated;
use super::rng::Rng;
use crate::support::fixtures::fixtures;
use crate::support::numeric::spec::Spec;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::Program;
use adc_frontend::lines::Includes;
use adc_frontend::parse::{parse_file, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};
use adc_frontend::verify::verify;
use adc_transform::head::{self, HeadText};
use adc_transform::{differentiate, Mode, Options};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Reads texts together.
fn read(texts: &[&str], form: Form) -> (Program, Vec<Diagnostic>) {
    let mut map = SourceMap::default();
    let files: Vec<_> = texts.iter().map(|t| map.add("source", *t, form)).collect();
    let includes = Includes::default();
    let parse = |&file| parse_file(&map, file, &ParseOptions::default(), &includes);
    let (trees, messages): (Vec<_>, Vec<_>) = files.iter().map(parse).unzip();
    let mut messages = messages.concat();
    let (program, more) = resolve(&trees);
    messages.extend(more);
    (program, messages)
}

/// An error in making the derivatives of a text, if any. `runtime` contains the modules that they may use.
fn differentiated(text: &str, head: &HeadText, form: Form, runtime: &[String]) -> Result<(), String> {
    let (program, messages) = read(&[text], form);
    if any_error(&messages) {
        return Ok(());
    }
    let unsound = verify(&program);
    if !unsound.is_empty() {
        return Err(format!("unsound: {unsound:?}"));
    }
    for mode in [Mode::Tangent, Mode::Reverse] {
        let mut messages = vec![];
        let Some(heads) = head::resolve(&program, std::slice::from_ref(head), &mut messages) else {
            return Ok(());
        };
        let (derivative, messages) = differentiate(&program, &heads, mode, &Options::default());
        match derivative.filter(|_| !any_error(&messages)) {
            Some(d) => {
                let Ok(output) = adc_unparse::unparse(&d.program, &d.roots, form, &[]) else {
                    continue;
                };
                // reprinted modules replace the originals
                let mut texts: Vec<&str> = runtime.iter().map(String::as_str).collect();
                texts.extend(d.enlarged.is_empty().then_some(text));
                texts.push(&output);
                let (_, messages) = read(&texts, form);
                if let Some(m) = messages.iter().find(|m| m.is_error()) {
                    return Err(format!(
                        "{mode:?} cannot be read: ADC{:04} {}\n{output}",
                        m.code, m.message
                    ));
                }
            }
            None if any_error(&messages) => {}
            None => return Err(format!("{mode:?}: neither a derivative nor a message")),
        }
    }
    Ok(())
}

#[test]
fn programs_that_are_nearly_right() {
    let count = std::env::var("ADC_MUTATIONS").map_or(8, |n| n.parse().unwrap());
    let mut failures: Vec<String> = vec![];
    for path in &fixtures() {
        let text = std::fs::read_to_string(path).unwrap();
        let spec = Spec::read(path).unwrap();
        let head = HeadText::parse(&spec.head).unwrap();
        let runtime = spec
            .link
            .iter()
            .filter(|f| f.iter().any(|part| part == "runtime-fortran"));
        let runtime: Vec<String> = runtime.map(|f| std::fs::read_to_string(f).unwrap()).collect();
        let form = if path.extension().is_some_and(|e| e == "f") {
            Form::Fixed
        } else {
            Form::Free
        };
        // by its name: adding another fixture does not affect this one
        let folder = path.parent().and_then(|f| f.file_name()).unwrap();
        let mut rng = Rng::of(&folder.to_string_lossy());
        for _ in 0..count {
            let text = mutated(&text, &mut rng);
            let result = catch_unwind(AssertUnwindSafe(|| differentiated(&text, &head, form, &runtime)));
            let wrong = match result {
                Ok(Ok(())) => continue,
                Ok(Err(wrong)) => wrong,
                Err(panic) => match panic.downcast_ref::<String>() {
                    Some(said) => format!("panic: {said}"),
                    None => "panic".into(),
                },
            };
            failures.push(format!("---- {}\n{text}---- {wrong}\n", path.display()));
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}
