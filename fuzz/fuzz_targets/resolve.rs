//! Text to the intermediate representation: a program without a message is sound.
#![no_main]

use adc_frontend::diag::any_error;
use adc_frontend::dump::dump;
use adc_frontend::resolve::resolve;
use adc_frontend::verify::verify;
use adc_fuzz::source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(s) = source(data) else { return };
    let (tree, messages) = s.parse();
    let (program, more) = resolve(&[tree]);
    s.check_places(&more);
    dump(&program);
    if !any_error(&messages) && !any_error(&more) {
        assert_eq!(verify(&program), Vec::<String>::new());
    }
});
