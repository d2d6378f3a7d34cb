//! Rules about imports: the files of a crate form no large cycles, and no type collects all methods.
//! `scripts/structure.sh` prints the figures.

mod imports;
mod sizes;

use imports::Crate;
use std::cmp::Ordering;

/// Limits for a crate. To be lowered as the figures fall, never raised for new code.
struct Limits {
    name: &'static str,
    /// Files that import each other in a cycle; zero means none.
    cycle: usize,
    /// Files in folders that import each other in a cycle.
    folders: usize,
    /// Methods of one type.
    methods: usize,
    /// Matches on kinds of statements with a wildcard arm.
    wildcards: usize,
}

const fn limits(name: &'static str, cycle: usize, folders: usize, methods: usize, wildcards: usize) -> Limits {
    Limits {
        name,
        cycle,
        folders,
        methods,
        wildcards,
    }
}

const LIMITS: [Limits; 6] = [
    limits("frontend", 4, 0, 309, 17),
    limits("analysis", 3, 0, 49, 14),
    limits("transform", 4, 0, 209, 94),
    limits("unparse", 3, 0, 97, 3),
    limits(".", 0, 0, 10, 0),
    limits("src/bin/adc", 0, 0, 9, 0),
];

/// Prints the figures, for `scripts/structure.sh`, and compares them with the limits.
#[test]
#[allow(clippy::print_stdout)]
fn figures_are_the_limits() {
    println!("crate       files   lines  largest cycles of files  wildcards  types with most methods");
    let mut wrong = vec![];
    for l in &LIMITS {
        let code = Crate::read(l.name);
        let (cycles, methods, wildcards) = (code.cycles(), sizes::methods(&code), sizes::wildcards(&code));
        let lengths: Vec<String> = cycles.iter().take(3).map(|c| c.len().to_string()).collect();
        let types: Vec<String> = methods.iter().take(3).map(|(n, c)| format!("{n} {c}")).collect();
        println!(
            "{:<11} {:>5} {:>7}  {:<23}  {wildcards:>9}  {}",
            l.name,
            code.files.len(),
            sizes::lines(&code),
            lengths.join(", "),
            types.join(", ")
        );
        let mut folders = code.folder_cycles();
        for outer in code.folders() {
            folders.extend(code.inner_folder_cycles(outer));
        }
        for (names, files) in &folders {
            println!("            {files} files in a cycle of folders: {}", names.join(", "));
        }
        let in_folders = folders.iter().map(|f| f.1).sum();
        let largest = cycles.first().map_or(0, Vec::len);
        let most = methods.first().map_or(0, |m| m.1);
        for (what, found, limit) in [
            ("files in the largest cycle of imports", largest, l.cycle),
            ("files in cycles of folders", in_folders, l.folders),
            ("methods of the largest type", most, l.methods),
            (
                "matches on kinds of statements with a wildcard arm",
                wildcards,
                l.wildcards,
            ),
        ] {
            match found.cmp(&limit) {
                Ordering::Less => wrong.push(format!("{}: {found} {what}: lower the limit, {limit}", l.name)),
                Ordering::Equal => {}
                Ordering::Greater => wrong.push(format!("{}: {found} {what}, {limit} are allowed", l.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    assert_eq!(sizes::wildcards(&code), 0);
}

#[test]
fn cycles_of_inner_folders_are_found() {
    let code = Crate::of(&[
        ("x/mod.rs", "use crate::x::p::a::f;\nuse crate::x::q::b::f;\n"),
        ("x/p/a.rs", "use crate::x::q::b::g;\n"),
        ("x/p/c.rs", ""),
        ("x/q/b.rs", "use crate::x::p::c::h;\n"),
    ]);
    assert!(code.cycles().is_empty() && code.folder_cycles().is_empty());
    let folders = vec!["x/p".to_string(), "x/q".into()];
    assert_eq!(code.inner_folder_cycles("x"), [(folders, 3)]);
}

#[test]
fn wildcards_are_counted() {
    let text = "fn f(s: &Stmt) {
    match s.kind {
        StmtKind::Push(_) => match other {
            Some(1) => {}
            _ => {}
        },
        _ => {}
    }
    match s.kind {
        StmtKind::Pop(_) => {}
        StmtKind::Push(_) => {}
    }
}
";
    assert_eq!(sizes::wildcards(&Crate::of(&[("lib.rs", text)])), 1);
}
