//! Programs in memory.

use adc_frontend::ast::File;
use adc_frontend::ir::Program;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{Form, SourceMap};

/// A program of one file, without a message, and its tree.
#[track_caller]
pub fn read(text: &str, form: Form) -> (Program, Vec<File>) {
    let mut map = SourceMap::default();
    let file = map.add("source", text, form);
    let (trees, program, messages) =
        adc_frontend::load(&mut map, &[file], &ParseOptions::default(), &mut |_, _, _| None);
    assert!(messages.is_empty(), "{messages:#?}");
    (program, trees)
}
