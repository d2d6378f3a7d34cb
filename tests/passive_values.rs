//! Checks the activity analysis of single definitions against the behaviour of programs. The fixture's own text gets
//! hooks after its assignments and calls:
//!
//! * a value that does not vary according to the analysis is printed: its output must not change when the independents
//!   do;
//! * a nonzero value that varies, but whose shadow is never read according to the analysis, is perturbed: neither the
//!   dependents nor their differences along the independents may change.
//!
//! The tangent is generated from the unmodified fixture; so the drivers of the numeric checks compare the two.

use adc_analysis::{Activity, Analyses, Shadow, ZoneId, ZoneSet};
use adc_frontend::diag::any_error;
use adc_frontend::ir::visit::{has_call, walk_block};
use adc_frontend::ir::*;
use adc_frontend::lines::Includes;
use adc_frontend::parse::{parse_file, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};
use adc_transform::external;
use adc_transform::head::{self, HeadText};
use adc_transform::{facts_of, normalised, Options};
use std::path::{Path, PathBuf};

use crate::support::fixtures::check_all;
use crate::support::numeric::joined::Part;
use crate::support::numeric::spec::{Mode, Spec};
use crate::support::numeric::{build, parse_vectors, relative, Vectors};

/// Begins the lines that hooks print.
const MARK: &str = "#passive";

/// Action after a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hook {
    /// The value is printed.
    Print,
    /// The value is changed.
    Change,
}

/// The hook that fits the analysis of a definition.
fn by_facts(activity: &Activity, stmt: StmtId, zone: ZoneId) -> Option<Hook> {
    match (activity.makes_varied(stmt, zone), activity.shadow(stmt, zone)) {
        (false, _) => Some(Hook::Print),
        (true, Shadow::None) => Some(Hook::Change),
        (true, Shadow::Zero | Shadow::Derivative) => None,
    }
}

type Choice = dyn Fn(&Activity, StmtId, ZoneId) -> Option<Hook>;

struct Hooks<'a> {
    program: &'a Program,
    facts: &'a Analyses,
    choose: &'a Choice,
    /// Zones that control the path through a procedure; they must not change.
    decisive: ZoneSet,
    count: usize,
}

impl Hooks<'_> {
    fn block(&mut self, block: &Block) -> Block {
        let mut out = vec![];
        for (k, s) in block.iter().enumerate() {
            let mut copy = s.clone();
            // not a place for another kind of statement
            let masked = matches!(
                s.kind,
                StmtKind::Where { .. }
                    | StmtKind::Forall { .. }
                    | StmtKind::Do {
                        control: DoControl::Concurrent { .. },
                        ..
                    }
            );
            if !masked {
                copy.kind = s.kind.with_blocks(&mut |b| self.block(b));
            }
            out.push(copy);
            // the statement after a call gives its results their derivatives
            if block.get(k + 1).is_some_and(is_partial) {
                continue;
            }
            match &s.kind {
                StmtKind::Assign { lhs, .. } => out.extend(self.check_after(s, lhs)),
                StmtKind::Call { args, .. } => {
                    let scalars = args.iter().filter_map(Arg::expr).filter(|a| a.rank == 0);
                    out.extend(scalars.flat_map(|a| self.check_after(s, a)).collect::<Vec<_>>());
                }
                _ => {}
            }
        }
        out
    }

    fn check_after(&mut self, s: &Stmt, defined: &Expr) -> Option<Stmt> {
        if !matches!(defined.ty, Ty::Real(_) | Ty::Complex(_)) || !defined.is_designator() || has_call(defined) {
            return None;
        }
        let &[zone] = self.facts.zones.of_designator(defined) else {
            return None;
        };
        // an unknown dummy procedure may write its arguments, except those that are read-only
        let base = defined.base_symbol().and_then(|b| self.program.symbols[b].variable());
        if base.is_some_and(|v| v.attrs.intent == Some(Intent::In)) {
            return None;
        }
        if !self.facts.effects.of(s.id).writes.contains(zone) || self.facts.zones.aliases(&zone).len() > 1 {
            return None;
        }
        let hook = (self.choose)(&self.facts.activity, s.id, zone)?;
        if hook == Hook::Change && self.decisive.contains(zone) {
            return None;
        }
        self.count += 1;
        let mark = expr(ExprKind::Str(format!("'{MARK}'").into()), Ty::Character, 0);
        Some(match hook {
            Hook::Print => Stmt::new(StmtKind::Io {
                kind: IoKind::Print,
                controls: vec![(None, IoControl::Star)],
                parens: false,
                items: vec![mark, defined.clone()],
            }),
            Hook::Change => assign(defined.clone(), mul(defined.clone(), real("1.01", 4))),
        })
    }
}

