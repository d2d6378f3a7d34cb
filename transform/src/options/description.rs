//! Descriptions of procedures without source. [`crate::prepare::external`] reads them and makes models of them.

use crate::options::mode::Mode;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::Partial;
use adc_frontend::span::Span;

/// The description of one procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// Its name, folded.
    pub name: SmolStr,
    /// The module that contains it, folded; `None` for an external procedure.
    pub host: Option<SmolStr>,
    /// True if the program has its declaration alone: the description comes from a summary.
    pub is_summary: bool,
    /// Its position in the description file.
    pub span: Span,
    /// Its arguments in order.
    pub arguments: Vec<Argument>,
    /// Name of a function's value; `None` for the function's own name.
    pub result: Option<SmolStr>,
    /// Positions of the arguments on which the value depends differentiably.
    pub result_from: Vec<usize>,
    /// The partial derivatives that it returns. What results depend on otherwise is in `from` and `result_from`.
    pub partials: Vec<Partial>,
    /// True if the adjoint reads no values of real or complex type other than the needs of its arguments, and changes
    /// none.
    pub is_frugal: bool,
    /// True if the adjoint gets the values that the arguments have after the call, not those from before it.
    pub by_results: bool,
    /// True if an argument has a shadow only where some call of the program passes an active variable for it. Otherwise
    /// shadows follow from the description alone.
    pub by_calls: bool,
    /// True if none of its outputs depends differentiably on anything.
    pub passive: bool,
    /// True if it may print, read or stop the program.
    pub acts: bool,
    /// True if it sends or receives messages: what it reads is sent, and what it writes depends on what others send.
    pub exchanges: bool,
    /// True if it exchanges nothing, but has effects that repeat where messages do: on requests, for example.
    pub repeats_with_messages: bool,
    /// The COMMON blocks and modules, or variables of them, that it may read, folded; `None` if the description does
    /// not say: any.
    pub globals_read: Option<Vec<SmolStr>>,
    /// Those that it may change.
    pub globals_written: Vec<SmolStr>,
    /// The hand-written derivatives in one direction. In a module, shadows are optional arguments.
    pub single: ByHand,
    /// Those in many directions. Without a module, they are in that of the others.
    pub vector: ByHand,
    /// True if derivatives take all shadows, also where they are in a module.
    pub takes_all_shadows: bool,
    /// A property that adc cannot honour: an error where the procedure is called.
    pub unusable: Option<SmolStr>,
}

/// Names of hand-written derivatives.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ByHand {
    /// The tangent; `None` for the usual name.
    pub tangent: Option<SmolStr>,
    /// The adjoint, likewise.
    pub adjoint: Option<SmolStr>,
    /// Their module.
    pub module: Option<SmolStr>,
    /// True if there is no tangent.
    pub lacks_tangent: bool,
    /// True if there is no adjoint.
    pub lacks_adjoint: bool,
}

/// One argument.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Argument {
    /// Its name, folded.
    pub name: SmolStr,
    /// True if it may be read.
    pub reads: bool,
    /// True if it may be written.
    pub writes: bool,
    /// True if all of it is overwritten in every call of the procedure.
    pub kills: bool,
    /// Positions of the arguments on which its new value depends differentiably.
    pub from: Vec<usize>,
    /// Positions of the arguments whose values the adjoint reads for the shadow of this one.
    pub needs: Vec<usize>,
    /// True if the description declares it a scalar: an element that is passed does not stand for the rest of its array.
    pub is_scalar: bool,
    /// True if the adjoint does not read it, though it is no real or complex value.
    pub unread: bool,
    /// True if its value after the call has a derivative that is not known.
    pub destroyed: bool,
    /// An optional logical argument of the derivatives, by its name: false where the derivative of the new value of
    /// this argument is not used.
    pub switch: Option<SmolStr>,
}

impl ByHand {
    /// The name of the derivative, if it is not the usual one.
    pub fn name(&self, mode: Mode) -> Option<&SmolStr> {
        match mode {
            Mode::Tangent => self.tangent.as_ref(),
            Mode::Reverse => self.adjoint.as_ref(),
        }
    }

    /// True if there is no derivative.
    pub fn lacks(&self, mode: Mode) -> bool {
        match mode {
            Mode::Tangent => self.lacks_tangent,
            Mode::Reverse => self.lacks_adjoint,
        }
    }
}

impl Description {
    /// The module with the derivatives in one direction, or in many.
    pub fn module(&self, vector: bool) -> Option<&SmolStr> {
        let own = self.vector.module.as_ref().filter(|_| vector);
        own.or(self.single.module.as_ref())
    }

    /// A description of which nothing is known but its name, its position and its arguments.
    pub fn new(name: SmolStr, span: Span, arguments: Vec<Argument>) -> Description {
        Description {
            name,
            host: None,
            is_summary: false,
            span,
            arguments,
            result: None,
            result_from: vec![],
            partials: vec![],
            is_frugal: false,
            by_results: false,
            by_calls: false,
            passive: false,
            acts: false,
            exchanges: false,
            repeats_with_messages: false,
            globals_read: None,
            globals_written: vec![],
            single: ByHand::default(),
            vector: ByHand::default(),
            takes_all_shadows: false,
            unusable: None,
        }
    }

    /// True if the program declares the procedure, and the description takes the place of its statements.
    pub fn replaces_statements(&self) -> bool {
        self.is_summary || self.host.is_some()
    }

    /// True if absent shadows of arguments are allowed: derivatives are in a module, and no others.
    pub fn has_optional_shadows(&self) -> bool {
        self.single.module.is_some() && !self.takes_all_shadows
    }

    /// True if a call never calls a derivative: it is passive, or returns the partial derivatives itself.
    pub fn has_no_derivative(&self) -> bool {
        self.passive || !self.partials.is_empty()
    }

    /// True for an argument that takes part in a partial derivative that the procedure returns.
    pub fn has_partial(&self, place: usize) -> bool {
        let is_in = |p: &Partial| p.of == Some(place) || p.by == place || p.at == place;
        self.partials.iter().any(is_in)
    }

    /// True if the argument at a position takes part in a differentiable dependence, so that it comes with a shadow if
    /// it has real or complex type. An argument that may be written, or is written in part, depends on its old value.
    pub fn is_differentiable(&self, place: usize) -> bool {
        let is_source = self.arguments.iter().any(|a| a.from.contains(&place)) || self.result_from.contains(&place);
        let is_result = |a: &Argument| !a.from.is_empty() || a.may_stay();
        let is_sent = self.exchanges && self.arguments.get(place).is_some_and(|a| a.reads);
        let takes_part = is_source || is_sent || self.arguments.get(place).is_some_and(is_result);
        !self.has_no_derivative() && takes_part
    }
}

impl Argument {
    /// True for an argument that may be written, but perhaps not all of it.
    pub fn may_stay(&self) -> bool {
        self.writes && !self.kills
    }
}
