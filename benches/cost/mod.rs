//! Run times of the analysis phases for one program, with both graphs of activity.

pub mod plot;

use adc_analysis::lower::Step;
use adc_analysis::psg::Size;
use adc_analysis::{analyse_watched, Analyses, Method, Options, Phase};
use adc_frontend::ir::Program;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{Form, SourceMap};
use adc_transform::head::{resolve, HeadText};
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A file.
pub struct Source {
    pub name: String,
    pub text: String,
    pub form: Form,
}

/// Measurements with one method: medians.
#[derive(Default)]
pub struct Run {
    seconds: BTreeMap<Phase, f64>,
    /// Nodes and edges.
    pub graph: (usize, usize),
}

/// Measurements of one program.
pub struct Case {
    pub lines: usize,
    pub units: usize,
    pub calls: usize,
    /// Numbers of dummy arguments of all procedures, and of actual arguments of all calls.
    pub formals: usize,
    pub actuals: usize,
    /// Of parameters and of globals.
    pub psg: (Size, Size),
    /// Peak of the process so far.
    pub memory: usize,
    vdg: Run,
    dug: Run,
}

/// The phases in order, with their names in the tables.
pub fn phases() -> Vec<(Phase, &'static str)> {
    vec![
        (Phase::Calls, "call graph"),
        (Phase::Zones, "zones"),
        (Phase::ControlFlow, "control-flow graphs"),
        (Phase::Lowering, "lowering"),
        (Phase::ModRef, "MOD and REF"),
        (Phase::Constants, "constants"),
        (Phase::Sweeps, "sweeps"),
        (Phase::Chains, "chains"),
        (Phase::SummaryGraph, "PSG: parameters, building"),
        (Phase::Kill, "PSG: parameters, KILL"),
        (Phase::Use, "PSG: parameters, USE"),
        (Phase::Globals, "PSG: globals, all"),
        (Phase::Summaries, "summaries"),
        (Phase::Effects, "effects"),
        (Phase::Sections, "sections"),
        (Phase::ValueGraph, "activity: graph"),
        (Phase::Closure, "activity: closure"),
        (Phase::Colours, "activity: colours"),
        (Phase::Demand, "activity: demand"),
        (Phase::Points, "activity: points"),
    ]
}

impl Run {
    pub fn phase(&self, phase: Phase) -> f64 {
        self.seconds.get(&phase).copied().unwrap_or(0.0)
    }

    pub fn whole(&self) -> f64 {
        self.seconds.values().sum()
    }

    /// The part that depends on the method.
    pub fn activity(&self) -> f64 {
        self.seconds.range(Phase::ValueGraph..).map(|(_, t)| t).sum()
    }
}

fn read(sources: Vec<Source>) -> Program {
    let mut map = SourceMap::default();
    let files: Vec<_> = sources.into_iter().map(|s| map.add(s.name, s.text, s.form)).collect();
    let (_, program, messages) = adc_frontend::load(&mut map, &files, &ParseOptions::default(), &mut |_, _, _| None);
    assert!(!adc_frontend::diag::any_error(&messages), "{messages:#?}");
    program
}

impl Case {
    pub fn measure(sources: Vec<Source>, head: &str) -> Case {
        let lines = sources.iter().map(|s| s.text.lines().count()).sum();
        let program = read(sources);
        let mut messages = vec![];
        let head = resolve(&program, &[HeadText::parse(head).unwrap()], &mut messages);
        let head = head.unwrap_or_else(|| panic!("{messages:#?}"));
        let run = |method| -> (Run, Analyses) {
            let options = Options {
                activity: method,
                ..Options::default()
            };
            let mut times: BTreeMap<Phase, Vec<f64>> = BTreeMap::new();
            // the first run warms up
            let runs = if lines > 50_000 { 3 } else { 7 };
            let mut facts = None;
            for k in 0..=runs {
                drop(facts.take());
                let watch = Mutex::new((&mut times, ThreadTime::now().as_duration()));
                let result = analyse_watched(&program, &head, &options, &|phase| {
                    let (times, last) = &mut *watch.lock().unwrap();
                    let now = ThreadTime::now().as_duration();
                    if k > 0 {
                        times.entry(phase).or_default().push((now - *last).as_secs_f64());
                    }
                    *last = ThreadTime::now().as_duration();
                });
                facts = Some(result);
            }
            let facts = facts.unwrap();
            let run = Run {
                seconds: times.into_iter().map(|(p, t)| (p, median(t))).collect(),
                graph: facts.activity.size,
            };
            (run, facts)
        };
        let (vdg, _) = run(Method::Vdg);
        let (dug, facts) = run(Method::Dug);
        Case {
            lines,
            units: facts.cfgs.len(),
            calls: facts.calls.sites().len(),
            formals: facts.cfgs.keys().map(|&u| program.units[u].args.len()).sum(),
            actuals: actuals(&facts),
            psg: (facts.psg.size_of_parameters(), facts.psg.size_of_globals()),
            memory: peak(),
            vdg,
            dug,
        }
    }

    pub fn of(&self, method: Method) -> &Run {
        match method {
            Method::Vdg => &self.vdg,
            Method::Dug | Method::All => &self.dug,
        }
    }
}

fn actuals(facts: &Analyses) -> usize {
    let items = facts.cfgs.values().flat_map(|c| c.all_items());
    let steps = items.filter_map(|i| facts.code.get(i)).flat_map(|l| &l.steps);
    let bindings = steps.flat_map(|s| match s {
        Step::Call(call) => call.bindings().collect(),
        Step::Write(_) => vec![],
    });
    bindings.filter(|b| b.place.is_some()).count()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Peak memory of the process in MB; 0 if the system does not report it.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) >> 10
}

/// The slope of the straight line that fits the logarithms of points best.
pub fn slope(points: impl Iterator<Item = (f64, f64)>) -> f64 {
    let logs: Vec<(f64, f64)> = points.map(|(x, y)| (x.ln(), y.max(1e-9).ln())).collect();
    let n = logs.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let along: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let square: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    along / square
}