/// Zones that tests and bounds of a procedure read.
fn decisive(facts: &Analyses, body: &Block) -> ZoneSet {
    let mut read = ZoneSet::new();
    walk_block(body, &mut |s| {
        if !matches!(s.kind, StmtKind::Assign { .. } | StmtKind::Call { .. }) {
            read.union_with(&facts.effects.of(s.id).reads);
        }
    });
    read
}

/// True for a head that reads and changes variables with initial values, such as flags of a first call.
fn has_initial_state(program: &Program, facts: &Analyses, head: UnitId) -> bool {
    let Some(summary) = facts.summaries.get(head) else {
        return false;
    };
    let data = program.units.iter().flat_map(|(_, u)| u.data.iter());
    let objects: Vec<SymbolId> = data
        .flat_map(|d| d.objects.iter().filter_map(Expr::base_symbol))
        .collect();
    let has_value = |s: &SymbolId| {
        let init = program.symbols[*s].variable().is_some_and(|v| v.init.is_some());
        init || objects.contains(s)
    };
    let mut state = summary.reads.iter().filter(|&z| summary.writes.contains(z));
    state.any(|z| !summary.is_interface(z) && facts.zones.members(z).iter().any(has_value))
}

/// The text of a fixture with hooks, and their number.
fn hooked(source: &Path, spec: &Spec, choose: &Choice) -> Result<(String, usize), String> {
    let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
    let form = match source.extension().is_some_and(|e| e == "f") {
        true => Form::Fixed,
        false => Form::Free,
    };
    let mut map = SourceMap::default();
    let file = map.add("source", text, form);
    let (tree, mut messages) = parse_file(&map, file, &ParseOptions::default(), &Includes::default());
    let (program, more) = resolve(&[tree]);
    messages.extend(more);
    let heads = head::resolve(&program, &[HeadText::parse(&spec.head)?], &mut messages);
    let heads = heads.filter(|_| !any_error(&messages)).ok_or("not read")?;
    let program = adc_transform::entries::opened(&program);
    let mut described = vec![];
    for path in &spec.external {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        described.extend(external::read(&text, 0, &mut messages));
    }
    let (program, _) = adc_transform::messages::modelled(
        &program,
        &heads,
        adc_transform::Mode::Tangent,
        &described,
        &[],
        &mut messages,
    );
    let (mut program, _) = normalised(&program, &heads, adc_transform::Mode::Tangent, &Options::default());
    let facts = facts_of(&program, &heads, &Options::default());
    if heads.units().any(|u| has_initial_state(&program, &facts, u)) {
        // its second run is another one
        return Ok((String::new(), 0));
    }
    let mut hooks = Hooks {
        program: &program,
        facts: &facts,
        choose,
        decisive: ZoneSet::new(),
        count: 0,
    };
    let mut bodies = vec![];
    for u in facts.calls.reachable(heads.units()) {
        let unit = &hooks.program.units[u];
        let is_pure = unit.prefix.pure_ || unit.prefix.elemental;
        if unit.is_definition() && !is_pure && unit.model().is_none() {
            let body = unit.body.clone();
            hooks.decisive = decisive(&facts, &body);
            bodies.push((u, hooks.block(&body)));
        }
    }
    let count = hooks.count;
    for (u, mut body) in bodies {
        // what gives values partial derivatives alone is no Fortran
        visit::splice(&mut body, &mut |s| is_partial(s).then(Vec::new));
        program.units[u].body = body;
    }
    let roots: Vec<UnitId> = program
        .units
        .iter()
        .filter(|(_, u)| u.parent.is_none() && !u.prefix.interface_body && u.model().is_none())
        .map(|(u, _)| u)
        .collect();
    // normal forms call intrinsic procedures, too
    let unsettled = adc_transform::settled::settle(&mut program, &roots, &|_| false);
    assert!(unsettled.is_empty(), "{unsettled:#?}");
    let text = adc_unparse::unparse(&program, &roots, form, &[]).map_err(|d| d.message)?;
    Ok((text, count))
}

