//! Helpers of the tests: parsing texts, comparing trees without source spans, calling the compiler.

use adc_frontend::ast::File;
use adc_frontend::parse::{parse, ParseOptions};
use adc_frontend::span::{FileId, Form, SourceMap};
use std::path::PathBuf;
use std::process::Command;

/// Both forms, with the file extension for the compiler.
pub const FORMS: [(Form, &str); 2] = [(Form::Fixed, "f"), (Form::Free, "f90")];

/// Fixtures of a folder with their names, texts and forms.
pub fn fixtures(folder: &str) -> Vec<(String, String, Form)> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(&dir).expect("there are fixtures");
    let mut out: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("a readable directory").path();
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            let form = if name.ends_with(".f") { Form::Fixed } else { Form::Free };
            (name, std::fs::read_to_string(&path).expect("a text"), form)
        })
        .collect();
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

/// Parses a text that has no errors.
pub fn parsed(name: &str, text: &str, form: Form) -> File {
    parsed_in(&mut SourceMap::default(), name, text, form).0
}

/// The same, with the source kept.
pub fn parsed_in(map: &mut SourceMap, name: &str, text: &str, form: Form) -> (File, FileId) {
    let id = map.add(name, text, form);
    let (file, messages) = parse(map, id, &ParseOptions::default(), &mut |map, name, from| {
        let form = map.file(from).form;
        (name == "included.inc").then(|| map.add(name, "      integer j ! included\n\n", form))
    });
    assert!(messages.is_empty(), "{name}: {messages:?}\n{text}");
    (file, id)
}

/// A tree as text, without source spans.
pub fn shape(file: &File) -> String {
    let text = format!("{file:#?}");
    let lines = text.lines().filter(|l| {
        let l = l.trim().trim_end_matches(',').trim_start_matches("span: ");
        let is_place = l
            .split_once("..")
            .is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok());
        !is_place
    });
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// Compiles a text; panics with the compiler's messages if there are any.
pub fn compile(name: &str, text: &str, extension: &str, flags: &[&str]) {
    let dir = std::env::temp_dir().join(format!("adc-unparse-{}-{name}-{extension}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory for the compiler");
    let file = dir.join(format!("text.{extension}"));
    std::fs::write(&file, text).expect("a file for the compiler");
    let run = Command::new("gfortran")
        .arg("-fsyntax-only")
        .args(flags)
        .arg(&file)
        .current_dir(&dir)
        .output();
    let output = run.expect("gfortran is installed");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && messages.is_empty(),
        "{name}: {messages}\n{text}"
    );
    std::fs::remove_dir_all(&dir).expect("the directory can be removed");
}
