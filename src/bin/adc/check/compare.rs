//! The comparisons: runs of the driver, and what their results say.

use super::place::Place;
use super::run::{Results, Runner, Task, Vectors};
use super::subject::{Leaf, Subject};
use super::taylor::{self, distance, has_nan, rounding, Sides};
use super::verdict::{worst, Class, Limits};

/// Steps of differences in double precision, and in single precision.
const STEPS: [f64; 6] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
const STEPS_SINGLE: [f64; 4] = [1e-1, 1e-2, 1e-3, 1e-4];

/// One comparison.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of test.
    pub test: Test,
    /// What it is about: `y by x`.
    pub subject: String,
    /// The verdict.
    pub class: Class,
    /// The relative error.
    pub error: Option<f64>,
    /// Errors at the steps of a Taylor test.
    pub errors: Vec<f64>,
    /// The power of the step with which they fall.
    pub order: Option<f64>,
    /// What else was found.
    pub note: Option<String>,
    /// The task whose results were compared.
    pub task: Task,
}

/// Kinds of tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// Tangents against differences.
    Taylor,
    /// The adjoint against the tangent.
    Dot,
    /// The values that the tangent computes.
    Values,
    /// Two calls, with different garbage in shadows.
    Twice,
    /// The adjoints of dependents after the adjoint.
    Left,
    /// The tape after the adjoint.
    Tape,
    /// A task that does not end as it should.
    Run,
}

impl Test {
    /// Its name in tables and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Test::Taylor => "Taylor",
            Test::Dot => "dot product",
            Test::Values => "values",
            Test::Twice => "two calls",
            Test::Left => "weights zero",
            Test::Tape => "tape empty",
            Test::Run => "run",
        }
    }
}

/// What a check found.
#[derive(Default, Debug)]
pub struct Report {
    /// All comparisons.
    pub findings: Vec<Finding>,
    /// Seconds of a call of the primal, the tangent and the adjoint.
    pub seconds: [Option<f64>; 3],
    /// The peak of the tape, in bytes.
    pub tape: Option<f64>,
    /// Where a given derivative differs from the one that adc makes, if a comparison fails.
    pub place: Option<Place>,
}

impl Report {
    /// The verdict: that of the worst comparison; nothing is compared if no derivative is.
    pub fn class(&self) -> Class {
        let is_derivative = |f: &&Finding| matches!(f.test, Test::Taylor | Test::Dot);
        let compared = self
            .findings
            .iter()
            .any(|f| is_derivative(&f) && f.class != Class::NotCompared);
        let all = worst(self.findings.iter().map(|f| f.class));
        match compared || all.is_wrong() {
            true => all,
            false => Class::NotCompared,
        }
    }

    fn add(&mut self, test: Test, subject: &str, task: Task, class: Class, error: Option<f64>) {
        self.findings.push(Finding {
            test,
            subject: subject.to_string(),
            class,
            error,
            errors: vec![],
            order: None,
            note: None,
            task,
        });
    }

    /// Adds a note to the last comparison.
    fn note(&mut self, note: String) {
        if let Some(last) = self.findings.last_mut() {
            last.note = Some(note);
        }
    }

    /// A fault of a run.
    fn fault(&mut self, task: Task, class: Class, why: String) {
        self.add(Test::Run, task.name, task, class, None);
        self.note(why);
    }
}

/// Runs all tests.
pub fn compare(subject: &Subject, runner: &Runner) -> Report {
    let mut comparing = Comparing {
        subject,
        runner,
        report: Report::default(),
        call: 1,
    };
    comparing.all();
    comparing.report
}

struct Comparing<'a> {
    subject: &'a Subject,
    runner: &'a Runner,
    report: Report,
    /// The call of a run whose derivatives are compared: the second, which finds other shadows; but the first if the
    /// second begins with what the first left behind.
    call: usize,
}

