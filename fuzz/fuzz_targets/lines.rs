//! Text to logical lines: every byte of a statement comes from a place in the source.
#![no_main]

use adc_frontend::lines::assemble;
use adc_fuzz::source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(s) = source(data) else { return };
    let (lines, messages) = assemble(&s.map, s.file, &s.options.lines, &s.includes);
    s.check_places(&messages);
    let end = s.map.files().map(|(_, f)| f.base + f.text.len() as u32).max();
    for line in &lines.list {
        let mut positions = lines.positions(line);
        for at in 0..lines.text_of(line).len() {
            assert!(Some(positions.of(at)) <= end);
        }
    }
    lines.dump(&s.map);
});
