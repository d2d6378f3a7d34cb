//! Name resolution on fixtures: the program and its messages; properties that every input must satisfy.

use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::dump::dump;
use adc_frontend::ir::Program;
use adc_frontend::parse::{parse, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};
use adc_frontend::verify::verify;
use std::path::{Path, PathBuf};

mod robust;

fn form_of(path: &Path) -> Form {
    match path.extension().and_then(|e| e.to_str()) {
        Some("f") => Form::Fixed,
        _ => Form::Free,
    }
}

struct Resolved {
    map: SourceMap,
    program: Program,
    diags: Vec<Diagnostic>,
}

/// Parses and resolves texts together.
fn resolve_texts(texts: &[(String, Form)]) -> Resolved {
    let mut map = SourceMap::default();
    let files: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(i, (text, form))| map.add(format!("{i}"), text.clone(), *form))
        .collect();
    let mut trees = vec![];
    let mut diags = vec![];
    for file in files {
        let (tree, more) = parse(&mut map, file, &ParseOptions::default(), &mut |_, _, _| None);
        trees.push(tree);
        diags.extend(more);
    }
    let (program, more) = resolve(&trees);
    diags.extend(more);
    Resolved { map, program, diags }
}

/// One line for each message and for each place that it marks.
fn messages(r: &Resolved) -> String {
    let at = |lo: u32| match r.map.locate(lo) {
        Some((_, line, column)) => format!("{line}:{column}"),
        None => "nowhere".into(),
    };
    let mut out = String::new();
    for d in &r.diags {
        out += &format!("{} {:?} ADC{:04} {}\n", at(d.span.lo), d.severity, d.code, d.message);
        for s in &d.secondary {
            out += &format!("    {} {}\n", at(s.span.lo), s.text);
        }
        for n in &d.notes {
            out += &format!("    note: {n}\n");
        }
        if let Some(h) = &d.help {
            out += &format!("    help: {h}\n");
        }
    }
    out
}

fn fixtures(dir: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/resolve").join(dir);
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .expect("fixtures")
        .map(|e| e.expect("entry").path())
        .collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> (String, Form) {
    (std::fs::read_to_string(path).expect("fixture"), form_of(path))
}

#[test]
fn programs() {
    insta::glob!("programs/*.f*", |path| {
        let r = resolve_texts(&[read(path)]);
        assert_eq!(messages(&r), "", "no complaint about a valid program");
        assert_eq!(verify(&r.program), Vec::<String>::new());
        insta::assert_snapshot!(dump(&r.program));
    });
}

#[test]
fn errors() {
    insta::glob!("errors/*.f*", |path| {
        let r = resolve_texts(&[read(path)]);
        assert!(any_error(&r.diags));
        insta::assert_snapshot!(messages(&r));
    });
}

#[test]
fn modules_across_files() {
    let user = "subroutine s(x)\n use m\n real(wp) :: x\n x = scale*x\nend subroutine\n";
    let module = "module m\n use k\n real(wp), parameter :: scale = 2\nend module\n";
    let kinds = "module k\n integer, parameter :: wp = 8\nend module\n";
    let texts: Vec<_> = [user, module, kinds].map(|t| (t.to_string(), Form::Free)).into();
    let r = resolve_texts(&texts);
    assert_eq!(messages(&r), "");
    insta::assert_snapshot!(dump(&r.program));
}

#[test]
fn calls_are_linked_across_files_and_forms() {
    let head = "      subroutine head(x, y)\n      real x(3), y\n      call inner(x(2), y)\n      end\n";
    let inner = "subroutine inner(a, b)\n real, intent(in) :: a(2)\n real :: b\n b = sum(a)\nend subroutine\n";
    let r = resolve_texts(&[(head.into(), Form::Fixed), (inner.into(), Form::Free)]);
    assert_eq!(messages(&r), "");
    insta::assert_snapshot!(dump(&r.program));
}
