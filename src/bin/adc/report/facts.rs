//! What the library says about a program, as far as it gets: a program that cannot be differentiated has no derivative
//! and perhaps no plan, but activity.

use adc::{CallingProcedure, Decisions, Derivative, Error, ErrorKind, Head, Messages, Mode, Note, Options, Program};
use adc::{Request, Tape};

/// The facts, and the messages of the steps that found them.
#[derive(Default)]
pub struct Facts {
    /// The procedures with their calls.
    pub procedures: Vec<CallingProcedure>,
    /// The names of active variables.
    pub active: Vec<Note>,
    /// The statements of the forward sweep.
    pub live: Vec<Note>,
    /// The recorded values.
    pub recorded: Vec<Note>,
    /// What adjoints change.
    pub changed: Vec<Note>,
    /// The tapes.
    pub tapes: Vec<Tape>,
    /// The derivative.
    pub derivative: Option<Derivative>,
    /// Messages of each step.
    pub messages: Vec<Messages>,
}

impl Facts {
    /// Asks for all facts.
    ///
    /// # Errors
    /// If the request is wrong, or on a fault of `adc`; errors of the source are among the messages.
    pub fn of(program: &Program, heads: &[Head], mode: Mode, options: &Options) -> Result<Facts, Error> {
        let mut facts = Facts::default();
        let activity = facts.activity(program, heads, options);
        facts.kept(activity)?;
        let derivative = facts.derivative(program, heads, mode, options);
        // without a derivative, a plan says why once more
        if facts.kept(derivative)?.is_some() && mode == Mode::Reverse {
            let plan = facts.plan(program, heads, options);
            facts.kept(plan)?;
        }
        Ok(facts)
    }

    /// What a step found; the messages of one that the source makes fail are kept.
    fn kept<T>(&mut self, found: Result<T, Error>) -> Result<Option<T>, Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(e) if e.kind() == ErrorKind::Source => {
                self.messages.push(e.messages().clone());
                Ok(None)
            }
            Err(e) => Err(e),
        }
    }

    fn activity(&mut self, program: &Program, heads: &[Head], options: &Options) -> Result<(), Error> {
        let analysis = program.analyse(heads, options)?;
        self.procedures = analysis.procedures()?;
        self.active = analysis.active_names()?;
        self.messages.push(analysis.messages().clone());
        Ok(())
    }

    fn derivative(&mut self, program: &Program, heads: &[Head], mode: Mode, options: &Options) -> Result<(), Error> {
        let mut request = Request::by_directives(mode);
        request.heads = heads.to_vec();
        request.options = options.clone();
        request.costs = true;
        let derivative = program.differentiate(&request)?;
        self.messages.push(derivative.messages().clone());
        self.derivative = Some(derivative);
        Ok(())
    }

    fn plan(&mut self, program: &Program, heads: &[Head], options: &Options) -> Result<(), Error> {
        let plan = program.plan(heads, options)?;
        self.live = plan.notes(Decisions::Liveness)?;
        self.recorded = plan.notes(Decisions::Tbr)?;
        self.changed = plan.notes(Decisions::AdjointWrite)?;
        self.tapes = plan.tapes()?;
        self.messages.push(plan.messages().clone());
        Ok(())
    }
}