impl Comparing<'_> {
    fn all(&mut self) {
        let task = of("twice", 0.0, 0, 0);
        let twice = match self.runner.run(task) {
            Ok(results) => results,
            Err(why) => return self.report.fault(task, Class::NotCompared, why),
        };
        self.report.seconds[0] = Some(twice.seconds());
        let values = twice.vectors("y", 0);
        if let Some(nan) = values.iter().find(|(_, v)| has_nan(v)).map(|(leaf, _)| *leaf) {
            let key = self
                .subject
                .dependents()
                .find(|l| l.number == nan)
                .map_or("", |l| &l.key);
            let note =
                format!("`{key}` is not finite: give inputs in the domain of the function, `--range` or `--set`");
            return self.report.fault(task, Class::NotCompared, note);
        }
        let has_state = values != twice.vectors("y", 1);
        self.call = usize::from(!has_state);
        let independents: Vec<Leaf> = self.subject.independents().cloned().collect();
        let dependents: Vec<Leaf> = self.subject.dependents().cloned().collect();
        let mut tangents = vec![];
        for leaf in &independents {
            let task = of("tangent", 0.0, leaf.number, 0);
            match self.runner.run(task) {
                Ok(tangent) => {
                    self.taylor((leaf, task), &dependents, &values, &tangent);
                    tangents.push((leaf, task, tangent));
                }
                Err(why) => self.report.fault(task, Class::Failed, why),
            }
        }
        if let Some((_, task, first)) = tangents.first() {
            self.values(*task, &values, first);
            self.twice(*task, "yd", first, has_state);
            self.report.seconds[1] = Some(first.seconds());
        }
        if self.subject.adjoint.is_some() {
            self.adjoints(&tangents, &dependents, has_state);
        }
    }

    /// Tangents along one independent against differences, for each dependent.
    fn taylor(&mut self, (x, task): (&Leaf, Task), dependents: &[Leaf], values: &Vectors, tangent: &Results) {
        let is_single = x.is_single() || dependents.iter().any(Leaf::is_single);
        let steps: &[f64] = if is_single { &STEPS_SINGLE } else { &STEPS };
        let at = |h: f64| self.runner.run(of("primal", h, x.number, 0)).map(|r| r.vectors("y", 0));
        // the program may stop at displaced inputs
        let sides: Vec<(f64, Vectors, Vectors)> = steps
            .iter()
            .filter_map(|&h| Some((h, at(h).ok()?, at(-h).ok()?)))
            .collect();
        let tangents = tangent.vectors("yd", self.call);
        for y in dependents {
            let own = |v: &Vectors| v.get(&y.number).cloned().unwrap_or_default();
            let sides = sides.iter().map(|(step, plus, minus)| Sides {
                step: *step,
                plus: own(plus),
                minus: own(minus),
            });
            let found = taylor::test(&own(&tangents), &own(values), &sides.collect::<Vec<_>>(), is_single);
            self.report.findings.push(Finding {
                test: Test::Taylor,
                subject: format!("{} by {}", y.key, x.key),
                class: found.class,
                error: found.error,
                errors: found.errors,
                order: found.order,
                note: found.note,
                task,
            });
        }
    }

    /// The values that the tangent computes against those of the primal.
    fn values(&mut self, task: Task, values: &Vectors, tangent: &Results) {
        let is_single = self.subject.dependents().any(Leaf::is_single);
        let computed = tangent.vectors("y", 0);
        let errors = values
            .iter()
            .map(|(leaf, v)| distance(v, computed.get(leaf).map_or(&[], |c| c)));
        let error = errors.fold(0.0, larger);
        let class = Limits::of_rounding(is_single).class(error);
        self.report.add(Test::Values, task.name, task, class, Some(error));
    }

    /// Both calls give the same, whatever shadows hold before them.
    fn twice(&mut self, task: Task, name: &str, results: &Results, has_state: bool) {
        if has_state {
            self.report.add(Test::Twice, task.name, task, Class::NotCompared, None);
            return self
                .report
                .note("two calls of the head give different values: the head keeps state".to_string());
        }
        let (first, second) = (results.vectors(name, 0), results.vectors(name, 1));
        let is_single = self.subject.leaves().any(|(_, l)| l.is_number() && l.is_single());
        let errors = first
            .iter()
            .map(|(leaf, v)| distance(v, second.get(leaf).map_or(&[], |c| c)));
        let error = errors.fold(0.0, larger);
        let class = Limits::of_rounding(is_single).class(error);
        self.report.add(Test::Twice, task.name, task, class, Some(error));
    }

    /// Adjoints for each dependent against tangents along each independent.
    fn adjoints(&mut self, tangents: &[(&Leaf, Task, Results)], dependents: &[Leaf], has_state: bool) {
        for y in dependents {
            let task = of("adjoint", 0.0, 0, y.number);
            let adjoint = match self.runner.run(task) {
                Ok(adjoint) => adjoint,
                Err(why) => {
                    self.report.fault(task, Class::Failed, why);
                    continue;
                }
            };
            let (gradient, weight) = (adjoint.vectors("xb", self.call), adjoint.vectors("w", self.call));
            for (x, _, tangent) in tangents {
                let forward = terms(&weight, &tangent.vectors("yd", self.call));
                let backward = terms(&gradient, &tangent.vectors("v", self.call));
                let is_single = x.is_single() || y.is_single();
                let what = format!("{} by {}", y.key, x.key);
                let values = terms(&weight, &tangent.vectors("y", self.call));
                let size = values.iter().map(|v| v.abs()).sum();
                self.dot((&what, task), (&forward, &backward), size, is_single);
            }
            if self.report.seconds[2].is_none() {
                self.twice(task, "xb", &adjoint, has_state);
                self.left(task, &adjoint);
                self.report.seconds[2] = Some(adjoint.seconds());
            }
        }
    }

    /// ⟨w, J v⟩ and ⟨Jᵀ w, v⟩, each as its terms. Values of a size have rounding errors that may be all of a derivative.
    fn dot(
        &mut self,
        (what, task): (&str, Task),
        (forward, backward): (&[f64], &[f64]),
        size_of_values: f64,
        is_single: bool,
    ) {
        let noise = rounding(is_single) * size_of_values;
        let size = |terms: &[f64]| terms.iter().map(|t| t.abs()).sum::<f64>();
        let scale = size(forward).max(size(backward));
        let sum = |terms: &[f64]| terms.iter().sum::<f64>();
        if scale == 0.0 {
            self.report.add(Test::Dot, what, task, Class::NotCompared, None);
            return self.report.note("both products are zero".to_string());
        }
        if scale <= noise {
            self.report.add(Test::Dot, what, task, Class::NotCompared, None);
            return self.report.note("both products are zero up to rounding".to_string());
        }
        let gap = (sum(forward) - sum(backward)).abs();
        let class = match Limits::of_rounding(is_single).class(gap / scale) {
            class if class.is_wrong() && gap <= noise => Class::Acceptable,
            class => class,
        };
        self.report.add(Test::Dot, what, task, class, Some(gap / scale));
    }

    /// What the adjoint leaves: zero weights, and an empty tape.
    fn left(&mut self, task: Task, adjoint: &Results) {
        let verdict = |is_right: bool| if is_right { Class::Machine } else { Class::Failed };
        let left = adjoint.vectors("left", 1);
        if !left.is_empty() {
            let is_zero = left.values().flatten().all(|x| *x == 0.0);
            self.report.add(Test::Left, task.name, task, verdict(is_zero), None);
        }
        let tape: Vec<Vec<f64>> = (0..2).map(|call| adjoint.vector("tape", call)).collect();
        let is_empty = tape.iter().all(|t| t.get(1) == Some(&0.0));
        self.report.add(Test::Tape, task.name, task, verdict(is_empty), None);
        if !is_empty {
            let bytes = tape.iter().filter_map(|t| t.first()).fold(0.0, |m: f64, b| m.max(*b));
            self.report.note(format!("{bytes} bytes are left on the tape"));
        }
        self.report.tape = tape.last().and_then(|t| t.get(2)).copied();
    }
}

fn of(name: &'static str, step: f64, independent: usize, dependent: usize) -> Task {
    Task {
        name,
        step,
        independent,
        dependent,
    }
}

/// The products of components that both have.
fn terms(a: &Vectors, b: &Vectors) -> Vec<f64> {
    let both = a.iter().filter_map(|(leaf, v)| Some((v, b.get(leaf)?)));
    both.flat_map(|(v, w)| {
        v.iter()
            .zip(w)
            .map(|(x, y)| if *y == 0.0 && x.is_finite() { 0.0 } else { x * y })
    })
    .collect()
}

/// The larger error; NaN is the largest.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b {
        a
    } else {
        b
    }
}
