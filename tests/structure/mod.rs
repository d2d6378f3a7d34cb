//! Rules of the house about imports: no crate's files form large cycles, no type collects all methods. `scripts/structure.sh` prints the figures.

mod imports;
mod sizes;

use imports::Crate;
use std::fmt::Write as _;
use std::io::Write as _;

const CRATES: [&str; 5] = ["frontend", "analysis", "transform", "unparse", "."];

/// Files that import each other in a circle, at most, by crate. Zero: none. To be lowered, never raised.
const LARGEST_CYCLES: [(&str, usize); 5] = [
    ("frontend", 32),
    ("analysis", 5),
    ("transform", 113),
    ("unparse", 6),
    (".", 0),
];

/// Methods that the largest type of a crate has, at most. To be lowered, never raised.
const MOST_METHODS: [(&str, usize); 5] = [
    ("frontend", 309),
    ("analysis", 53),
    ("transform", 306),
    ("unparse", 97),
    (".", 12),
];

fn limit(table: &[(&str, usize)], name: &str) -> usize {
    table.iter().find(|(n, _)| *n == name).map_or(0, |(_, most)| *most)
}

#[test]
fn import_cycles_do_not_grow() {
    for name in CRATES {
        let largest = Crate::read(name).cycles().into_iter().next().unwrap_or_default();
        let most = limit(&LARGEST_CYCLES, name);
        assert!(
            largest.len() <= most,
            "{name}: {} files import each other in a circle, {most} are allowed:\n  {}",
            largest.len(),
            largest.join("\n  ")
        );
    }
}

#[test]
fn no_type_collects_methods() {
    for name in CRATES {
        let (largest, count) = sizes::methods(&Crate::read(name)).into_iter().next().unwrap();
        let most = limit(&MOST_METHODS, name);
        assert!(
            count <= most,
            "{name}: {largest} has {count} methods, {most} are allowed"
        );
    }
}

/// Prints the figures, for `scripts/structure.sh`.
#[test]
fn figures() {
    let mut out = String::from("crate      files   lines  largest cycles of files  types with most methods\n");
    for name in CRATES {
        let code = Crate::read(name);
        let cycles: Vec<String> = code.cycles().iter().take(3).map(|c| c.len().to_string()).collect();
        let methods = sizes::methods(&code);
        let types: Vec<String> = methods.iter().take(3).map(|(n, c)| format!("{n} {c}")).collect();
        let _ = writeln!(
            out,
            "{name:<10} {:>5} {:>7}  {:<23}  {}",
            code.files.len(),
            sizes::lines(&code),
            cycles.join(", "),
            types.join(", ")
        );
    }
    for name in CRATES {
        let code = Crate::read(name);
        for (folders, files) in code.folder_cycles() {
            let _ = writeln!(
                out,
                "{name}: {files} files in a cycle of folders: {}",
                folders.join(", ")
            );
        }
        let wild = sizes::wildcards(&code);
        let _ = writeln!(out, "{name}: {wild} matches on kinds of statements with a wildcard arm");
    }
    std::io::stdout().write_all(out.as_bytes()).unwrap();
}

#[test]
fn cycles_are_found() {
    let code = Crate::of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("a/mod.rs", "mod inner;\nuse crate::b::{B, helper as h};\n"),
        ("a/inner.rs", "use super::A;\nuse crate::c;\n"),
        (
            "b.rs",
            "use crate::{a::inner::deep, c::C};\nimpl B {\n    fn one() {}\n}\nimpl<'a> B {\n    fn two() {}\n}\n",
        ),
        ("c.rs", "fn f(b: B) {\n    b.three()\n}\n"),
        (
            "d.rs",
            "use crate::b::B;\nimpl B {\n    fn three(&self) {\n        crate::d::g()\n    }\n}\n",
        ),
    ]);
    assert_eq!(
        code.cycles(),
        [["a/inner.rs", "a/mod.rs", "b.rs", "c.rs", "d.rs"].map(String::from)]
    );
    assert_eq!(
        code.folder_cycles(),
        [(
            vec!["(b.rs)".to_string(), "(c.rs)".into(), "(d.rs)".into(), "a".into()],
            5
        )]
    );
    assert_eq!(sizes::methods(&code), [("B".to_string(), 3)]);
}
