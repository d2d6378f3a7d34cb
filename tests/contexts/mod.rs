//! Every numeric fixture, called from other contexts than a driver: in loops and branches, through further procedures
//! of all kinds, with its variables in COMMON, modules, components, allocatables, pointers and sections of arrays
//! ([`context`]). A wrapper around the head is generated ([`write`]) and checked like a random program, the adjoint
//! with each kind of checkpoints.
//!
//! By default, a deterministic choice of fixtures is called from two contexts each: a simple one, in turn, and a mixed
//! one, drawn. `ADC_CONTEXTS=all` takes all simple contexts, `ADC_CONTEXTS=20` this number of mixed ones, of all
//! fixtures; `ADC_CONTEXTS_FROM=500` begins with this number of both; `ADC_CONTEXT=module-local-plain-once` takes this
//! context alone, or those whose names contain the text; `ADC_FIXTURE=name` picks fixtures, `ADC_CONTEXTS_KEEP=folder`
//! keeps the files of failures.

mod context;
mod control;
mod middle;
mod place;
mod text;
mod write;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::random::check::{check, check_apart, Verdict};
use crate::random::options::Variant;
use crate::random::rng::Rng;
use crate::support::fixtures::{adc, fixtures};
use crate::support::numeric::build::Way;
use crate::support::numeric::spec::{Mode, Spec};
use crate::support::parallel;
use context::Context;
use write::Wrapper;

/// Signalling NaNs in all undefined variables, to detect their use.
const CAREFUL: &[&str] = &["-O0", "-fcheck=all", "-finit-real=snan", "-finit-derived", "-w"];

/// The choice contains one fixture of this many.
const STRIDE: usize = 10;

/// A fixture in a context.
struct Case {
    source: PathBuf,
    context: Context,
    number: u64,
}

impl Case {
    /// The folder's name and the context's.
    fn name(&self) -> String {
        let folder = self.source.parent().and_then(Path::file_name).unwrap_or_default();
        format!("{} {}", folder.to_string_lossy(), self.context)
    }
}

/// The contexts of the fixture with this index.
fn contexts(index: usize, fixture: &Path) -> Vec<(Context, u64)> {
    let simple: Vec<Context> = Context::simple();
    let from: u64 = std::env::var("ADC_CONTEXTS_FROM")
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(0);
    let mixed = |count: u64| -> Vec<(Context, u64)> {
        let draw = |n: u64| {
            (
                Context::mixed(&mut Rng::of(&format!(
                    "{n} {}",
                    fixture.display().to_string().rsplit("tests").next().unwrap_or("")
                ))),
                n,
            )
        };
        (from..from + count).map(draw).collect()
    };
    let numbered = |list: Vec<Context>| list.into_iter().zip(from..).collect::<Vec<_>>();
    if let Ok(name) = std::env::var("ADC_CONTEXT") {
        let all = Context::all();
        let exact: Vec<Context> = all.iter().filter(|c| c.to_string() == name).copied().collect();
        let found = if exact.is_empty() {
            simple.into_iter().filter(|c| c.to_string().contains(&name)).collect()
        } else {
            exact
        };
        return numbered(found);
    }
    match std::env::var("ADC_CONTEXTS").as_deref() {
        Ok("all") => numbered(simple),
        Ok(count) => mixed(count.parse().unwrap_or(1)),
        // each fixture has its own turn, and the choice covers all contexts
        Err(_) if index.is_multiple_of(STRIDE) => {
            let turn = index / STRIDE;
            let first = simple[turn % simple.len()];
            [(first, from)].into_iter().chain(mixed(1)).collect()
        }
        Err(_) => vec![],
    }
}

/// A tangent, and an adjoint for each kind of checkpoints, with or without inlined procedures.
fn variants(rng: &mut Rng) -> Vec<Variant> {
    let mut set = |suffix: &str, mode, kind: &[&str]| {
        let inline: &[&str] = if rng.chance(60) { &["--no-opt", "inline"] } else { &[] };
        Variant {
            suffix: suffix.into(),
            mode,
            options: kind.iter().chain(inline).map(|o| (*o).to_string()).collect(),
        }
    };
    vec![
        set("d", Mode::Tangent, &[]),
        set("bn", Mode::Adjoint, &["--checkpoint", "none"]),
        set("bc", Mode::Adjoint, &["--checkpoint", "calls"]),
        set("ba", Mode::Adjoint, &["--checkpoint", "auto"]),
    ]
}

