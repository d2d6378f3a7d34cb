//! Each pass of the normal form and each optimisation on small programs: what it changes, as a difference of two texts.
//!
//! A fixture is `tests/passes/PASS/NAME.f90`: a comment that says what it shows, `! head: f(y)/(x)`, and for tangents
//! `! mode: tangent`, for sparse Jacobians `! mode: sparse`, for many directions `! many directions`, for an option
//! `! preaccumulate: always`, for descriptions of external procedures in the folder `! external: FILE.toml`, for calls of
//! a procedure that may become calls of its Jacobian `! contracted: p(y)/(x) JACOBIAN`. The snapshot beside it, `NAME.snap`, is a difference. For a pass of the normal form it compares the procedures before and after the
//! pass; for an optimisation, the derivative without it and with it, all others switched on. Where the program must stay
//! as it is, the snapshot says `unchanged`.

use crate::support::source;
use adc_analysis::Heads;
use adc_frontend::ir::{visit, Program, UnitId};
use adc_frontend::span::Form;
use adc_transform::head::{resolve, HeadText};
use adc_transform::normalize::{Pass, PASSES};
use adc_transform::{
    differentiate, external, normal_form, Contracted, Contractible, Jacobian, Mode, Opt, OptSet, Options,
    Preaccumulate, ProcedureName,
};
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Lines shown around a change.
const AROUND: usize = 2;

/// Fixtures that a pass must have, one of which it leaves alone.
const FEWEST: usize = 3;

/// All fixtures, each with the name of its test.
pub fn all() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let mut found = vec![];
    for pass in names() {
        let Ok(folder) = std::fs::read_dir(root.join(pass)) else {
            continue;
        };
        for entry in folder {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "f90" || e == "f") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                found.push((format!("pass::{pass}::{name}"), path));
            }
        }
    }
    found.sort();
    found
}

/// Passes without enough fixtures. Passes that only number or check change nothing to see.
pub fn lacking() -> Vec<String> {
    let mut counts: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for (_, path) in all() {
        let pass = path
            .parent()
            .unwrap()
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let snapshot = std::fs::read_to_string(path.with_extension("snap")).unwrap_or_default();
        let entry = counts.entry(pass).or_default();
        entry.0 += 1;
        entry.1 |= snapshot.contains(UNCHANGED);
    }
    let lacks = |p: &&str| counts.get(*p).is_none_or(|c| c.0 < FEWEST || !c.1);
    let shown = names().into_iter().filter(|p| !["numbers", "once"].contains(p));
    shown.filter(lacks).map(str::to_string).collect()
}

/// Names of passes and optimisations. Two passes of the normal form are optimisations, too.
fn names() -> BTreeSet<&'static str> {
    let optimisations = Opt::ALL.iter().map(|o| o.name());
    PASSES.iter().map(|p| p.name).chain(optimisations).collect()
}

const UNCHANGED: &str = "unchanged\n";

