//! What is known of a procedure whose source is not given.

use crate::options::mode::Mode;
use adc_frontend::ast::SmolStr;
use adc_frontend::span::Span;

/// One procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// Its name, folded.
    pub name: SmolStr,
    /// Where it is described.
    pub span: Span,
    /// Its arguments in order.
    pub arguments: Vec<Argument>,
    /// Name of a function's value; none stands for the function's own.
    pub result: Option<SmolStr>,
    /// Places of the arguments on which the value depends differentiably.
    pub result_from: Vec<usize>,
    /// True when the adjoint reads no other values of real or complex type than its arguments' needs say, and changes none.
    pub is_frugal: bool,
    /// True when nothing that it writes depends differentiably on anything.
    pub passive: bool,
    /// True when it may print, read or stop the program.
    pub acts: bool,
    /// The COMMON blocks and modules, or variables of them, that it may read, folded; none where nothing is said: any.
    pub globals_read: Option<Vec<SmolStr>>,
    /// Those that it may change.
    pub globals_written: Vec<SmolStr>,
    /// Name of the hand-written tangent; none stands for the usual one.
    pub tangent: Option<SmolStr>,
    /// Likewise of the adjoint.
    pub adjoint: Option<SmolStr>,
    /// The module that holds these two; there, shadows are optional arguments.
    pub module: Option<SmolStr>,
    /// What it says that cannot be honoured: an error where the procedure is called.
    pub unusable: Option<SmolStr>,
}

/// One argument.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Argument {
    /// Its name, folded.
    pub name: SmolStr,
    /// May be read.
    pub reads: bool,
    /// May be written.
    pub writes: bool,
    /// Is overwritten, all of it, whenever the procedure is called.
    pub kills: bool,
    /// Places of the arguments on which its new value depends differentiably.
    pub from: Vec<usize>,
    /// Places of the arguments whose values the adjoint reads for the shadow of this one.
    pub needs: Vec<usize>,
}

impl Description {
    /// The name of the hand-written derivative, if it is not the usual one.
    pub fn derivative(&self, mode: Mode) -> Option<&SmolStr> {
        match mode {
            Mode::Tangent => self.tangent.as_ref(),
            Mode::Reverse => self.adjoint.as_ref(),
        }
    }

    /// True when the argument at a place has part in a differentiable dependence, so that it comes with a shadow if it is of real or complex type. What is written
    /// perhaps, or in part, depends on what it was.
    pub fn is_differentiable(&self, place: usize) -> bool {
        let is_source = self.arguments.iter().any(|a| a.from.contains(&place)) || self.result_from.contains(&place);
        let is_result = |a: &Argument| !a.from.is_empty() || a.may_stay();
        !self.passive && (is_source || self.arguments.get(place).is_some_and(is_result))
    }
}

impl Argument {
    /// True for what is written, but perhaps not all of it.
    pub fn may_stay(&self) -> bool {
        self.writes && !self.kills
    }
}