/// The verdict on a case; `None` if the fixture cannot be called in this way.
fn verdict(adc: &Path, case: &Case, work: &Path) -> Result<Option<Verdict>, String> {
    let spec = Spec::read(&case.source)?;
    if spec.callers.is_some() || middle::unfit(&spec, case.context.middle).is_some() {
        return Ok(None);
    }
    let text = std::fs::read(&case.source).map_err(|e| e.to_string())?;
    let fixed = case.source.extension().is_some_and(|e| e == "f");
    let wrapper = Wrapper {
        spec: &spec,
        context: case.context,
    };
    let name = case.source.file_name().ok_or("no file name")?;
    let source = work.join(name);
    std::fs::write(&source, wrapper.program(&String::from_utf8_lossy(&text), fixed)).map_err(|e| e.to_string())?;
    let variants = variants(&mut Rng::new(case.number));
    let verdict = check(adc, &source, &variants, CAREFUL, Way::Quick);
    let Verdict::Enlarged(distinct) = verdict else {
        return Ok(Some(verdict));
    };
    Ok(Some(match check_apart(adc, &source, &distinct) {
        Ok(()) => Verdict::Good,
        Err(text) => Verdict::Wrong("enlarged".into(), text),
    }))
}

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn fixtures_in_contexts() {
    let adc = adc();
    let scratch = tempfile::tempdir().unwrap();
    let keep = std::env::var_os("ADC_CONTEXTS_KEEP").map(PathBuf::from);
    let all = fixtures();
    let mut cases = vec![];
    for (index, source) in all.iter().enumerate() {
        let of = contexts(index, source).into_iter();
        cases.extend(of.map(|(context, number)| Case {
            source: source.clone(),
            context: control::suited(context),
            number,
        }));
    }
    assert!(!cases.is_empty(), "no fixture or no context found");
    let judge = |case: &Case| {
        let work = keep
            .as_deref()
            .unwrap_or(scratch.path())
            .join(case.name().replace(' ', "-"));
        let made = std::fs::create_dir_all(&work).map_err(|e| e.to_string());
        let verdict = made.and_then(|()| verdict(&adc, case, &work));
        if !matches!(verdict, Err(_) | Ok(Some(Verdict::Wrong(..) | Verdict::Invalid(_)))) {
            let _ = std::fs::remove_dir_all(&work);
        }
        (case.name(), verdict)
    };
    let results = parallel::map(&cases, judge);
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let (mut failures, mut refused, mut invalid) = (vec![], 0, 0);
    for (name, verdict) in &results {
        let group = match verdict {
            Ok(None) => "cannot be called so".to_string(),
            Ok(Some(Verdict::Good)) => "good".into(),
            Ok(Some(Verdict::Zero)) => "zero".into(),
            Ok(Some(Verdict::Kink)) => "kink".into(),
            Ok(Some(Verdict::Enlarged(_))) => "enlarged".into(),
            Ok(Some(Verdict::Refused(codes))) => {
                refused += 1;
                let codes: Vec<&str> = codes.iter().filter(|c| c.len() == 7).map(String::as_str).collect();
                format!("refused {}", codes.join(" "))
            }
            Ok(Some(Verdict::Invalid(text))) => {
                invalid += 1;
                failures.extend(std::env::var_os("ADC_CONTEXTS_INVALID").map(|_| format!("{name}: invalid\n{text}\n")));
                "invalid".into()
            }
            Ok(Some(Verdict::Wrong(kind, text))) => {
                failures.push(format!("{name}: {kind}\n{text}\n"));
                format!("WRONG {kind}")
            }
            Err(text) => {
                failures.push(format!("{name}: {text}"));
                "not checked".into()
            }
        };
        groups.entry(group).or_default().push(name);
    }
    for (group, names) in &groups {
        println!("{:6} {group}: {}", names.len(), names[..names.len().min(6)].join(", "));
    }
    failures.sort();
    let counts = format!("{} of {} fixtures in contexts fail", failures.len(), results.len());
    assert!(failures.is_empty(), "{counts}\n\n{}", failures.join("\n"));
    // a refusal is not a failure, but proves nothing
    assert!(
        refused * 8 <= results.len().max(16),
        "{refused} of {} are refused",
        results.len()
    );
    assert!(
        invalid * 10 <= results.len().max(10),
        "{invalid} of {} are invalid by themselves",
        results.len()
    );
}
