//! The comparisons of first derivatives in one direction: runs of the driver, and what their results say.

use super::leaves::Leaf;
use super::report::{Report, Test};
use super::run::{Results, Runner, Task, Vectors};
use super::subject::Subject;
use super::taylor::{self, distance, has_nan, rounding, Sides};
use super::verdict::{Class, Limits};

/// Steps of differences in double precision, and in single precision.
const STEPS: [f64; 6] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
const STEPS_SINGLE: [f64; 4] = [1e-1, 1e-2, 1e-3, 1e-4];

/// The comparisons of a head.
pub struct Comparing<'a> {
    /// The head.
    pub subject: &'a Subject,
    /// The program with first derivatives in one direction.
    pub runner: &'a Runner,
    /// What was found.
    pub report: Report,
    /// The call of a run whose derivatives are compared: the second, which finds other shadows; but the first if the
    /// second begins with what the first left behind.
    pub call: usize,
    /// The dependents at the inputs.
    pub values: Vectors,
    /// Those of a second call.
    again: Vectors,
}

impl<'a> Comparing<'a> {
    /// Nothing is compared yet.
    pub fn new(subject: &'a Subject, runner: &'a Runner) -> Comparing<'a> {
        Comparing {
            subject,
            runner,
            report: Report::default(),
            call: 1,
            values: Vectors::new(),
            again: Vectors::new(),
        }
    }

    /// Compares first derivatives in one direction. False if the head itself cannot be run at the inputs.
    pub fn first(&mut self, has_adjoint: bool) -> bool {
        let task = Task::of("twice", 0.0, 0, 0);
        let twice = match self.runner.run(task) {
            Ok(results) => results,
            Err(why) => {
                self.report.fault(task, Class::NotCompared, why);
                return false;
            }
        };
        self.report.time("primal", twice.seconds());
        self.values = twice.vectors("y", 0);
        self.again = twice.vectors("y", 1);
        if let Some(nan) = self.values.iter().find(|(_, v)| has_nan(v)).map(|(leaf, _)| *leaf) {
            let found = self.subject.dependents().find(|l| l.number == nan);
            let key = found.map_or("", |l| &l.key);
            let note =
                format!("`{key}` is not finite: give inputs in the domain of the function, `--range` or `--set`");
            self.report.fault(task, Class::NotCompared, note);
            return false;
        }
        self.call = usize::from(self.values == self.again);
        let dependents: Vec<Leaf> = self.subject.dependents().cloned().collect();
        let mut tangents = vec![];
        for leaf in self.subject.independents() {
            let task = Task::of("tangent", 0.0, leaf.number, 0);
            match self.runner.run(task) {
                Ok(tangent) => {
                    self.taylor((leaf, task), &dependents, &tangent);
                    tangents.push((leaf, task, tangent));
                }
                Err(why) => self.report.fault(task, Class::Failed, why),
            }
        }
        if let Some((_, task, first)) = tangents.first() {
            self.values("tangent", *task, first);
            self.twice("tangent", *task, &["yd"], first);
            self.report.time("tangent", first.seconds());
        }
        if has_adjoint {
            self.adjoints(&tangents, &dependents);
        }
        true
    }

    /// Results of two sides for differences along an independent; the program may stop at displaced inputs.
    pub fn sides(&self, task: Task, result: &str, is_single: bool) -> Vec<(f64, Vectors, Vectors)> {
        let steps: &[f64] = if is_single { &STEPS_SINGLE } else { &STEPS };
        let call = if task.name == "primal" { 0 } else { self.call };
        let at = |step: f64| {
            let run = self.runner.run(Task { step, ..task });
            run.map(|r| r.vectors(result, call))
        };
        let both = steps.iter().map(|&h| Some((h, at(h).ok()?, at(-h).ok()?)));
        both.flatten().collect()
    }

    /// Tangents along one independent against differences, for each dependent.
    fn taylor(&mut self, (x, task): (&Leaf, Task), dependents: &[Leaf], tangent: &Results) {
        let is_single = x.is_single() || dependents.iter().any(Leaf::is_single);
        let sides = self.sides(Task::of("primal", 0.0, x.number, 0), "y", is_single);
        let tangents = tangent.vectors("yd", self.call);
        for y in dependents {
            let found = of_leaf(y, &tangents, &self.values, &sides, is_single);
            self.report.taylor(format!("{} by {}", y.key, x.key), task, found);
        }
    }

    /// The values that a derivative computes against those of the primal.
    pub fn values(&mut self, what: &str, task: Task, results: &Results) {
        let is_single = self.subject.dependents().any(Leaf::is_single);
        let error = largest_distance(&self.values, &results.vectors("y", 0));
        let limits = Limits::of_rounding(is_single);
        self.report.judge(Test::Values, what, task, error, limits);
    }

    /// Both calls give the same, whatever shadows hold before them.
    pub fn twice(&mut self, what: &str, task: Task, names: &[&str], results: &Results) {
        if self.call == 0 {
            self.report.add(Test::Twice, what, task, Class::NotCompared, None);
            return self
                .report
                .note("two calls of the head give different values: the head keeps state".to_string());
        }
        let of = |name: &str| largest_distance(&results.vectors(name, 0), &results.vectors(name, 1));
        let error = names.iter().map(|name| of(name)).fold(0.0, larger);
        let limits = Limits::of_rounding(self.subject.is_single());
        self.report.judge(Test::Twice, what, task, error, limits);
    }

    /// Adjoints for each dependent against tangents along each independent.
    fn adjoints(&mut self, tangents: &[(&Leaf, Task, Results)], dependents: &[Leaf]) {
        let mut is_first = true;
        for y in dependents {
            let task = Task::of("adjoint", 0.0, 0, y.number);
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
                products(
                    &mut self.report,
                    Test::Dot,
                    (&what, task),
                    (&forward, &backward),
                    size,
                    is_single,
                );
            }
            if is_first {
                self.twice("adjoint", task, &["xb"], &adjoint);
                self.left("adjoint", task, &adjoint);
                self.report.time("adjoint", adjoint.seconds());
            }
            is_first = false;
        }
    }

    /// What an adjoint leaves: zero weights, and an empty tape.
    pub fn left(&mut self, what: &str, task: Task, adjoint: &Results) {
        let verdict = |is_right: bool| if is_right { Class::Machine } else { Class::Failed };
        let columns = (0..task.columns).map(|c| format!("left:{c}"));
        let names: Vec<String> = std::iter::once("left".to_string()).chain(columns).collect();
        let left: Vec<f64> = names
            .iter()
            .flat_map(|name| adjoint.vectors(name, 1).into_values().flatten())
            .collect();
        if !left.is_empty() {
            let is_zero = left.iter().all(|x| *x == 0.0);
            self.report.add(Test::Left, what, task, verdict(is_zero), None);
        }
        let tape: Vec<Vec<f64>> = (0..2).map(|call| adjoint.vector("tape", call)).collect();
        let is_empty = tape.iter().all(|t| t.get(1) == Some(&0.0));
        self.report.add(Test::Tape, what, task, verdict(is_empty), None);
        if !is_empty {
            let bytes = tape.iter().filter_map(|t| t.first()).fold(0.0, |m: f64, b| m.max(*b));
            self.report.note(format!("{bytes} bytes are left on the tape"));
        }
        let peak = tape.last().and_then(|t| t.get(2)).copied();
        self.report.tape = self.report.tape.or(peak);
    }
}