/// Compares what a pass changes with the snapshot.
pub fn compare(source: &Path) {
    let folder = source.parent().unwrap();
    let pass = folder.file_name().unwrap().to_string_lossy();
    let name = source.file_stem().unwrap().to_string_lossy().into_owned();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let text = change(source, &pass);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// All calls of a procedure, by `p(y)/(x) JACOBIAN`.
fn contracted(program: &Program, text: &str) -> Contracted {
    let (head, jacobian) = text.rsplit_once(' ').expect("a head and the name of a Jacobian");
    let head = HeadText::parse(head).unwrap();
    let named = |name: &str| ProcedureName {
        name: name.into(),
        module: None,
    };
    let mut sites = vec![];
    for (_, u) in program.units.iter() {
        visit::walk_block(&u.body, &mut |s| sites.push(s.span.lo));
    }
    Contracted {
        of: Contractible {
            procedure: named(&head.procedure),
            dependents: head.dependents,
            independents: head.independents,
            sites,
        },
        jacobian: named(jacobian),
    }
}

/// The difference that a pass makes.
fn change(source: &Path, pass: &str) -> String {
    let text = std::fs::read_to_string(source).unwrap();
    let said = |key: &str| text.lines().find_map(|l| l.strip_prefix(key)).map(str::trim);
    let head = said("! head:").expect("a fixture of a pass has a line `! head: f(y)/(x)`");
    let mode = match said("! mode:") {
        Some("tangent" | "sparse") => Mode::Tangent,
        None | Some("reverse") => Mode::Reverse,
        Some(other) => panic!("unknown mode {other}"),
    };
    let is_sparse = said("! mode:") == Some("sparse");
    let external = said("! external:").map_or_else(Vec::new, |file| {
        let path = source.parent().unwrap().join(file);
        let mut messages = vec![];
        let described = external::read(&std::fs::read_to_string(path).unwrap(), 0, &mut messages);
        assert!(messages.is_empty(), "{messages:#?}");
        described
    });
    let program = read(&text, source);
    let contracted = said("! contracted:").map(|text| contracted(&program, text));
    let fixture = Fixture {
        program,
        head: HeadText::parse(head).unwrap(),
        mode,
        options: Options {
            stop_on_input: text.contains("! stop-on-input"),
            vector: text.contains("! many directions"),
            jacobian: is_sparse.then_some(Jacobian::Sparse),
            external,
            contracted: contracted.into_iter().collect(),
            preaccumulate: match said("! preaccumulate:") {
                Some("always") => Preaccumulate::Always,
                _ => Preaccumulate::Auto,
            },
            ..Options::default()
        },
    };
    let passes: Vec<&Pass> = PASSES.iter().filter(|p| p.is_for(mode, false)).collect();
    let (before, after) = match (passes.iter().position(|p| p.name == pass), Opt::named(pass)) {
        (Some(0), _) => (printed(&fixture.program), fixture.normal(passes[0])),
        (Some(k), _) => (fixture.normal(passes[k - 1]), fixture.normal(passes[k])),
        (None, Some(opt)) => (
            fixture.derivative(OptSet::ALL.without(opt)),
            fixture.derivative(OptSet::ALL),
        ),
        (None, None) => panic!("no pass {pass} in this mode"),
    };
    if before == after {
        return UNCHANGED.to_string();
    }
    let mut out = String::new();
    for hunk in TextDiff::from_lines(&before, &after)
        .unified_diff()
        .context_radius(AROUND)
        .iter_hunks()
    {
        if !out.is_empty() {
            out += " ...\n";
        }
        for line in hunk.iter_changes() {
            out += &format!("{}{}", line.tag(), line);
        }
    }
    out
}

/// A program of one file.
fn read(text: &str, path: &Path) -> Program {
    let form = match path.extension().is_some_and(|e| e == "f") {
        true => Form::Fixed,
        false => Form::Free,
    };
    source::read(text, form).0
}

struct Fixture {
    program: Program,
    head: HeadText,
    mode: Mode,
    options: Options,
}

impl Fixture {
    /// The text of the normal form after a pass.
    fn normal(&self, last: &Pass) -> String {
        let (normal, messages) = normal_form(&self.program, &self.resolved(), self.mode, &self.options, Some(last));
        printed(&normal.unwrap_or_else(|| panic!("{messages:#?}")))
    }

    /// The text of the derivative with some optimisations.
    fn derivative(&self, optimisations: OptSet) -> String {
        let options = Options {
            optimisations,
            ..self.options.clone()
        };
        let (made, messages) = differentiate(&self.program, &self.resolved(), self.mode, &options);
        let made = made.unwrap_or_else(|| panic!("{messages:#?}"));
        text_of(&made.program, &made.roots)
    }

    fn resolved(&self) -> Heads {
        resolve(&self.program, std::slice::from_ref(&self.head), &mut vec![]).expect("the head is there")
    }
}

/// The text of all units.
fn printed(program: &Program) -> String {
    let roots: Vec<UnitId> = program
        .units
        .iter()
        // procedures without source are none of the text
        .filter(|(_, u)| u.parent.is_none() && u.model().is_none())
        .map(|(id, _)| id)
        .collect();
    text_of(program, &roots)
}

fn text_of(program: &Program, roots: &[UnitId]) -> String {
    match adc_unparse::unparse(program, roots, Form::Free, &[]) {
        Ok(text) => text,
        Err(why) => panic!("{why:#?}"),
    }
}
