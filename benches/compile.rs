//! Run time of the compiler for a program of 10,000 lines: reading it, and both derivatives, from text to text.
//!
//! `cargo bench --bench compile` prints the times. `ADC_BENCH_WRITE=big.f90 cargo bench --bench compile` also writes
//! the program, for measurements of the command itself.
#![allow(missing_docs, clippy::unwrap_used)]

#[allow(dead_code)] // other benchmarks take the rest
mod generate;

use adc_frontend::ast::File;
use adc_frontend::ir::Program;
use adc_frontend::span::{Form, SourceMap};
use adc_transform::head::{resolve, HeadText};
use adc_transform::{differentiate, Derivative, Mode, Options};

/// Lines of the program; `ADC_BENCH_LINES` overrides the number.
fn lines() -> usize {
    std::env::var("ADC_BENCH_LINES").map_or(10_000, |n| n.parse().unwrap())
}

fn main() {
    if let Some(path) = std::env::var_os("ADC_BENCH_WRITE") {
        std::fs::write(path, generate::steps::program(lines())).unwrap();
    }
    divan::main();
}

fn read(text: &str) -> Program {
    load(text).1
}

fn load(text: &str) -> (Vec<File>, Program) {
    let mut map = SourceMap::default();
    let file = map.add("big.f90", text, Form::Free);
    let options = adc_frontend::parse::ParseOptions::default();
    let (trees, program, messages) = adc_frontend::load(&mut map, &[file], &options, &mut |_, _, _| None);
    assert!(messages.is_empty(), "{messages:#?}");
    (trees, program)
}

fn differentiated(program: &Program, mode: Mode) -> Derivative {
    let mut messages = vec![];
    let head = resolve(
        program,
        &[HeadText::parse(generate::steps::HEAD).unwrap()],
        &mut messages,
    )
    .unwrap();
    let (derivative, messages) = differentiate(program, &head, mode, &Options::default());
    assert!(messages.is_empty(), "{messages:#?}");
    derivative.unwrap()
}

#[divan::bench(sample_count = 10)]
fn front_end(bencher: divan::Bencher) {
    let text = generate::steps::program(lines());
    bencher.bench(|| read(&text));
}

#[divan::bench(args = [Mode::Tangent, Mode::Reverse], sample_count = 5)]
fn derivative(bencher: divan::Bencher, mode: Mode) {
    let text = generate::steps::program(lines());
    bencher.bench(|| {
        let program = read(&text);
        let derivative = differentiated(&program, mode);
        adc_unparse::unparse(&derivative.program, &derivative.roots, Form::Free, &[]).unwrap()
    });
}

/// The proof of names, which the command performs on every output: parses the text again, and compares.
#[divan::bench(args = [Mode::Tangent, Mode::Reverse], sample_count = 10)]
fn names_proved(bencher: divan::Bencher, mode: Mode) {
    let (trees, program) = load(&generate::steps::program(lines()));
    let derivative = differentiated(&program, mode);
    let adc_unparse::Unparsed { text, names, .. } =
        adc_unparse::unparse_with_names(&derivative.program, &derivative.roots, Form::Free, &[]).unwrap();
    bencher.bench(|| {
        let mut map = SourceMap::default();
        let file = map.add("big_b.f90", text.as_str(), Form::Free);
        let options = adc_frontend::parse::ParseOptions {
            own: true,
            declarations_only: true,
            ..Default::default()
        };
        let (again, unread) = adc_frontend::parse_files(&mut map, &[file], &options, &mut |_, _, _| None);
        let wrong = names.misread(&derivative.program, (&again[0], &unread), &trees);
        assert!(wrong.is_empty(), "{wrong:#?}");
        again
    });
}