/// Compares the head in the program with derivatives with that in the user's sources.
pub fn original(comparing: &mut Comparing, original: &Runner) {
    let task = Task::of("twice", 0.0, 0, 0);
    let results = match original.run(task) {
        Ok(results) => results,
        Err(why) => {
            return comparing
                .report
                .fault(task, Class::NotCompared, format!("the original: {why}"))
        }
    };
    if results.vectors("y", 0).values().any(|v| has_nan(v)) {
        return;
    }
    if comparing.values.is_empty() {
        let note = "the head runs in the original, but not with the derivatives";
        return comparing.report.fault(task, Class::Failed, note.into());
    }
    let calls = [(&comparing.values, 0), (&comparing.again, 1)];
    let errors = calls.map(|(own, call)| largest_distance(own, &results.vectors("y", call)));
    let limits = Limits::of_rounding(comparing.subject.dependents().any(Leaf::is_single));
    comparing.report.judge(
        Test::Values,
        "primal",
        task,
        errors.into_iter().fold(0.0, larger),
        limits,
    );
}

/// Two products that have to be equal, each as its terms: ⟨w, J v⟩ and ⟨Jᵀ w, v⟩. Values of a size have rounding
/// errors that may be all of a derivative.
pub fn products(
    report: &mut Report,
    test: Test,
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
        report.add(test, what, task, Class::NotCompared, None);
        return report.note("both products are zero".to_string());
    }
    if scale <= noise {
        report.add(test, what, task, Class::NotCompared, None);
        return report.note("both products are zero up to rounding".to_string());
    }
    let gap = (sum(forward) - sum(backward)).abs();
    let class = match Limits::of_rounding(is_single).class(gap / scale) {
        class if class.is_wrong() && gap <= noise => Class::Acceptable,
        class => class,
    };
    report.add(test, what, task, class, Some(gap / scale));
}

/// A Taylor test of the vectors of a leaf.
pub fn of_leaf(
    leaf: &Leaf,
    tangents: &Vectors,
    values: &Vectors,
    sides: &[(f64, Vectors, Vectors)],
    is_single: bool,
) -> taylor::Taylor {
    let own = |v: &Vectors| v.get(&leaf.number).cloned().unwrap_or_default();
    let sides = sides.iter().map(|(step, plus, minus)| Sides {
        step: *step,
        plus: own(plus),
        minus: own(minus),
    });
    taylor::test(&own(tangents), &own(values), &sides.collect::<Vec<_>>(), is_single)
}

/// The largest relative difference of vectors of the same leaf.
pub fn largest_distance(a: &Vectors, b: &Vectors) -> f64 {
    let errors = a.iter().map(|(leaf, v)| distance(v, b.get(leaf).map_or(&[], |c| c)));
    errors.fold(0.0, larger)
}

/// The products of components that both have.
pub fn terms(a: &Vectors, b: &Vectors) -> Vec<f64> {
    let both = a.iter().filter_map(|(leaf, v)| Some((v, b.get(leaf)?)));
    both.flat_map(|(v, w)| {
        v.iter()
            .zip(w)
            .map(|(x, y)| if *y == 0.0 && x.is_finite() { 0.0 } else { x * y })
    })
    .collect()
}

/// The larger error; NaN is the largest.
pub fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b {
        a
    } else {
        b
    }
}
