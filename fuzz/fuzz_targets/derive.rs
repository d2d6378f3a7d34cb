//! Programs to derivatives: output or a message. The first line says what is differentiated, as `! head:` does in the numeric fixtures.
#![no_main]

use adc_frontend::diag::any_error;
use adc_frontend::resolve::resolve;
use adc_fuzz::source;
use adc_transform::head::{self, HeadText};
use adc_transform::{differentiate, Mode, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(end) = data.iter().position(|&b| b == b'\n') else { return };
    let (first, rest) = data.split_at(end);
    let Some(head) = std::str::from_utf8(first).ok().and_then(|t| HeadText::parse(t).ok()) else { return };
    let Some(s) = source(&rest[1..]) else { return };
    let (tree, mut messages) = s.parse();
    let (program, more) = resolve(&[tree]);
    messages.extend(more);
    if any_error(&messages) {
        return;
    }
    for mode in [Mode::Tangent, Mode::Reverse] {
        let mut messages = vec![];
        let Some(heads) = head::resolve(&program, std::slice::from_ref(&head), &mut messages) else { return };
        let (derivative, more) = differentiate(&program, &heads, mode, &Options::default());
        let form = s.map.file(s.file).form;
        match derivative.filter(|_| !any_error(&more)) {
            Some(d) => drop(adc_unparse::unparse(&d.program, &d.roots, form, &[])),
            None => assert!(any_error(&more), "neither a derivative nor a message"),
        }
    }
});
