//! Text to the syntax tree: all that is not understood has a message.
#![no_main]

use adc_fuzz::source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some(s) = source(data) {
        s.parse();
    }
});