/// True for an assignment that changes no value: the derivatives of what an external procedure returns.
fn is_partial(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Assign { rhs, .. }
        if matches!(&rhs.kind, ExprKind::Intrinsic(_, name, _) if &**name == "with_partial"))
}

/// Runs a fixture with hooks against its tangent.
fn check(adc: &Path, source: &Path, choose: &Choice) -> Result<(), String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (text, count) = hooked(source, &spec, choose)?;
    let tangent = build::differentiate(adc, source, &spec, Mode::Tangent, &[], work.path())?;
    // directives to compilers would be displaced
    if count == 0 || build::replaces(&tangent, source) || !spec.flags.is_empty() {
        return Ok(());
    }
    let name: PathBuf = source.file_name().ok_or("no file name")?.into();
    let with_hooks = work.path().join(name);
    std::fs::write(&with_hooks, &text).map_err(|e| e.to_string())?;
    let part = Part {
        mode: Mode::Tangent,
        suffix: "d",
        generated: &tangent,
        driver: None,
    };
    let output = build::run_parts(&with_hooks, &spec, &[part], work.path(), build::Way::Compiled)?.concat();
    let wrong = printed_differently(&output).or_else(|| disagreement(&spec, &parse_vectors(&output)));
    wrong.map_or(Ok(()), |w| Err(format!("{w}\n{text}")))
}

/// Values that should not vary, but differ in a run with moved independents.
fn printed_differently(output: &str) -> Option<String> {
    let mut first: Option<Vec<&str>> = None;
    let mut lines = vec![];
    for line in output.lines() {
        if line.trim_start().starts_with(MARK) {
            lines.push(line);
        } else if line.starts_with("@original") {
            first = Some(std::mem::take(&mut lines));
        } else if line.starts_with("@difference") {
            // one run to either side
            let known = first.as_ref()?;
            let twice: Vec<&str> = known.iter().chain(known).copied().collect();
            let moved = std::mem::take(&mut lines);
            if let Some((a, b)) = twice.iter().zip(&moved).find(|(a, b)| a != b) {
                return Some(format!("a value that does not vary was {a} and is {b}"));
            }
            if twice.len() != moved.len() {
                return Some("the independents change the way through the program".into());
            }
        }
    }
    None
}

fn disagreement(spec: &Spec, vectors: &Vectors) -> Option<String> {
    let (jv, original, primal) = (vectors.get("jv")?, vectors.get("original")?, vectors.get("primal")?);
    let differences = vectors.iter().filter(|(name, _)| name.starts_with("difference"));
    let error = differences.map(|(_, d)| relative(jv, d)).fold(f64::INFINITY, f64::min);
    let results = relative(original, primal);
    let good = error <= spec.tolerance.differences && results <= spec.tolerance.primal;
    (!good).then(|| format!("dependents differ by {results:.1e}, their derivatives by {error:.1e}"))
}

#[test]
fn what_is_passive_changes_no_derivative() {
    check_all(|adc, source| check(adc, source, &by_facts));
}

/// The check detects errors.
#[test]
fn what_is_active_does_change() {
    let adc = PathBuf::from(env!("CARGO_BIN_EXE_adc"));
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numeric/scratch_variables/head.f90");
    for hook in [Hook::Print, Hook::Change] {
        let wrong = move |activity: &Activity, stmt: StmtId, zone: ZoneId| {
            (activity.shadow(stmt, zone) == Shadow::Derivative).then_some(hook)
        };
        assert!(check(&adc, &fixture, &wrong).is_err(), "{hook:?}");
    }
}
