//! What a check found.

use super::place::Place;
use super::run::Task;
use super::taylor::Taylor;
use super::verdict::{worst, Class, Limits, ZERO};

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
    /// Derivatives for many directions against those for one.
    Columns,
    /// The gradient of a second derivative against the adjoint.
    Gradient,
    /// The Hessian in two directions.
    Symmetry,
    /// A Jacobian against tangents.
    Jacobian,
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
            Test::Columns => "columns",
            Test::Gradient => "gradient",
            Test::Symmetry => "symmetry",
            Test::Jacobian => "Jacobian",
            Test::Run => "run",
        }
    }
}

/// What a check found.
#[derive(Default, Debug)]
pub struct Report {
    /// All comparisons.
    pub findings: Vec<Finding>,
    /// Seconds of a call of the primal, and of its derivatives.
    pub seconds: Vec<(String, f64)>,
    /// The peak of the tape, in bytes.
    pub tape: Option<f64>,
    /// Where a given derivative differs from the one that adc makes, if a comparison fails.
    pub place: Option<Place>,
}

impl Report {
    /// The verdict: that of the worst comparison; nothing is compared if no derivative is.
    pub fn class(&self) -> Class {
        let is_derivative = |f: &&Finding| {
            let no_value = [Test::Values, Test::Twice, Test::Left, Test::Tape, Test::Run];
            !no_value.contains(&f.test)
        };
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

    /// Adds a comparison.
    pub fn add(&mut self, test: Test, subject: &str, task: Task, class: Class, error: Option<f64>) {
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

    /// Adds a comparison of numbers.
    pub fn judge(&mut self, test: Test, subject: &str, task: Task, error: f64, limits: Limits) {
        self.add(test, subject, task, limits.class(error), Some(error));
    }

    /// Says of the last comparison that it compared zeros.
    pub fn zeros(&mut self) {
        if let Some(last) = self.findings.last_mut().filter(|f| f.error == Some(0.0)) {
            last.class = Class::NotCompared;
            last.note = Some(ZERO.to_string());
        }
    }

    /// Adds a note to the last comparison.
    pub fn note(&mut self, note: String) {
        if let Some(last) = self.findings.last_mut() {
            last.note = Some(note);
        }
    }

    /// A fault of a run.
    pub fn fault(&mut self, task: Task, class: Class, why: String) {
        self.add(Test::Run, task.name, task, class, None);
        self.note(why);
    }

    /// Adds a Taylor test.
    pub fn taylor(&mut self, subject: String, task: Task, found: Taylor) {
        self.findings.push(Finding {
            test: Test::Taylor,
            subject,
            class: found.class,
            error: found.error,
            errors: found.errors,
            order: found.order,
            note: found.note,
            task,
        });
    }

    /// Adds the time of a call.
    pub fn time(&mut self, what: &str, seconds: f64) {
        self.seconds.push((what.to_string(), seconds));
    }
}
