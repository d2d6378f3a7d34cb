//! Tree to text and back: the same meaning, and the same text when it is printed again, as it was written and laid out anew.
#![no_main]

use adc_frontend::ast::File;
use adc_frontend::dump::dump;
use adc_frontend::parse::ParseOptions;
use adc_frontend::resolve::resolve;
use adc_frontend::span::Form;
use adc_fuzz::{assert_same, read, source, Source};
use adc_unparse::{print_as_written, print_file};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(s) = source(data) else { return };
    let (tree, messages) = s.parse();
    if !messages.is_empty() {
        return;
    }
    let written = print_as_written(&tree, &s.map, s.file, &s.options.lines);
    let (again, same) = reread(&written, s.map.file(s.file).form, s.options.clone());
    assert_same("as written: another meaning", &meaning(tree.clone()), &meaning(same.clone()), &written);
    let twice = print_as_written(&same, &again.map, again.file, &again.options.lines);
    assert_same("as written: no fixed point", &written, &twice, &written);

    for form in [Form::Fixed, Form::Free] {
        let printed = print_file(&tree, form);
        let (_, same) = reread(&printed, form, ParseOptions::default());
        assert_same("laid out anew: no fixed point", &printed, &print_file(&same, form), &printed);
        assert_same("laid out anew: another meaning", &meaning(tree.clone()), &meaning(same), &printed);
    }
});

/// A printed text as it is read.
fn reread(printed: &str, form: Form, options: ParseOptions) -> (Source, File) {
    let again = read(printed, form, options);
    let (tree, messages) = again.parse();
    assert!(messages.is_empty(), "not read again as {form:?}: {messages:?}\n{printed}");
    (again, tree)
}

/// The program, and what is said about it; parentheses that were added are told from written ones by braces.
fn meaning(tree: File) -> String {
    let (program, messages) = resolve(&[tree]);
    let text = dump(&program).replace('{', "(").replace('}', ")");
    messages.iter().fold(text, |all, m| all + &m.message + "\n")
}
