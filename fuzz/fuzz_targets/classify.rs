//! Statements to classes and tokens: the keywords that are cut out follow each other within the statement.
#![no_main]

use adc_frontend::classify::{classify, glued_keyword};
use adc_frontend::lines::assemble;
use adc_frontend::parse::dump_tokens;
use adc_fuzz::source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(s) = source(data) else { return };
    let (lines, _) = assemble(&s.map, s.file, &s.options.lines, &s.includes);
    let mut cuts = vec![];
    for line in &lines.list {
        let text = lines.text_of(line);
        glued_keyword(text);
        let Some(found) = classify(text, line.form, &mut cuts) else { continue };
        assert!(text.get(..found.end).is_some());
        let mut before = 0;
        for cut in &cuts {
            assert!(before <= cut.lo && text.get(cut.lo..cut.hi).is_some(), "{text} {cuts:?}");
            before = cut.hi;
        }
    }
    dump_tokens(&lines);
});
